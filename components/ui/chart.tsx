"use client";

import type { ComponentProps } from "react";
import { Legend, type LegendPayload, type LegendProps, ResponsiveContainer, Tooltip } from "recharts";
import { type ChartConfig, ChartContext, coloursOf, entryOf, useChartConfig } from "./chart-config";
import { cn } from "./cn";

export type { ChartConfig } from "./chart-config";
export { ChartTooltipContent } from "./chart-tooltip";

type ChartContainerProps = ComponentProps<"div"> &
  Pick<ComponentProps<typeof ResponsiveContainer>, "initialDimension" | "children"> & { config: ChartConfig };

/** Sizes a recharts chart to this element and applies our colours and fonts. */
export function ChartContainer({
  className,
  config,
  style,
  initialDimension = { width: 320, height: 200 },
  children,
  ...props
}: ChartContainerProps) {
  return (
    <ChartContext value={config}>
      <div
        data-slot="chart"
        style={{ ...coloursOf(config), ...style }}
        className={cn(
          "flex aspect-video w-full min-w-0 justify-center text-meta tabular-nums [&_.recharts-surface]:outline-none",
          // Override only the default greys and whites of recharts, not colours that the caller has set.
          "[&_text[fill='#666']]:fill-ink-3 [&_text[fill='#808080']]:fill-ink-2 [&_[stroke='#666']]:stroke-line-strong",
          "[&_.recharts-cartesian-grid_[stroke='#ccc']]:stroke-line [&_.recharts-polar-grid_[stroke='#ccc']]:stroke-line",
          "[&_.recharts-reference-line_[stroke='#ccc']]:stroke-line-control [&_.recharts-layer]:outline-none",
          "[&_.recharts-curve.recharts-tooltip-cursor]:stroke-line-control",
          "[&_.recharts-rectangle.recharts-tooltip-cursor]:fill-fill-press [&_.recharts-radial-bar-background-sector]:fill-fill",
          "[&_.recharts-dot[stroke='#fff']]:stroke-sheet [&_.recharts-sector[stroke='#fff']]:stroke-sheet",
          className,
        )}
        {...props}
      >
        <ResponsiveContainer initialDimension={initialDimension}>{children}</ResponsiveContainer>
      </div>
    </ChartContext>
  );
}

/** Sets the colours of a chart outside of its container, on the element with `data-chart={id}`. */
export function ChartStyle({ id, config }: { id: string; config: ChartConfig }) {
  const colours = Object.entries(coloursOf(config)).map(([name, colour]) => `${name}:${colour};`);
  return <style>{`[data-chart="${CSS.escape(id)}"]{${colours.join("").replaceAll("<", "")}}`}</style>;
}

export const ChartTooltip = Tooltip;
export const ChartLegend = Legend;

type LegendContentProps = ComponentProps<"div"> &
  Pick<LegendProps, "verticalAlign"> & {
    payload?: readonly LegendPayload[];
    hideIcon?: boolean;
    nameKey?: string;
  };

export function ChartLegendContent({
  className,
  payload = [],
  verticalAlign = "bottom",
  hideIcon = false,
  nameKey,
}: LegendContentProps) {
  const config = useChartConfig();
  return (
    <ul
      className={cn(
        "flex flex-wrap items-center justify-center gap-x-4 gap-y-1",
        verticalAlign === "top" ? "pb-3" : "pt-3",
        className,
      )}
    >
      {payload
        .filter(({ type }) => type !== "none")
        .map((item, index) => {
          const key =
            nameKey ?? (typeof item.dataKey === "function" ? "value" : `${item.dataKey ?? "value"}`);
          const entry = entryOf(config, item, key);
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: entries are identified by their position
              key={index}
              className="flex items-center gap-1.5 text-ink-2 [&>svg]:size-3 [&>svg]:text-ink-3"
            >
              {entry?.icon && !hideIcon ? (
                <entry.icon />
              ) : (
                <span
                  aria-hidden
                  className="size-2 shrink-0 rounded-[2px]"
                  style={{ backgroundColor: item.color }}
                />
              )}
              {entry?.label ?? item.value}
            </li>
          );
        })}
    </ul>
  );
}
