import { cn } from "@/components/ui/cn";
import type { ChartData } from "@/lib/shared/blocks/chart-data";
import { t } from "@/lib/shared/i18n/en/blocks";
import { Swatch } from "../swatch";
import { COLOURS } from "./chart-numbers";

type ChartLegendProps = {
  series: ChartData["series"];
  hidden: ReadonlySet<number>;
  /** Without this callback the legend is read-only and omits hidden series. */
  onToggle?: (index: number) => void;
};

export function ChartLegend({ series, hidden, onToggle }: ChartLegendProps) {
  return (
    <ul className="flex min-w-0 flex-1 flex-wrap gap-x-1">
      {series.map(({ name }, index) => {
        const isHidden = hidden.has(index);
        if (isHidden && !onToggle) return null;
        const inner = (
          <>
            <Swatch colour={isHidden ? "var(--line-control)" : COLOURS[index]} />
            <span className={cn("min-w-0 truncate", isHidden && "text-ink-3 line-through")}>{name}</span>
          </>
        );
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: series are identified by position
          <li key={index} className="flex min-w-0 items-center">
            {onToggle && series.length > 1 ? (
              <button
                type="button"
                aria-pressed={!isHidden}
                title={isHidden ? t("showName", { name }) : t("hideName", { name })}
                onClick={() => onToggle(index)}
                className="-ml-1.5 flex min-h-control-small max-w-60 items-center gap-2 rounded-in px-1.5 transition-colors not-first:ml-0 hover:bg-fill-hover hover:text-ink"
              >
                {inner}
              </button>
            ) : (
              <span className="flex min-h-control-small max-w-60 items-center gap-2 pr-3">{inner}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
