import { ArrowDown, ArrowUp, Minus } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { type Metric, metricChange, metricValue } from "@/lib/shared/blocks/metrics";
import { t } from "@/lib/shared/i18n/en/blocks";
import type { BlockProps } from "./props";

export function MetricsBlock({ block: { items } }: BlockProps<"metrics">) {
  return (
    <dl className="grid grid-cols-1 gap-3 @min-[260px]:grid-cols-2 @min-[520px]:grid-cols-3">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: metrics are identified by position
        <div key={index} className="flex min-w-0 flex-col gap-1 rounded-in border border-line px-3 py-2.5">
          <dt className="truncate text-meta text-ink-3" title={item.label}>
            {item.label}
          </dt>
          <dd className="flex min-w-0 flex-col gap-1">
            <span className="flex min-w-0 flex-wrap items-center justify-between gap-x-2">
              <span className="max-w-full shrink-0 text-prose font-medium tabular-nums wrap-anywhere">
                {metricValue(item)}
              </span>
              {item.trend && <Spark values={item.trend} />}
            </span>
            <Change item={item} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Change({ item }: { item: Metric }) {
  const changeText = metricChange(item);
  const { change = 0, good } = item;
  if (!changeText) return null;
  const Icon = change > 0 ? ArrowUp : change < 0 ? ArrowDown : Minus;
  const isGood = good !== undefined && change !== 0 && change > 0 === (good === "up");
  const isBad = good !== undefined && change !== 0 && !isGood;
  return (
    <span
      className={cn(
        "flex min-w-0 items-center gap-1 text-meta",
        isGood ? "text-success" : isBad ? "text-danger" : "text-ink-3",
      )}
    >
      <Icon aria-hidden className="size-3 shrink-0" />
      <span className="wrap-anywhere">{changeText}</span>
    </span>
  );
}

const WIDTH = 64;
const HEIGHT = 20;

function Spark({ values }: { values: readonly number[] }) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const points = values.map((value, at) => {
    const x = (at / (values.length - 1)) * (WIDTH - 2) + 1;
    const y = high === low ? HEIGHT / 2 : HEIGHT - 2 - ((value - low) / (high - low)) * (HEIGHT - 4);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg
      role="img"
      aria-label={t("trend", { first: values[0] ?? 0, last: values.at(-1) ?? 0, low, high })}
      preserveAspectRatio="none"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="h-5 max-w-16 grow basis-10 text-chart-1"
    >
      <polyline
        points={points.join(" ")}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
