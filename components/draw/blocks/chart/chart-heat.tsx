import { Fragment } from "react";
import type { DrawnChart } from "@/lib/shared/blocks/chart";
import { CHARACTER, labelsOf } from "./chart-labels";
import { amount, decimalsOf, ticksOf } from "./chart-numbers";
import { isRange, type Picking } from "./chart-pick";

type ChartHeatProps = {
  block: DrawnChart;
  width: number;
  label: string;
  description?: string;
  picking?: Picking;
};

const LABELS = 24;
const GAP = 2;
const LEAST = 10;
const MAX_LEFT = 140;
/**
 * Lightness at which black and white text are equally readable. The theme's ink and paper lack contrast on
 * middle shades.
 */
const MIDDLE = 0.56;

export function ChartHeat({ block, width, label, description, picking }: ChartHeatProps) {
  const { data, unit } = block;
  const { labels, series } = data;
  const values = series.flatMap(({ values }) => values.filter((value) => value !== null));
  const least = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const max = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const maxNameChars = series.reduce((max, { name }) => Math.max(max, name.length), 0);
  const left = Math.min(MAX_LEFT, width / 3, maxNameChars * CHARACTER + 12);
  const cell = Math.max(LEAST, (width - left) / labels.length);
  const high = Math.min(36, Math.max(16, cell));
  const text = ticksOf(values);
  const decimals = decimalsOf(values);
  const hasText = cell >= 40 && high >= 16;
  const named = labelsOf(labels);
  const every = Math.max(
    1,
    Math.ceil((Math.min(10, ...labels.map((one) => named.tick(one).length + 1)) * CHARACTER) / cell),
  );
  const full = labels.map(named.full);
  const [wide, height] = [left + cell * labels.length, high * series.length + LABELS];
  const chosen = picking?.chosen;
  const about = description ?? label;
  return (
    <div className="overflow-x-auto">
      {/* In an exported file the surrounding element already has the description, so the image is hidden. */}
      <svg
        role="img"
        width={wide}
        height={height}
        aria-label={about}
        aria-hidden={about === "" || undefined}
        className="text-meta"
      >
        {series.map(({ name, values }, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by position
          <g key={row}>
            <text x={left - 8} y={row * high + high / 2} dy="0.35em" textAnchor="end" fill="var(--ink-3)">
              <title>{name}</title>
              {cut(name, Math.floor((left - 8) / CHARACTER))}
            </text>
            {labels.map((column, at) => {
              const value = values[at] ?? null;
              const share = value === null ? 0 : max === least ? 1 : (value - least) / (max - least);
              const isChosen =
                chosen !== undefined && !isRange(chosen) && chosen.label === column && chosen.series === name;
              return (
                <Fragment
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells are identified by position
                  key={at}
                >
                  {/* biome-ignore lint/a11y/noStaticElementInteractions: the selects below the chart work by keyboard */}
                  <rect
                    x={left + at * cell}
                    y={row * high}
                    width={Math.max(1, cell - GAP)}
                    height={high - GAP}
                    rx={2}
                    fill={value === null ? "var(--fill)" : shade(share)}
                    stroke={isChosen ? "var(--ink)" : undefined}
                    strokeWidth={isChosen ? 2 : undefined}
                    onClick={picking && (() => picking.onPick({ label: column, series: name }))}
                    className={picking && "cursor-pointer"}
                  >
                    <title>{`${name}, ${full[at]}: ${value === null ? "–" : amount(value, unit, decimals)}`}</title>
                  </rect>
                  {hasText && value !== null && (
                    <text
                      x={left + at * cell + (cell - GAP) / 2}
                      y={row * high + (high - GAP) / 2}
                      dy="0.35em"
                      textAnchor="middle"
                      fill={inkOn(shade(share))}
                      className="pointer-events-none"
                    >
                      {text(value)}
                    </text>
                  )}
                </Fragment>
              );
            })}
          </g>
        ))}
        {labels.map(
          (column, at) =>
            at % every === 0 && (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by position
              <text key={at} x={left + at * cell} y={height - 8} fill="var(--ink-3)">
                <title>{column}</title>
                {cut(named.tick(column), Math.max(2, Math.floor((cell * every) / CHARACTER) - 1))}
              </text>
            ),
        )}
      </svg>
    </div>
  );
}

const shade = (share: number): string =>
  `color-mix(in oklab, var(--chart-1) ${Math.round(8 + share * 92)}%, var(--sheet))`;

/** Black on light shades and white on dark ones, in both themes. */
const inkOn = (ground: string): string => `oklch(from ${ground} calc((${MIDDLE} - l) * 1000) 0 0)`;

const cut = (text: string, maxChars: number): string =>
  text.length > maxChars ? `${text.slice(0, Math.max(1, maxChars - 1))}…` : text;
