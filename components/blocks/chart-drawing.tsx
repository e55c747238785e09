"use client";

import { type ReactNode, useDeferredValue } from "react";
import { Pie, PieChart, Tooltip } from "recharts";
import { useWidth } from "@/components/kit/use-width";
import { cn } from "@/components/ui/cn";
import { type DrawnChart, drawnAs } from "@/lib/shared/blocks/chart";
import type { ChartData } from "@/lib/shared/blocks/chart-data";
import { ChartHeat } from "./chart-heat";
import { amount, COLOURS, described, isSign, shapeOf, slices, summary } from "./chart-numbers";
import type { Picking } from "./chart-pick";
import { ChartPlot, heightOf } from "./chart-plot";
import { ChartScatter } from "./chart-scatter";
import { ChartTooltip } from "./chart-tooltip";
import { Swatch } from "./swatch";

type ChartDrawingProps = { block: DrawnChart; hidden: ReadonlySet<number>; picking?: Picking };

/** The chart itself, as wide as its place. */
export function ChartDrawing({ block, hidden, picking }: ChartDrawingProps) {
  const { chartType, data, title, xLabel } = block;
  const [frame, measured] = useWidth<HTMLDivElement>();
  // What is measured is drawn in pieces, in between which the page goes on: a chart is the largest thing of most sheets.
  const width = useDeferredValue(measured);
  const text = {
    label: summary(chartType, data, title),
    description: described(block),
  };
  if (shapeOf(data).isEmpty)
    return (
      <p className="flex h-60 items-center justify-center text-ui text-ink-2">
        There are no numbers to draw, only gaps.
      </p>
    );
  return (
    <>
      <div
        ref={frame}
        style={{ minHeight: chartType === "heatmap" ? undefined : heightOf(measured) }}
        className="min-w-0 [&_svg]:rounded-[2px]"
      >
        {width > 0 && <OneChart block={block} width={width} hidden={hidden} picking={picking} {...text} />}
      </div>
      {xLabel && <p className="text-center text-meta text-ink-3">{xLabel}</p>}
    </>
  );
}

type OneChartProps = ChartDrawingProps & { width: number; label: string; description?: string };

/** The chart of one kind, without what stands around it. */
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

/** What the vertical axis counts. A pie has none: what every amount says need not be said above. */
export function scaleOf({ chartType, yLabel, unit }: DrawnChart): string {
  return [yLabel, chartType === "pie" && unit && isSign(unit) ? "" : unit].filter(Boolean).join(", ");
}

/** A pie has its own legend, and one series without a name needs none. */
export function isNamed({ chartType, data }: DrawnChart): boolean {
  return chartType !== "pie" && chartType !== "heatmap" && data.series.some(({ name }) => name !== "Value");
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
const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });

type ChartPieProps = { data: ChartData; unit?: string; width: number; label: string; description?: string };

/** A pie beside its legend, which also says every value and share: nothing depends on telling the colours apart. */
function ChartPie({ data, unit, width, label, description }: ChartPieProps) {
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
        <Tooltip isAnimationActive={false} content={(props) => <ChartTooltip {...props} unit={unit} />} />
      </PieChart>
      <ul className={cn("flex min-w-0 flex-1 flex-col text-ui", narrow && "w-full")}>
        {parts.map(({ label, value, share, fill }) => (
          <li key={label} className="flex min-h-8 items-center gap-3 border-line border-b last:border-0">
            <Swatch colour={fill} />
            <span className="min-w-0 flex-1 truncate" title={label}>
              {label}
            </span>
            <span className="text-ink-3 tabular-nums">{amount(value, unit)}</span>
            <span className="w-12 text-right tabular-nums">{percent.format(share)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
