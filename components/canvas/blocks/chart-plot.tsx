import type { ReactElement } from "react";
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  BarStack,
  CartesianGrid,
  type DotItemDotProps,
  Line,
  LineChart,
  Tooltip,
  useActiveTooltipLabel,
  XAxis,
  type XAxisTickContentProps,
  YAxis,
} from "recharts";
import type { Block } from "@/lib/shared/blocks/index";
import { COLOURS, type Point, points, tick } from "./chart-numbers";
import { ChartTooltip } from "./chart-tooltip";

type ChartPlotProps = {
  block: Block<"chart">;
  kind: "line" | "bar" | "area";
  width: number;
  label: string;
};

const CHARTS = { line: LineChart, bar: BarChart, area: AreaChart };
const HEIGHT = 240;

export function ChartPlot({ block, kind, width, label }: ChartPlotProps) {
  const { data, unit, stacked = false } = block;
  const Chart = CHARTS[kind];
  const rows = points(data);
  // Half a column and a bit more, so that the tooltip stands beside what it speaks of.
  const beside = kind === "bar" ? width / rows.length / 2 + 4 : 12;
  return (
    <Chart
      width={width}
      height={HEIGHT}
      data={rows}
      title={label}
      barCategoryGap="22%"
      barGap={2}
      margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
      className="text-meta"
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="label"
        axisLine={false}
        tickLine={false}
        tickMargin={8}
        height={28}
        minTickGap={12}
        interval="equidistantPreserveStart"
        padding={kind === "bar" ? undefined : { left: 8, right: 8 }}
        tickFormatter={cut}
        tick={Label}
      />
      <YAxis
        width="auto"
        axisLine={false}
        tickLine={false}
        tickCount={5}
        tickMargin={8}
        tickFormatter={tick}
        tick={{ fill: "var(--ink-3)" }}
        domain={kind === "line" ? ["auto", "auto"] : undefined}
      />
      <Tooltip
        isAnimationActive={false}
        offset={beside}
        cursor={kind === "bar" ? { fill: "var(--fill-press)" } : { stroke: "var(--line-control)" }}
        content={(props) => <ChartTooltip {...props} unit={unit} />}
      />
      {kind === "bar" && stacked ? (
        <BarStack radius={TOP}>{marks(block, kind)}</BarStack>
      ) : (
        marks(block, kind)
      )}
    </Chart>
  );
}

function marks({ data, stacked = false }: Block<"chart">, kind: ChartPlotProps["kind"]): ReactElement[] {
  return data.series.map(({ name, values }, index) => {
    const id = `series-${index}`;
    const colour = COLOURS[index];
    const common = {
      name,
      dataKey: (point: Point) => point.values[index],
      isAnimationActive: false,
    };
    if (kind === "bar") {
      const look = stacked ? { stroke: "var(--sheet)" } : { radius: TOP };
      return <Bar key={id} {...common} {...look} fill={colour} maxBarSize={36} />;
    }
    const line = { ...common, stroke: colour, strokeWidth: 2, activeDot: ACTIVE, dot: dots(values, colour) };
    if (kind === "line") return <Line key={id} {...line} />;
    const stack = stacked ? { stackId: "all", fillOpacity: 0.7 } : { fillOpacity: 0.16 };
    return <Area key={id} {...line} {...stack} fill={colour} />;
  });
}

const TOP: [number, number, number, number] = [3, 3, 0, 0];
const ACTIVE = { r: 4, stroke: "var(--sheet)", strokeWidth: 2 };

/** A point between two gaps has no line, so it needs a dot. */
function dots(values: (number | null)[], colour?: string) {
  const isAlone = (at: number) => (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null;
  return ({ key, cx, cy, index }: DotItemDotProps) =>
    isAlone(index) ? <circle key={key} cx={cx} cy={cy} r={3} fill={colour} /> : <g key={key} />;
}

const LONGEST = 20;

function cut(label: unknown): string {
  const text = String(label);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** The label of a column; ink while the column is hovered. */
function Label({ x, y, payload }: XAxisTickContentProps) {
  const active = useActiveTooltipLabel() === payload.value;
  return (
    <text
      x={x}
      y={y}
      dy="0.71em"
      textAnchor="middle"
      fill={active ? "var(--ink)" : "var(--ink-3)"}
      fontWeight={active ? 500 : 400}
    >
      {cut(payload.value)}
    </text>
  );
}
