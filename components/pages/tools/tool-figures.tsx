import { cn } from "@/components/ui/cn";
import { duration } from "@/components/ui/kit/duration";
import { t } from "@/lib/shared/i18n/en/tools";
import type { ToolStats } from "@/lib/shared/tools/view";
import { isTroubled } from "./figures";
import { figure } from "./whole-number";

/** Grid columns of the list. A phone has one column, with the figures on a separate line. */
export const COLUMNS = "md:grid md:grid-cols-[minmax(0,1fr)_56px_56px_68px_264px] md:items-center md:gap-x-3";

export function ToolFigures({ stats }: { stats: ToolStats }) {
  const { calls, more, failures, medianMs } = stats;
  const cell = "text-right tabular-nums text-ink-2 max-md:hidden";
  if (calls === 0) return <span className="col-span-3 max-md:hidden" />;
  const isBad = isTroubled(stats);
  const count = t(more ? "callCountMore" : "callCount", { calls });
  const failed = t("failedCount", { failures });
  return (
    <>
      <span className={cell}>
        <Figure spoken={count}>{figure(calls) + (more ? "+" : "")}</Figure>
      </span>
      <span className={cn(cell, isBad && "text-danger")}>
        <Figure spoken={failed}>{figure(failures)}</Figure>
      </span>
      <span className={cell}>
        {medianMs !== null && (
          <Figure spoken={t("medianTime", { duration: duration(medianMs) })}>{duration(medianMs)}</Figure>
        )}
      </span>
      <span className="text-meta text-ink-3 tabular-nums md:hidden">
        {count}
        {failures > 0 && (
          <>
            , <span className={cn(isBad && "text-danger")}>{failed}</span>
          </>
        )}
        {medianMs !== null && `, ${duration(medianMs)}`}
      </span>
    </>
  );
}

/** A figure under its column heading. Screen readers read `spoken`, which names it. */
const Figure = ({ spoken, children }: { spoken: string; children: string }) => (
  <>
    <span aria-hidden>{children}</span>
    <span className="sr-only">{spoken}</span>
  </>
);
