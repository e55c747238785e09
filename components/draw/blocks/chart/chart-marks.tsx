import type { ReactElement } from "react";
import { Area, Bar, type DotItemDotProps, Line } from "recharts";
import type { DrawnChart } from "@/lib/shared/blocks/chart";
import { COLOURS, kindOfSeries, type Point } from "./chart-numbers";

export type PlotKind = "line" | "bar" | "area" | "combined";

export const RIGHT = "right";

/**
 * Returns the values of the series on the right axis, and the data without them; undefined if all series use the same
 * axis.
 */
export function secondAxis({ data }: DrawnChart) {
  const isRight = ({ axis }: DrawnChart["data"]["series"][number]) => axis === "right";
  const right = data.series.filter(isRight);
  if (right.length === 0 || right.length === data.series.length) return undefined;
  // Empties the series instead of removing them, because hidden series are identified by their position.
  const left = data.series.map((one) => (isRight(one) ? { ...one, values: [] } : one));
  return { left: { ...data, series: left }, values: right.flatMap(({ values }) => values) };
}

/** With this many labels, 1 px edges would take up most of the stacked parts. */
const DENSE = 60;

export function marks(block: DrawnChart, kind: PlotKind, hidden?: ReadonlySet<number>): ReactElement[] {
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

export const TOP: [number, number, number, number] = [3, 3, 0, 0];
const ACTIVE = { r: 4, stroke: "var(--sheet)", strokeWidth: 2 };

/**
 * Returns a renderer that draws a dot for each point between two gaps, because no line reaches it; false if there is no
 * such point.
 */
function dots(values: (number | null)[], colour?: string) {
  const isAlone = (at: number) =>
    (values[at] ?? null) !== null && (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null;
  if (!values.some((_, at) => isAlone(at))) return false;
  return ({ key, cx, cy, index }: DotItemDotProps) =>
    isAlone(index) ? <circle key={key} cx={cx} cy={cy} r={3} fill={colour} /> : <g key={key} />;
}
