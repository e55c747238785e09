import { CircleAlert } from "lucide-react";
import { failureText } from "@/components/client/failure";
import type { EditLog } from "@/components/draw/grid/edit-log";
import { Button } from "@/components/ui/button";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/data";
import { MAX_ROWS, type RowPages } from "./row-pages";

type RowsFootProps = {
  pages: RowPages;
  /** Number of rows of the whole table; null if unknown. */
  total: number | null;
  isChoice: boolean;
  message: string;
  edits: EditLog;
};

export function RowsFoot({ pages, total, isChoice, message, edits }: RowsFootProps) {
  const { head, problem } = pages;
  if (problem !== undefined)
    return (
      <footer
        role="alert"
        className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-line border-t px-4 py-2"
      >
        <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />
        <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
          {t("rowsFailed", { problem: failureText(problem) })}
        </p>
        <Button variant="outline" onClick={() => pages.refresh()}>
          {common("tryAgain")}
        </Button>
      </footer>
    );
  return (
    <footer className="flex h-10 shrink-0 items-center gap-4 border-line border-t px-4 text-meta text-ink-3 max-md:h-12">
      <span aria-live="polite" className="shrink-0 tabular-nums">
        {head ? counted(head.total, total, isChoice) : common("reading")}
      </span>
      <span role="status" className="min-w-0 flex-1 truncate">
        {message}
      </span>
      {edits.undoable.length > 0 && (
        <Button
          variant="ghost"
          size="sm"
          className="-mr-2 text-meta md:hidden"
          onClick={() => void edits.undo()}
        >
          {common("undo")}
        </Button>
      )}
      {head && head.key.length > 0 && (
        <span className="shrink-0 pointer-coarse:hidden max-[1127px]:hidden">{t("keys")}</span>
      )}
    </footer>
  );
}

function counted(found: number, total: number | null, isChoice: boolean): string {
  const rows =
    !isChoice || total === null
      ? t("rowCount", { count: found })
      : t("rowsFound", { found, count: Math.max(found, total) });
  return found > MAX_ROWS ? t("rowsCut", { rows, max: MAX_ROWS }) : rows;
}
