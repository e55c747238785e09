import { type KeyboardEvent, useState } from "react";
import type { Block } from "@/lib/shared/blocks";
import type { QueryState } from "../queries";
import { type ChartData, colourOf, PiePlot, Plot } from "./chart-plot";
import { formatCell } from "./format";
import { useSize } from "./use-size";

type ChartViewProps = { block: Omit<Block<"chart">, "data"> & { data?: unknown }; query?: QueryState };

/** A chart of a published sheet. Kinds other than area, line and pie are drawn as bars. */
export function ChartView({ block, query }: ChartViewProps) {
  const { place, size } = useSize();
  const [chosen, setChosen] = useState<number>();
  const data = query ? dataOf(query) : (block.data as ChartData);
  const { labels, series } = data;
  const { title, chartType, stacked, unit } = block;
  const isPie = chartType === "pie";
  const names = isPie ? labels : series.map(({ name }) => name);
  const at = chosen !== undefined && chosen < labels.length ? chosen : undefined;
  const onKeyDown = ({ key }: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (step) setChosen(Math.max(0, Math.min(labels.length - 1, at === undefined ? 0 : at + step)));
    if (key === "Escape") setChosen(undefined);
  };
  const drawn = { data, size, at, onChoose: setChosen };
  return (
    <figure className="flex flex-col gap-2">
      {title !== undefined && <figcaption className="font-medium">{title}</figcaption>}
      {query?.error !== undefined && <p role="alert">{query.error}</p>}
      <div className="flex h-70 w-full flex-col gap-2 text-meta tabular-nums">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls */}
        <div
          ref={place}
          role="group"
          aria-label={title ?? names.join(", ")}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move between the values
          tabIndex={0}
          className="relative min-h-0 flex-1 rounded-in outline-none focus-visible:outline-2 focus-visible:outline-ink"
          onKeyDown={onKeyDown}
          onPointerLeave={() => setChosen(undefined)}
          onBlur={() => setChosen(undefined)}
        >
          {size.width > 0 &&
            (isPie ? (
              <PiePlot {...drawn} />
            ) : (
              <Plot {...drawn} kind={chartType} isStacked={stacked === true} />
            ))}
          <p role="status" className="contents">
            {at !== undefined && (
              <Values {...{ isPie, data, at, unit }} isLeft={!isPie && (at + 0.5) / labels.length > 0.5} />
            )}
          </p>
        </div>
        {names.length > 1 && <Legend names={names} />}
      </div>
    </figure>
  );
}

type ValuesProps = { isPie: boolean; isLeft: boolean; data: ChartData; at: number; unit: string | undefined };

/** The values at a label, on the side of the chart that the pointer is not on. */
function Values({ isPie, isLeft, data: { labels, series }, at, unit }: ValuesProps) {
  return (
    <span
      className={`pointer-events-none absolute top-0 grid max-w-64 min-w-32 gap-1 rounded-in bg-float px-2.5 py-2 text-ink shadow-float ${isLeft ? "start-0" : "end-0"}`}
    >
      <span className="text-ink-2 wrap-anywhere">{labels[at]}</span>
      {(isPie ? series.slice(0, 1) : series).map(({ name, values }, index) => (
        <span key={name} className="flex items-center gap-1.5">
          <Mark at={isPie ? at : index} />
          <span className="min-w-0 truncate text-ink-2">{name}</span>
          <span className="ms-auto ps-3 font-medium">{formatCell(values[at], { unit }) || "–"}</span>
        </span>
      ))}
    </span>
  );
}

const Legend = ({ names }: { names: readonly string[] }) => (
  <ul className="flex max-h-12 flex-wrap justify-center gap-x-4 gap-y-1 overflow-y-auto">
    {names.map((name, at) => (
      <li key={name} className="flex min-w-0 items-center gap-1.5 text-ink-2">
        <Mark at={at} />
        <span className="truncate">{name}</span>
      </li>
    ))}
  </ul>
);

const Mark = ({ at }: { at: number }) => (
  <span aria-hidden className="size-2 shrink-0 rounded-[2px]" style={{ backgroundColor: colourOf(at) }} />
);

/** The first column has the labels, the others are series. */
function dataOf({ columns: [label = "", ...names], rows }: QueryState): ChartData {
  return {
    labels: rows.map((row) => String(row[label] ?? "")),
    series: names.map((name) => ({
      name,
      values: rows.map((row) => (typeof row[name] === "number" ? row[name] : null)),
    })),
  };
}
