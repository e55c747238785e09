import { type MouseEvent, type RefObject, useEffect, useMemo, useRef } from "react";
import {
  AreaChart,
  BarChart,
  BarStack,
  CartesianGrid,
  ComposedChart,
  LineChart,
  ReferenceArea,
  ReferenceLine,
  Tooltip,
  useActiveTooltipLabel,
  usePlotArea,
  useXAxisInverseDataSnapScale,
  XAxis,
  type XAxisTickContentProps,
  YAxis,
} from "recharts";
import type { DrawnChart } from "@/lib/shared/blocks/chart";
import { CHARACTER, type Labels, labelsOf, within } from "./chart-labels";
import { marks, type PlotKind, RIGHT, secondAxis, TOP } from "./chart-marks";
import { decimalsOf, kindOfSeries, points, shapeOf, ticksOf } from "./chart-numbers";
import { isRange, type Picked, type Picking } from "./chart-pick";
import { ChartTooltip } from "./chart-tooltip";

export type ChartParts = {
  /** False until the axes are rendered. */
  hasAxes?: boolean;
  hasTooltip?: boolean;
};

type ChartPlotProps = ChartParts & {
  block: DrawnChart;
  kind: PlotKind;
  width: number;
  label: string;
  description?: string;
  hidden?: ReadonlySet<number>;
  picking?: Picking;
};

const CHARTS = { line: LineChart, bar: BarChart, area: AreaChart, combined: ComposedChart };
const TICKS = 5;
const AXIS = { axisLine: false, tickLine: false, tickMargin: 8 } as const;
const FLAT = 240;
const TALL = 480;
/**
 * One position instead of none: without positions, Recharts would measure every label to place vertical lines, which
 * are not drawn.
 */
const NO_VERTICAL_LINES = [0];
/** Up to this many labels are all shown, cut off to fit. If there are more labels, some are left out instead. */
const FEW = 12;

export const heightOf = (width: number): number => Math.min(Math.max(FLAT, Math.round(width * 0.42)), TALL);

