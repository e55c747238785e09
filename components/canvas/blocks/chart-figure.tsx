"use client";

import { ChartNoAxesColumn, Table2 } from "lucide-react";
import { useMemo, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import type { Block } from "@/lib/shared/blocks/index";
import { COLOURS, isSign, points, summary } from "./chart-numbers";
import { ChartPie } from "./chart-pie";
import { ChartPlot } from "./chart-plot";
import { Swatch } from "./swatch";
import { TableGrid } from "./table-grid";
import { useWidth } from "./use-width";

/** A chart with its legend and unit, and the same numbers as a table for who prefers or needs them. */
export function ChartFigure({ block }: { block: Block<"chart"> }) {
  const { chartType, data, title, unit, xLabel, yLabel } = block;
  const [asTable, setAsTable] = useState(false);
  const [frame, width] = useWidth<HTMLDivElement>();
  // A pie has no axis: what every amount says need not be said above.
  const scale = [yLabel, chartType === "pie" && unit && isSign(unit) ? "" : unit].filter(Boolean).join(", ");
  const named = chartType !== "pie" && data.series.some(({ name }) => name !== "Value");
  return (
    <figure className="flex flex-col gap-2">
      {title && <figcaption className="text-ui font-medium">{title}</figcaption>}
      <div className="flex min-h-6 gap-x-4 text-meta/6 text-ink-2">
        <ul className="flex min-w-0 flex-1 flex-wrap gap-x-4">
          {named &&
            data.series.map(({ name }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: series are their places
              <li key={index} className="flex items-center gap-2">
                <Swatch colour={COLOURS[index]} />
                {name}
              </li>
            ))}
        </ul>
        {scale && <span className="text-right text-ink-3">{scale}</span>}
        <IconButton
          label={asTable ? "Show as a chart" : "Show as a table"}
          size="icon-sm"
          className="-mr-1"
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? <ChartNoAxesColumn /> : <Table2 />}
        </IconButton>
      </div>
      {asTable ? (
        <NumbersTable block={block} />
      ) : (
        <div ref={frame} className="min-h-60 min-w-0 [&_svg]:rounded-[2px]">
          {width > 0 &&
            (chartType === "pie" ? (
              <ChartPie data={data} unit={unit} width={width} label={summary(chartType, data, title)} />
            ) : (
              <ChartPlot
                block={block}
                kind={chartType}
                width={width}
                label={summary(chartType, data, title)}
              />
            ))}
        </div>
      )}
      {xLabel && !asTable && <p className="text-center text-meta text-ink-3">{xLabel}</p>}
    </figure>
  );
}

function NumbersTable({ block: { data, xLabel = "" } }: { block: Block<"chart"> }) {
  const columns = useMemo(
    () => [
      { key: "label", label: xLabel },
      ...data.series.map(({ name }, index) => ({ key: `${index}`, label: name })),
    ],
    [data, xLabel],
  );
  const rows = useMemo(() => points(data).map(({ label, values }) => ({ label, ...values })), [data]);
  return <TableGrid columns={columns} rows={rows} />;
}
