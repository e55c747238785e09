import { nice, ticks } from "d3-array";
import { arc, area, line, pie, stack, stackOffsetDiverging } from "d3-shape";
import { formatTag } from "@/lib/shared/i18n/locale";
import type { Size } from "./use-size";

/* Plots of published charts. They need only the shapes of d3, a tenth of the size of recharts. */

export type ChartData = {
  labels: readonly string[];
  series: readonly { name: string; values: readonly (number | null)[] }[];
};

/** `at`: the label whose values are shown. */
type PlotProps = {
  data: ChartData;
  size: Size;
  at: number | undefined;
  onChoose: (at: number | undefined) => void;
};

const MAX_COLOURS = 6;
export const colourOf = (at: number): string => `var(--chart-${(at % MAX_COLOURS) + 1})`;

const CHARACTER = 6.6;
/** Characters that a label shows at least, if it has as many. */
const SHOWN_CHARACTERS = 10;
const AXIS = 24;
const TOP = 8;
const BAND = 0.8;

/** The lower and the upper end of a value; null for a missing value. */
type Span = readonly [number, number] | null;

export function Plot({
  data: { labels, series },
  size: { width, height },
  at,
  onChoose,
  kind,
  isStacked,
}: PlotProps & { kind: string; isStacked: boolean }) {
  const layers = spansOf(series, isStacked && kind !== "line");
  const ends = layers.flat().flatMap((span) => span ?? []);
  const domain = [Math.min(0, ...ends), Math.max(0, ...ends)] as const;
  const [low, high] = domain[0] === domain[1] ? [0, 1] : nice(...domain, 5);
  const marks = ticks(low, high, 5).map((value) => ({ value, text: shortNumber(value) }));
  const left = Math.max(...marks.map(({ text }) => text.length)) * CHARACTER + 10;
  const bottom = height - AXIS;
  const step = (width - left) / Math.max(1, labels.length);
  const x = (index: number) => left + (index + 0.5) * step;
  const y = (value: number) => bottom - ((value - low) / (high - low)) * (bottom - TOP);
  const longest = Math.min(SHOWN_CHARACTERS, Math.max(1, ...labels.map(({ length }) => length)));
  const every = Math.ceil((longest * CHARACTER + 12) / step);
  const maxCharacters = Math.floor((every * step - 8) / CHARACTER);
  const spread = layers.map((spans) => spans.map((span, index) => ({ span, x: x(index) })));
  const draw = { x: ({ x }: Point) => x, low: ({ span }: Point) => y(span?.[0] ?? 0) };
  const top = ({ span }: Point) => y(span?.[1] ?? 0);
  const isBar = kind !== "line" && kind !== "area";
  return (
    <svg
      {...{ width, height }}
      aria-hidden
      className="absolute inset-0"
      onPointerMove={({ nativeEvent: { offsetX } }) => {
        const index = Math.floor((offsetX - left) / step);
        onChoose(index >= 0 && index < labels.length ? index : undefined);
      }}
    >
      {marks.map(({ value, text }) => (
        <g key={value}>
          <line
            x1={left}
            x2={width}
            y1={y(value)}
            y2={y(value)}
            className={value === 0 ? "stroke-line-control" : "stroke-line"}
          />
          <text x={left - 8} y={y(value)} dy="0.32em" textAnchor="end" className="fill-ink-3">
            {text}
          </text>
        </g>
      ))}
      {labels.map((label, index) =>
        index % every === 0 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: labels can be equal
          <text key={index} x={x(index)} y={height - 6} textAnchor="middle" className="fill-ink-3">
            {label.length > maxCharacters ? `${label.slice(0, maxCharacters - 1)}…` : label}
          </text>
        ) : null,
      )}
      {at !== undefined &&
        (isBar ? (
          <rect x={x(at) - step / 2} y={TOP} width={step} height={bottom - TOP} className="fill-fill-press" />
        ) : (
          <line x1={x(at)} x2={x(at)} y1={TOP} y2={bottom} className="stroke-line-control" />
        ))}
      {spread.map((points, index) => {
        const colour = colourOf(index);
        const key = series[index]?.name ?? index;
        if (isBar) {
          const bars = isStacked ? { count: 1, index: 0 } : { count: series.length, index };
          return <Bars key={key} {...{ points, colour, y, step }} {...bars} />;
        }
        const isDefined = ({ span }: Point) => span !== null;
        const stroke = line<Point>().defined(isDefined).x(draw.x).y(top)(points) ?? undefined;
        const fill = area<Point>().defined(isDefined).x(draw.x).y0(draw.low).y1(top)(points) ?? undefined;
        return (
          <g key={key}>
            {kind === "area" && <path d={fill} fill={colour} fillOpacity={0.2} />}
            <path d={stroke} fill="none" stroke={colour} strokeWidth={2} strokeLinejoin="round" />
            {points.map((point, place) =>
              point.span && (place === at || labels.length === 1) ? (
                <circle key={point.x} cx={point.x} cy={top(point)} r={3.5} fill={colour} />
              ) : null,
            )}
          </g>
        );
      })}
    </svg>
  );
}

type Point = { span: Span; x: number };
type BarsProps = {
  points: readonly Point[];
  colour: string;
  y: (value: number) => number;
  step: number;
  count: number;
  index: number;
};

function Bars({ points, colour, y, step, count, index }: BarsProps) {
  const width = (step * BAND) / count;
  return points.map(({ span, x }) => {
    if (!span) return null;
    const [one, other] = [y(span[0]), y(span[1])];
    return (
      <rect
        key={x}
        x={x - (step * BAND) / 2 + index * width}
        y={Math.min(one, other)}
        width={Math.max(1, width - 1)}
        height={Math.abs(one - other)}
        rx={Math.min(3, width / 3)}
        fill={colour}
      />
    );
  });
}

export function PiePlot({ data: { series }, size: { width, height }, at, onChoose }: PlotProps) {
  const values = (series[0]?.values ?? []).map((value) => Math.max(0, value ?? 0));
  const radius = Math.max(0, Math.min(width, height) / 2 - 4);
  const slice = arc<{ startAngle: number; endAngle: number }>().innerRadius(0).outerRadius(radius);
  return (
    <svg {...{ width, height }} aria-hidden className="absolute inset-0">
      <g transform={`translate(${width / 2},${height / 2})`}>
        {pie<number>()
          .sort(null)(values)
          .map((angles, index) => (
            <path
              // biome-ignore lint/suspicious/noArrayIndexKey: labels can be equal
              key={index}
              d={slice(angles) ?? undefined}
              fill={colourOf(index)}
              fillOpacity={at === undefined || at === index ? 1 : 0.5}
              className="stroke-sheet"
              onPointerMove={() => onChoose(index)}
            />
          ))}
      </g>
    </svg>
  );
}

/** Returns the spans of each series, of which stacked ones begin where the one below ends. */
function spansOf(series: ChartData["series"], isStacked: boolean): Span[][] {
  if (!isStacked)
    return series.map(({ values }) => values.map((value) => (value === null ? null : [0, value])));
  const rows = (series[0]?.values ?? []).map((_, row) => row);
  const stacked = stack<unknown, number, number>()
    .keys(series.keys())
    .value((row, key) => series[key]?.values[row] ?? 0)
    .offset(stackOffsetDiverging)(rows);
  return stacked.map((spans) => spans.map(([low, high]) => [low, high]));
}

function shortNumber(value: number): string {
  const notation = Math.abs(value) >= 10_000 ? "compact" : "standard";
  return new Intl.NumberFormat(formatTag(), { notation, maximumFractionDigits: 4 }).format(value);
}
