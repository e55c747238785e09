import { cn } from "@/components/ui/cn";
import { duration } from "@/components/ui/kit/duration";
import type { ToolStats } from "@/lib/shared/tools/view";
import { isTroubled } from "./figures";

/** Grid columns of the list. A phone has one column, with the figures on a separate line. */
export const COLUMNS = "md:grid md:grid-cols-[minmax(0,1fr)_56px_56px_68px_236px] md:items-center md:gap-x-3";

export function ToolFigures({ stats }: { stats: ToolStats }) {
  const { calls, more, failures, medianMs } = stats;
  const cell = "text-right tabular-nums text-ink-2 max-md:hidden";
  if (calls === 0) return <span className="col-span-3 max-md:hidden" />;
  const isBad = isTroubled(stats);
  const count = `${calls.toLocaleString("en")}${more ? "+" : ""}`;
  return (
    <>
      <span className={cell}>
        {count}
        <span className="sr-only"> calls</span>
      </span>
      <span className={cn(cell, isBad && "text-danger")}>
        {failures.toLocaleString("en")}
        <span className="sr-only"> failed</span>
      </span>
      <span className={cell}>
        {medianMs === null ? null : duration(medianMs)}
        <span className="sr-only">{medianMs !== null && " median"}</span>
      </span>
      <span className="text-meta text-ink-3 tabular-nums md:hidden">
        {count} {calls === 1 ? "call" : "calls"}
        {failures > 0 && (
          <span className={cn(isBad && "text-danger")}>, {failures.toLocaleString("en")} failed</span>
        )}
        {medianMs !== null && `, ${duration(medianMs)}`}
      </span>
    </>
  );
}