export function ChartPlot({ block, kind, width, label, description, hidden, ...rest }: ChartPlotProps) {
  const { picking, hasAxes = true, hasTooltip = false } = rest;
  const { data, unit, stacked = false, targets = [] } = block;
  const Chart = CHARTS[kind];
  const rows = useMemo(() => points(data), [data]);
  const labels = useMemo(() => labelsOf(data.labels), [data]);
  const second = kind === "combined" ? secondAxis(block) : undefined;
  const { values, most, isZero, isWhole, hasNegative } = shapeOf(second?.left ?? data, hidden);
  const hasBars = kind === "bar" || (kind === "combined" && data.series.map(kindOfSeries).includes("bar"));
  // Half a column and a margin, so that the tooltip is beside its column.
  const beside = hasBars ? width / rows.length / 2 + 4 : 12;
  const place = (width - 48) / rows.length;
  // A date that is cut off means nothing, so some dates are left out if they do not fit.
  const fits = !labels.isTime || data.labels.every((one) => labels.tick(one).length * CHARACTER + 4 <= place);
  const isFew = rows.length <= FEW && fits;
  const maxChars = isFew ? Math.max(4, Math.floor(place / CHARACTER)) : MAX_LABEL_CHARS;
  const labelAt = useRef<LabelAt>(undefined);
  return (
    <Chart
      {...useGestures(data.labels, picking, labelAt)}
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
      {hasAxes && (
        <>
          <CartesianGrid vertical={false} verticalPoints={NO_VERTICAL_LINES} stroke="var(--line)" />
          <XAxis
            {...AXIS}
            dataKey="label"
            height={28}
            minTickGap={12}
            interval={isFew ? 0 : "equidistantPreserveStart"}
            padding={hasBars ? undefined : { left: 8, right: 8 }}
            tickFormatter={(text) => cut(labels.tick(String(text)), maxChars)}
            tick={(props) => <Label {...props} labels={labels} maxChars={maxChars} availableWidth={width} />}
          />
          <YAxis
            {...AXIS}
            width="auto"
            tickCount={isWhole && !stacked && !hasNegative ? Math.min(TICKS, most + 1) : TICKS}
            allowDecimals={!isWhole}
            tickFormatter={ticksOf(kind === "line" ? values : [0, ...values])}
            tick={{ fill: "var(--ink-3)" }}
            domain={isZero ? [0, 1] : kind === "line" ? ["auto", "auto"] : undefined}
          />
          {second && (
            <YAxis
              {...AXIS}
              yAxisId={RIGHT}
              orientation="right"
              width="auto"
              tickCount={TICKS}
              tickFormatter={ticksOf([0, ...second.values])}
              tick={{ fill: "var(--ink-3)" }}
            />
          )}
        </>
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
      {picking && hasAxes && <Places labelAt={labelAt} />}
      {picking?.chosen && pickedMark(picking.chosen)}
      {hasNegative && <ReferenceLine y={0} stroke="var(--line-control)" />}
      {hasTooltip && (
        <Tooltip
          isAnimationActive={false}
          offset={beside}
          cursor={hasBars ? { fill: "var(--fill-press)" } : { stroke: "var(--line-control)" }}
          content={(props) => (
            <ChartTooltip {...props} named={labels.full} unit={unit} decimals={decimalsOf(values)} />
          )}
        />
      )}
      {kind === "bar" && stacked ? (
        <BarStack radius={TOP}>{marks(block, kind, hidden)}</BarStack>
      ) : (
        marks(block, kind, hidden)
      )}
    </Chart>
  );
}

/** Returns the label at `x` px from the left of the chart, or its index if labels repeat. */
type LabelAt = (x: number) => unknown;

/**
 * Provides `labelAt`, which finds a label by position. A press cannot use the tooltip's label: a tap ends before the
 * tooltip has moved, and then sets the focus, which moves the tooltip to the first label.
 */
function Places({ labelAt }: { labelAt: RefObject<LabelAt | undefined> }) {
  const find = useXAxisInverseDataSnapScale();
  const area = usePlotArea();
  useEffect(() => {
    labelAt.current = (x) => (find && area && x >= area.x && x <= area.x + area.width ? find(x) : undefined);
  });
  return null;
}

function useGestures(
  labels: readonly string[],
  picking: Picking | undefined,
  labelAt: RefObject<LabelAt | undefined>,
) {
  const startPlace = useRef<number>(undefined);
  if (!picking) return undefined;
  const placeOf = ({ clientX, currentTarget }: MouseEvent) => {
    const found = labelAt.current?.(clientX - currentTarget.getBoundingClientRect().left);
    const at = typeof found === "number" ? found : labels.indexOf(String(found));
    return at < 0 ? undefined : at;
  };
  const { kind, onPick } = picking;
  const pick = (from: number, to: number) => {
    const [first, last] = [labels[Math.min(from, to)], labels[Math.max(from, to)]];
    if (first !== undefined && last !== undefined) onPick({ from: first, to: last });
  };
  return {
    onMouseDown: (_: unknown, event: MouseEvent) => {
      startPlace.current = placeOf(event);
    },
    onMouseUp: (_: unknown, event: MouseEvent) => {
      const at = placeOf(event);
      const label = at === undefined ? undefined : labels[at];
      if (at !== undefined && kind === "range") pick(startPlace.current ?? at, at);
      else if (label !== undefined) onPick({ label });
      startPlace.current = undefined;
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

const MAX_LABEL_CHARS = 20;

function cut(text: string, maxChars: number): string {
  return text.length > maxChars ? `${text.slice(0, maxChars - 1)}…` : text;
}

type LabelProps = XAxisTickContentProps & { labels: Labels; maxChars: number; availableWidth: number };

function Label({ x, y, payload, labels, maxChars, availableWidth }: LabelProps) {
  const active = useActiveTooltipLabel() === payload.value;
  const text = labels.tick(String(payload.value));
  const shown = cut(text, maxChars);
  return (
    <text
      x={within(availableWidth, Number(x), shown)}
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
