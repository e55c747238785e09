import { type ReactElement, useMemo, useRef } from "react";
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  BarStack,
  CartesianGrid,
  ComposedChart,
  type DotItemDotProps,
  Line,
  LineChart,
  type MouseHandlerDataParam,
  ReferenceArea,
  ReferenceLine,
  Tooltip,
  useActiveTooltipLabel,
  XAxis,
  type XAxisTickContentProps,
  YAxis,
} from "recharts";
import type { DrawnChart } from "@/lib/shared/blocks/chart";
import { CHARACTER, type Labels, labelsOf, within } from "./chart-labels";
import { COLOURS, kindOfSeries, type Point, points, shapeOf, ticksOf } from "./chart-numbers";
import { isRange, type Picked, type Picking } from "./chart-pick";
import { ChartTooltip } from "./chart-tooltip";

type ChartPlotProps = {
  block: DrawnChart;
  kind: "line" | "bar" | "area" | "combined";
  width: number;
  /** What it is, for those who cannot see it. */
  label: string;
  description?: string;
  /** The series that are not drawn, by their places. */
  hidden?: ReadonlySet<number>;
  picking?: Picking;
};

const CHARTS = { line: LineChart, bar: BarChart, area: AreaChart, combined: ComposedChart };
/** Of whole numbers below it there are no more ticks than numbers. */
const TICKS = 5;
const FLAT = 240;
const TALL = 480;
/** Given where none are drawn: without it the library measures every label to find their places. */
const NO_VERTICAL_LINES = [0];
/** Up to so many labels each has its own place, cut to fit; of more, some are left out. */
const FEW = 12;

export const heightOf = (width: number): number => Math.min(Math.max(FLAT, Math.round(width * 0.42)), TALL);

export function ChartPlot({ block, kind, width, label, description, hidden, picking }: ChartPlotProps) {
  const { data, unit, stacked = false, targets = [] } = block;
  const Chart = CHARTS[kind];
  const rows = useMemo(() => points(data), [data]);
  const labels = useMemo(() => labelsOf(data.labels), [data]);
  const second = kind === "combined" ? secondAxis(block) : undefined;
  const { values, most, isZero, isWhole, hasNegative } = shapeOf(second?.left ?? data, hidden);
  const hasBars = kind === "bar" || (kind === "combined" && data.series.map(kindOfSeries).includes("bar"));
  // Half a column and a bit more, so that the tooltip stands beside what it speaks of.
  const beside = hasBars ? width / rows.length / 2 + 4 : 12;
  const isFew = rows.length <= FEW;
  const longest = isFew ? Math.max(4, Math.floor((width - 48) / rows.length / CHARACTER)) : LONGEST;
  const gestures = useGestures(data.labels, picking);
  return (
    <Chart
      {...gestures}
      width={width}
      height={heightOf(width)}
      data={rows}
      title={label}
      desc={description}
      barCategoryGap={block.isBinned ? 1 : "22%"}
      barGap={2}
      stackOffset={hasNegative ? "sign" : undefined}
      margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
      className="text-meta"
    >
      <CartesianGrid vertical={false} verticalPoints={NO_VERTICAL_LINES} stroke="var(--line)" />
      <XAxis
        dataKey="label"
        axisLine={false}
        tickLine={false}
        tickMargin={8}
        height={28}
        minTickGap={12}
        interval={isFew ? 0 : "equidistantPreserveStart"}
        padding={hasBars ? undefined : { left: 8, right: 8 }}
        tickFormatter={(text) => cut(labels.tick(String(text)), longest)}
        tick={(props) => <Label {...props} labels={labels} longest={longest} room={width} />}
      />
      <YAxis
        width="auto"
        axisLine={false}
        tickLine={false}
        tickCount={isWhole && !stacked && !hasNegative ? Math.min(TICKS, most + 1) : TICKS}
        tickMargin={8}
        allowDecimals={!isWhole}
        tickFormatter={ticksOf(values)}
        tick={{ fill: "var(--ink-3)" }}
        domain={isZero ? [0, 1] : kind === "line" ? ["auto", "auto"] : undefined}
      />
      {second && (
        <YAxis
          yAxisId={RIGHT}
          orientation="right"
          width="auto"
          axisLine={false}
          tickLine={false}
          tickCount={TICKS}
          tickMargin={8}
          tickFormatter={ticksOf(second.values)}
          tick={{ fill: "var(--ink-3)" }}
        />
      )}
      {targets.map(({ value, label = "" }) => (
        <ReferenceLine
          key={`${value} ${label}`}
          y={value}
          ifOverflow="extendDomain"
          stroke="var(--ink-2)"
          strokeDasharray="4 4"
          label={{ value: label, position: "insideTopRight", fill: "var(--ink-2)" }}
        />
      ))}
      {picking?.chosen && pickedMark(picking.chosen)}
      {hasNegative && <ReferenceLine y={0} stroke="var(--line-control)" />}
      <Tooltip
        isAnimationActive={false}
        offset={beside}
        cursor={hasBars ? { fill: "var(--fill-press)" } : { stroke: "var(--line-control)" }}
        content={(props) => <ChartTooltip {...props} named={labels.full} unit={unit} />}
      />
      {kind === "bar" && stacked ? (
        <BarStack radius={TOP}>{marks(block, kind, hidden)}</BarStack>
      ) : (
        marks(block, kind, hidden)
      )}
    </Chart>
  );
}

