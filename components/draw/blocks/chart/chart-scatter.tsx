"use client";

import { type MouseEvent, useMemo, useRef, useState } from "react";
import {
  CartesianGrid,
  ReferenceLine,
  Scatter,
  ScatterChart,
  useXAxisScale,
  useYAxisScale,
  XAxis,
  YAxis,
} from "recharts";
import type { DrawnChart } from "@/lib/shared/blocks/chart";
import { amount, COLOURS, decimalsOf, ticksOf } from "./chart-numbers";
import { isRange, type Picking } from "./chart-pick";
import { heightOf } from "./chart-plot";

type ChartScatterProps = {
  block: DrawnChart;
  width: number;
  label: string;
  description?: string;
  hidden?: ReadonlySet<number>;
  picking?: Picking;
};

type Dot = { x: number; y: number; series: number; label: string };

/** Scatter chart. Each series is one path, so that ten thousand points are drawn at once. */
export function ChartScatter({ block, width, label, description, hidden, picking }: ChartScatterProps) {
  const { data, unit, targets = [] } = block;
  const dots = useMemo(() => dotsOf(data, hidden), [data, hidden]);
  const [near, setNear] = useState<Dot>();
  const corners = useMemo(() => cornersOf(dots), [dots]);
  const axis = { axisLine: false, tickLine: false, tickMargin: 8, tick: { fill: "var(--ink-3)" } } as const;
  return (
    <>
      <ScatterChart
        width={width}
        height={heightOf(width)}
        title={label}
        desc={description}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
        className="text-meta"
      >
        <CartesianGrid stroke="var(--line)" />
        <XAxis
          {...axis}
          type="number"
          dataKey="x"
          height={28}
          domain={["auto", "auto"]}
          tickFormatter={ticksOf(corners.map(({ x }) => x))}
        />
        <YAxis
          {...axis}
          type="number"
          dataKey="y"
          width="auto"
          domain={["auto", "auto"]}
          tickFormatter={ticksOf(corners.map(({ y }) => y))}
        />
        <Scatter data={corners} shape={() => <g />} isAnimationActive={false} />
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
        <Dots
          dots={dots}
          names={data.series.map(({ name }) => name)}
          near={near}
          onNear={setNear}
          picking={picking}
        />
      </ScatterChart>
      <p aria-hidden className="min-h-5 text-center text-meta text-ink-2 tabular-nums">
        {near &&
          describeDot(near, data.series[near.series]?.name, unit, decimalsOf(corners.map(({ y }) => y)))}
      </p>
    </>
  );
}

const describeDot = ({ label, y }: Dot, name = "", unit?: string, decimals?: number): string =>
  [name !== "Value" && name, label, amount(y, unit, decimals)].filter(Boolean).join(" · ");

type DotsProps = {
  dots: readonly Dot[];
  names: readonly string[];
  near: Dot | undefined;
  onNear: (dot: Dot | undefined) => void;
  picking: Picking | undefined;
};

/** Maximum px between the pointer and a point that counts as near. */
const REACH = 24;
const RADIUS = 3.5;
const DENSE = 500;

function Dots({ dots, names, near, onNear, picking }: DotsProps) {
  const [x, y] = [useXAxisScale(), useYAxisScale()];
  const plot = useRef<SVGGElement>(null);
  const from = useRef<string>(undefined);
  const placed = useMemo(
    () =>
      dots
        .map((dot) => ({ dot, left: x?.(dot.x) ?? Number.NaN, top: y?.(dot.y) ?? Number.NaN }))
        .filter(({ left, top }) => Number.isFinite(left + top)),
    [dots, x, y],
  );
  const nearest = ({ clientX, clientY }: MouseEvent) => {
    const box = plot.current?.ownerSVGElement?.getBoundingClientRect();
    if (!box) return undefined;
    let [best, distance]: [Dot | undefined, number] = [undefined, REACH];
    for (const { dot, left, top } of placed) {
      const away = Math.hypot(left - (clientX - box.left), top - (clientY - box.top));
      if (away < distance) [best, distance] = [dot, away];
    }
    return best;
  };
  const end = (event: MouseEvent) => {
    const dot = nearest(event);
    if (!dot || !picking) return;
    const series = names[dot.series] ?? "";
    picking.onPick(
      picking.kind === "range" ? inOrder(from.current ?? dot.label, dot.label) : { label: dot.label, series },
    );
  };
  const chosen = picking?.chosen;
  const isChosen = ({ label, series }: Dot) =>
    chosen !== undefined &&
    (isRange(chosen)
      ? Number(label) >= Number(chosen.from) && Number(label) <= Number(chosen.to)
      : chosen.label === label && (chosen.series === undefined || chosen.series === names[series]));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the selects below the chart work by keyboard
    <g
      ref={plot}
      onMouseMove={(event) => onNear(nearest(event))}
      onMouseLeave={() => onNear(undefined)}
      onMouseDown={(event) => {
        from.current = nearest(event)?.label;
      }}
      onMouseUp={end}
    >
      <rect width="100%" height="100%" fill="transparent" />
      {names.map((name, series) => (
        <path
          key={name}
          d={placed
            .filter(({ dot }) => dot.series === series)
            .map(({ left, top }) => `M${left.toFixed(1)} ${top.toFixed(1)}h0`)
            .join("")}
          stroke={COLOURS[series]}
          strokeWidth={dots.length > DENSE ? RADIUS * 1.3 : RADIUS * 2}
          strokeOpacity={dots.length > DENSE ? 0.5 : 0.8}
          strokeLinecap="round"
        />
      ))}
      {placed
        .filter(({ dot }) => dot === near || isChosen(dot))
        .slice(0, DENSE)
        .map(({ dot, left, top }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: points are identified by position
          <circle key={at} cx={left} cy={top} r={RADIUS + 2} fill={COLOURS[dot.series]} stroke="var(--ink)" />
        ))}
    </g>
  );
}

const inOrder = (a: string, b: string) => (Number(a) <= Number(b) ? { from: a, to: b } : { from: b, to: a });

const dotsOf = ({ labels, series }: DrawnChart["data"], hidden?: ReadonlySet<number>): Dot[] =>
  series.flatMap(({ values }, at) =>
    hidden?.has(at)
      ? []
      : values.flatMap((y, index) => {
          const label = labels[index] ?? "";
          return y === null ? [] : { x: Number(label), y, series: at, label };
        }),
  );

function cornersOf(dots: readonly Dot[]): { x: number; y: number }[] {
  if (dots.length === 0) return [];
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of dots) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [low, high] = [Math.min(low, y), Math.max(high, y)];
  }
  return [
    { x: left, y: low },
    { x: right, y: high },
  ];
}
