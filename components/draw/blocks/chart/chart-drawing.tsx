"use client";

import { memo, type ReactNode, startTransition, useDeferredValue, useEffect, useState } from "react";
import { Pie, PieChart, Tooltip } from "recharts";
import { cn } from "@/components/ui/cn";
import { useWidth } from "@/components/ui/kit/hooks/use-width";
import { type DrawnChart, drawnAs } from "@/lib/shared/blocks/chart";
import type { ChartData } from "@/lib/shared/blocks/chart-data";
import { t } from "@/lib/shared/i18n/en/blocks";
import { formatTag } from "@/lib/shared/i18n/locale";
import { Swatch } from "../swatch";
import { ChartHeat } from "./chart-heat";
import { amount, COLOURS, described, isSign, shapeOf, slices, summary } from "./chart-numbers";
import type { Picking } from "./chart-pick";
import { type ChartParts, ChartPlot, heightOf } from "./chart-plot";
import { ChartScatter } from "./chart-scatter";
import { ChartTooltip } from "./chart-tooltip";

type ChartProps = { block: DrawnChart; hidden: ReadonlySet<number>; picking?: Picking };
/** `atOnce`: renders all parts at once, for an image. */
type ChartDrawingProps = ChartProps & { atOnce?: boolean };

export function ChartDrawing({ block, hidden, picking, atOnce = false }: ChartDrawingProps) {
  const { chartType, data, title, xLabel } = block;
  const [frame, measured] = useWidth<HTMLDivElement>();
  // Deferred, so that rendering does not block the page: a chart is the largest element of most surfaces.
  const width = useDeferredValue(measured);
  const hasWidth = width > 0;
  const part = useParts(hasWidth, atOnce || WITHOUT_AXES.has(chartType));
  const [isNear, setNear] = useState(false);
  const near = () => setNear(true);
  const parts = { hasAxes: part !== "marks", hasTooltip: isNear };
  const text = {
    label: summary(chartType, data, title),
    description: described(block),
  };
  if (shapeOf(data).isEmpty)
    return <p className="flex h-60 items-center justify-center text-ui text-ink-2">{t("noValues")}</p>;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the chart inside is what the user points at or focuses */}
      <div
        ref={frame}
        onPointerEnter={near}
        onFocus={near}
        style={{ minHeight: chartType === "heatmap" ? undefined : heightOf(measured) }}
        // Recharts gives the focus to a pressed layer; the outline would mean nothing to the user.
        className={cn("min-w-0 [&_g]:outline-none [&_svg]:rounded-[2px]", part !== "whole" && "invisible")}
      >
        {hasWidth && (
          <Chart block={block} width={width} hidden={hidden} picking={picking} {...text} {...parts} />
        )}
      </div>
      {xLabel && <p className="text-center text-meta text-ink-3">{xLabel}</p>}
    </>
  );
}

/** Chart types without axes, or with axes that render quickly, so that the axes need no separate task. */
const WITHOUT_AXES: ReadonlySet<DrawnChart["chartType"]> = new Set(["pie", "heatmap", "scatter"]);

type Part = "marks" | "axes" | "whole";

/**
 * Splits rendering into parts, because Recharts renders everything in one long task: first the marks, then the axes,
 * then the tooltip on demand. The chart stays invisible until `whole`, which follows the axes directly.
 */
function useParts(hasWidth: boolean, atOnce: boolean): Part {
  const [part, setPart] = useState<Part>(atOnce ? "whole" : "marks");
  useEffect(() => {
    if (part === "axes") setPart("whole");
    else if (hasWidth && part === "marks") startTransition(() => setPart("axes"));
  }, [hasWidth, part]);
  return part;
}

const Chart = memo(OneChart);

type OneChartProps = ChartProps & ChartParts & { width: number; label: string; description?: string };

export function OneChart({ block, hidden, ...rest }: OneChartProps) {
  const { chartType, data, unit } = block;
  switch (chartType) {
    case "pie":
      return <ChartPie data={data} unit={unit} {...rest} />;
    case "heatmap":
      return <ChartHeat block={block} {...rest} />;
    case "scatter":
      return <ChartScatter block={block} hidden={hidden} {...rest} />;
    case "histogram":
      return <ChartPlot block={drawnAs(block)} kind="bar" hidden={hidden} {...rest} />;
    default:
      return <ChartPlot block={block} kind={chartType} hidden={hidden} {...rest} />;
  }
}

/**
 * Returns the label of the vertical axis. Omits the unit of a pie if it is a sign such as €, because every amount of
 * the pie shows it.
 */
export function scaleOf({ chartType, yLabel, unit }: DrawnChart): string {
  return [yLabel, chartType === "pie" && unit && isSign(unit) ? "" : unit].filter(Boolean).join(", ");
}

/**
 * Returns whether a chart needs a legend: not a pie, a heat map, a single unnamed series, or a single series with
 * a label at its axis.
 */
export function isNamed(block: DrawnChart): boolean {
  const { chartType, data } = block;
  if (chartType === "pie" || chartType === "heatmap") return false;
  if (data.series.length === 1 && scaleOf(block)) return false;
  return data.series.some(({ name }) => name !== "Value");
}

export function ChartFrame({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <figure className="flex flex-col gap-2">
      {title && <figcaption className="text-ui font-medium">{title}</figcaption>}
      {children}
    </figure>
  );
}

const SIZE = 200;

const formatShare = (share: number): string =>
  share.toLocaleString(formatTag(), { style: "percent", maximumFractionDigits: 1 });

type ChartPieProps = Pick<ChartParts, "hasTooltip"> & {
  data: ChartData;
  unit?: string;
  width: number;
  label: string;
  description?: string;
};

/** Pie with a legend that lists all values and shares, so that nothing depends on telling colors apart. */
function ChartPie({ data, unit, width, label, description, hasTooltip }: ChartPieProps) {
  const parts = slices(data).map((part, index) => ({ ...part, fill: COLOURS[index] }));
  const narrow = width < 400;
  return (
    <div className={cn("flex items-center gap-8 py-2", narrow && "flex-col gap-4")}>
      <PieChart width={SIZE} height={SIZE} title={label} desc={description}>
        <Pie
          data={parts}
          dataKey="value"
          nameKey="label"
          outerRadius="98%"
          startAngle={90}
          endAngle={-270}
          stroke="var(--sheet)"
          strokeWidth={1}
          isAnimationActive={false}
        />
        {hasTooltip && (
          <Tooltip isAnimationActive={false} content={(props) => <ChartTooltip {...props} unit={unit} />} />
        )}
      </PieChart>
      <ul className={cn("flex min-w-0 flex-1 flex-col text-ui", narrow && "w-full")}>
        {parts.map(({ label, value, share, fill }) => (
          <li key={label} className="flex min-h-8 items-center gap-3 border-line border-b last:border-0">
            <Swatch colour={fill} />
            <span className="min-w-0 flex-1 truncate" title={label}>
              {label}
            </span>
            <span className="text-ink-3 tabular-nums">{amount(value, unit)}</span>
            <span className="w-12 text-right tabular-nums">{formatShare(share)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
