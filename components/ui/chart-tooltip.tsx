"use client";

import type { ComponentProps, ReactNode } from "react";
import type { TooltipContentProps, TooltipPayloadEntry } from "recharts";
import { type ChartConfig, entryOf, isRecord, useChartConfig } from "./chart-config";
import { cn } from "./cn";

type RechartsProps = Pick<
  TooltipContentProps,
  "active" | "payload" | "label" | "labelFormatter" | "formatter"
>;

type ChartTooltipContentProps = Partial<RechartsProps> &
  Pick<ComponentProps<"div">, "className" | "color"> & {
    labelClassName?: string;
    indicator?: "dot" | "line" | "dashed";
    hideLabel?: boolean;
    hideIndicator?: boolean;
    nameKey?: string;
    labelKey?: string;
  };

/**
 * Lists the values of all series at one point. Use it as `<ChartTooltip content={<ChartTooltipContent />}
 * />`.
 */
export function ChartTooltipContent({
  active = false,
  payload = [],
  label,
  className,
  labelClassName,
  indicator = "dot",
  hideLabel = false,
  hideIndicator = false,
  labelFormatter,
  formatter,
  color,
  nameKey,
  labelKey,
}: ChartTooltipContentProps) {
  const config = useChartConfig();
  if (!active || payload.length === 0) return null;
  const heading = hideLabel ? null : headingOf(config, payload, label, labelKey);
  const head = heading !== null && (labelFormatter ? labelFormatter(heading, payload) : heading);
  return (
    <div
      className={cn(
        "grid min-w-32 max-w-64 items-start gap-1.5 rounded-in bg-float px-2.5 py-2 text-meta text-ink shadow-float",
        className,
      )}
    >
      {head && <div className={cn("text-ink-2", labelClassName)}>{head}</div>}
      <div className="grid gap-1">
        {payload
          .filter(({ type }) => type !== "none")
          .map((item, index) => {
            const entry = entryOf(config, item, keyOf(item, nameKey));
            return (
              <div
                // biome-ignore lint/suspicious/noArrayIndexKey: series are identified by their position
                key={index}
                className="flex w-full flex-wrap items-center gap-1.5 [&>svg]:size-3 [&>svg]:text-ink-3"
              >
                {formatter && item.value !== undefined && item.name !== undefined ? (
                  formatter(item.value, item.name, item, index, payload)
                ) : (
                  <>
                    {entry?.icon ? (
                      <entry.icon />
                    ) : (
                      !hideIndicator && <Mark kind={indicator} colour={color ?? colourOf(item)} />
                    )}
                    <span className="text-ink-2">{entry?.label ?? item.name}</span>
                    <span className="ml-auto pl-3 font-medium tabular-nums">{shown(item.value)}</span>
                  </>
                )}
              </div>
            );
          })}
      </div>
    </div>
  );
}

function headingOf(
  config: ChartConfig,
  payload: readonly TooltipPayloadEntry[],
  label: string | number | undefined,
  labelKey: string | undefined,
): ReactNode {
  const [first] = payload;
  const byKey = first && entryOf(config, first, keyOf(first, labelKey))?.label;
  if (labelKey) return byKey ?? null;
  if (typeof label !== "string") return label ?? byKey ?? null;
  return (Object.hasOwn(config, label) && config[label]?.label) || label;
}

const keyOf = (item: TooltipPayloadEntry, key: string | undefined): string =>
  key ?? String(item.name ?? (typeof item.dataKey === "function" ? "value" : item.dataKey) ?? "value");

function colourOf(item: TooltipPayloadEntry): string | undefined {
  const datum: unknown = item.payload;
  return isRecord(datum) && typeof datum.fill === "string" ? datum.fill : item.color;
}

const shown = (value: TooltipPayloadEntry["value"]): ReactNode =>
  typeof value === "number" ? value.toLocaleString() : Array.isArray(value) ? value.join(" – ") : value;

const MARKS = {
  dot: "size-2 rounded-[2px]",
  line: "h-3.5 w-1 rounded-[2px]",
  dashed: "h-3.5 w-0 border-2 border-dashed",
};

function Mark({ kind, colour }: { kind: keyof typeof MARKS; colour: string | undefined }) {
  const style = kind === "dashed" ? { borderColor: colour } : { backgroundColor: colour };
  return <span aria-hidden className={cn("shrink-0", MARKS[kind])} style={style} />;
}