/** A press on a label chooses it; a drag from one to another chooses what lies between. */
function useGestures(labels: readonly string[], picking: Picking | undefined) {
  const begun = useRef<number>(undefined);
  if (!picking) return undefined;
  const placeOf = ({ activeTooltipIndex: at }: MouseHandlerDataParam) =>
    at === undefined || at === null ? undefined : Number(at);
  const { kind, onPick } = picking;
  const pick = (from: number, to: number) => {
    const [first, last] = [labels[Math.min(from, to)], labels[Math.max(from, to)]];
    if (first !== undefined && last !== undefined) onPick({ from: first, to: last });
  };
  return {
    onMouseDown: (state: MouseHandlerDataParam) => {
      begun.current = placeOf(state);
    },
    onMouseUp: (state: MouseHandlerDataParam) => {
      const at = placeOf(state);
      const label = at === undefined ? undefined : labels[at];
      if (at !== undefined && kind === "range") pick(begun.current ?? at, at);
      else if (label !== undefined) onPick({ label });
      begun.current = undefined;
    },
    style: { cursor: "pointer" },
  };
}

const pickedMark = (chosen: Picked) =>
  isRange(chosen) ? (
    <ReferenceArea x1={chosen.from} x2={chosen.to} fill="var(--ink)" fillOpacity={0.1} />
  ) : (
    <ReferenceLine x={chosen.label} stroke="var(--ink)" strokeWidth={2} />
  );

const RIGHT = "right";

/** What the right axis counts, and what is left for the other one; undefined where there is one axis. */
function secondAxis({ data }: DrawnChart) {
  const isRight = ({ axis }: DrawnChart["data"]["series"][number]) => axis === "right";
  const right = data.series.filter(isRight);
  if (right.length === 0 || right.length === data.series.length) return undefined;
  // At its place, for what is hidden goes by that.
  const left = data.series.map((one) => (isRight(one) ? { ...one, values: [] } : one));
  return { left: { ...data, series: left }, values: right.flatMap(({ values }) => values) };
}

/** From here on a line of one pixel between stacked parts would be most of them. */
const DENSE = 60;

function marks(
  block: DrawnChart,
  kind: ChartPlotProps["kind"],
  hidden?: ReadonlySet<number>,
): ReactElement[] {
  const { data, stacked = false } = block;
  const hasRight = kind === "combined" && secondAxis(block) !== undefined;
  return data.series.map((series, index) => {
    const { name, values } = series;
    const own = kind === "combined" ? kindOfSeries(series, index) : kind;
    const id = `series-${index}`;
    const colour = COLOURS[index];
    const common = {
      name,
      hide: hidden?.has(index),
      dataKey: (point: Point) => point.values[index],
      isAnimationActive: false,
      ...(hasRight && series.axis === "right" && { yAxisId: RIGHT }),
    };
    if (own === "bar") {
      const edge = data.labels.length < DENSE ? { stroke: "var(--sheet)" } : {};
      const look = stacked ? edge : { radius: TOP };
      return (
        <Bar key={id} {...common} {...look} fill={colour} maxBarSize={block.isBinned ? undefined : 36} />
      );
    }
    const line = { ...common, stroke: colour, strokeWidth: 2, activeDot: ACTIVE, dot: dots(values, colour) };
    if (own === "line") return <Line key={id} {...line} />;
    const stack = stacked ? { stackId: "all", fillOpacity: 0.7 } : { fillOpacity: 0.16 };
    return <Area key={id} {...line} {...stack} fill={colour} />;
  });
}

const TOP: [number, number, number, number] = [3, 3, 0, 0];
const ACTIVE = { r: 4, stroke: "var(--sheet)", strokeWidth: 2 };

/** A point between two gaps has no line, so it needs a dot; where there is none, none is drawn for any point. */
function dots(values: (number | null)[], colour?: string) {
  const isAlone = (at: number) =>
    (values[at] ?? null) !== null && (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null;
  if (!values.some((_, at) => isAlone(at))) return false;
  return ({ key, cx, cy, index }: DotItemDotProps) =>
    isAlone(index) ? <circle key={key} cx={cx} cy={cy} r={3} fill={colour} /> : <g key={key} />;
}

const LONGEST = 20;

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

type LabelProps = XAxisTickContentProps & { labels: Labels; longest: number; room: number };

/** The label of a column; ink while the column is hovered. */
function Label({ x, y, payload, labels, longest, room }: LabelProps) {
  const active = useActiveTooltipLabel() === payload.value;
  const text = labels.tick(String(payload.value));
  const shown = cut(text, longest);
  return (
    <text
      x={within(room, Number(x), shown)}
      y={y}
      dy="0.71em"
      textAnchor="middle"
      fill={active ? "var(--ink)" : "var(--ink-3)"}
      fontWeight={active ? 500 : 400}
    >
      {shown !== text && <title>{text}</title>}
      {shown}
    </text>
  );
}
