"use client";

import { CircleAlert } from "lucide-react";
import { When } from "@/components/client/versions/when";
import { Button } from "@/components/ui/button";
import { duration } from "@/components/ui/kit/duration";
import { Skeleton } from "@/components/ui/skeleton";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t as data } from "@/lib/shared/i18n/en/data";
import { t } from "@/lib/shared/i18n/en/dataSql";
import type { SqlRun } from "../api";

type RunListProps = {
  runs: readonly SqlRun[] | undefined;
  problem: string | undefined;
  onChoose: (sql: string) => void;
  onClear: () => void;
  onAgain: () => void;
};

export function RunList({ runs, problem, onChoose, onClear, onAgain }: RunListProps) {
  if (problem !== undefined)
    return (
      <div role="alert" className="flex flex-col items-start gap-2 p-5">
        <p>{t("runsFailed", { problem })}</p>
        <Button variant="outline" onClick={onAgain}>
          {common("tryAgain")}
        </Button>
      </div>
    );
  if (!runs) return <Skeleton className="m-5 h-24" />;
  if (runs.length === 0) return <p className="p-5 text-ink-2">{t("noRuns")}</p>;
  const now = new Date().toISOString();
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <ol aria-label={common("runs")} className="divide-y divide-line">
        {runs.map(({ id, sql, error, count, ms, createdAt }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => onChoose(sql)}
              className="flex min-h-9 w-full flex-wrap items-center gap-x-3 px-5 py-1.5 text-left -outline-offset-2 hover:bg-fill-hover max-md:min-h-11 max-md:px-4"
            >
              <span className="min-w-0 flex-1 basis-60 truncate font-mono text-meta">
                {sql.replace(/\s+/g, " ").trim()}
              </span>
              <span className="flex shrink-0 items-center gap-1.5 text-meta text-ink-3 tabular-nums">
                {error !== null && <CircleAlert aria-hidden className="size-3.5 text-danger" />}
                {error === null ? data("rowCount", { count: count ?? 0 }) : common("failed")}, {duration(ms)},{" "}
                <When at={createdAt} now={now} />
              </span>
            </button>
          </li>
        ))}
      </ol>
      <div className="border-line border-t px-3 py-2">
        <Button variant="ghost" onClick={onClear}>
          {t("clearHistory")}
        </Button>
      </div>
    </div>
  );
}
