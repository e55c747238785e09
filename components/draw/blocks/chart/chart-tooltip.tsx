import type { TooltipContentProps } from "recharts";
import { cn } from "@/components/ui/cn";
import { Swatch } from "../swatch";
import { amount } from "./chart-numbers";

type ChartTooltipProps = Pick<TooltipContentProps, "active" | "payload" | "label"> & {
  unit?: string;
  decimals?: number;
  named?: (label: string) => string;
};

export function ChartTooltip({ active, payload, label, unit, decimals, named = String }: ChartTooltipProps) {
  if (!active || payload.length === 0) return null;
  return (
    <div className="flex max-w-64 flex-col gap-1 rounded-in bg-float px-2.5 py-2 text-meta text-ink shadow-float">
      <p className="text-ink-2">{named(String(label))}</p>
      <ul className={cn("flex gap-x-3 gap-y-1", payload.length > 2 && "flex-col")}>
        {payload.map(({ name, value, color }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: series are identified by position
          <li key={index} className="flex items-center gap-1.5">
            <Swatch colour={color} />
            <span className="font-medium tabular-nums">
              {typeof value === "number" ? amount(value, unit, decimals) : "–"}
            </span>
            {name !== "Value" && <span className="text-ink-2">{name}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
