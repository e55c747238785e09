"use client";

import { failureText } from "@/components/client/failure";
import { usePagedList } from "@/components/client/paged-list";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/kit/agent-base";
import { duration } from "@/components/ui/kit/duration";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { Skeleton } from "@/components/ui/skeleton";
import { t as calendarText } from "@/lib/shared/i18n/en/calendar";
import { t } from "@/lib/shared/i18n/en/calendarJobs";
import { t as common } from "@/lib/shared/i18n/en/common";
import type { JobRunView } from "@/lib/shared/jobs/contract";
import { type Fired, isAboutJobs, readRuns } from "./api";
import { formatCost, formatJobTime, RUN_STATUS_LABELS } from "./labels";
import { StatusMark } from "./status-mark";

type RunListProps = {
  item: Fired;
  now: string;
  timeZone: string;
  /** Number of runs on a page. The default is the server's page size. */
  limit?: number;
};

export function RunList({ item, now, timeZone, limit }: RunListProps) {
  const { list, error, reload, older } = usePagedList({
    key: ["schedule", "runs", item.id],
    read: (cursor, signal) => readRuns(item, { cursor, limit }, signal),
    idOf: ({ id }) => id,
    outdatedBy: isAboutJobs,
  });
  if (!list)
    return error ? (
      <LoadFailure onRetry={() => void reload()}>
        {calendarText("notLoaded", { error: failureText(error) })}
      </LoadFailure>
    ) : (
      <div className="flex flex-col gap-2">
        {["first", "second", "third"].map((row) => (
          <Skeleton key={row} className="h-9" />
        ))}
      </div>
    );
  if (list.items.length === 0) return <p className="text-ink-2">{t("noRuns")}</p>;
  return (
    <div className="flex flex-col gap-3">
      <ol aria-label={common("runs")} className="divide-y divide-line border-line border-y">
        {list.items.map((run) => (
          <RunRow key={run.id} run={run} now={now} timeZone={timeZone} />
        ))}
      </ol>
      {older && (
        <Button
          variant="outline"
          aria-disabled={older.isBusy}
          className="self-start"
          onClick={() => older.load()}
        >
          {older.error ? common("tryAgain") : t("showOlder")}
        </Button>
      )}
    </div>
  );
}

type RunRowProps = { run: JobRunView; now: string; timeZone: string };

function RunRow({ run, now, timeZone }: RunRowProps) {
  const { dueAt, status, reason, cost, startedAt, endedAt, conversationId } = run;
  const took =
    startedAt && endedAt && status !== "skipped" && status !== "missed"
      ? duration(Date.parse(endedAt) - Date.parse(startedAt))
      : null;
  const when = <time dateTime={dueAt}>{formatJobTime(dueAt, now, timeZone)}</time>;
  return (
    <li className="flex min-h-9 items-start gap-2.5 py-2">
      <span className="flex h-5 items-center">
        <StatusMark status={status} />
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex flex-wrap gap-x-2">
          <span className={status === "failed" ? "text-danger" : undefined}>{RUN_STATUS_LABELS[status]}</span>
          <span className="text-ink-3 tabular-nums">
            {conversationId ? (
              <Link
                href={`/chat/${conversationId}`}
                className="text-ink underline decoration-line-control underline-offset-4 transition-colors hover:decoration-ink"
              >
                {when}
              </Link>
            ) : (
              when
            )}
          </span>
        </span>
        {reason && <span className="text-meta text-ink-2 wrap-anywhere">{reason}</span>}
      </span>
      <span className="shrink-0 text-right text-meta leading-5 text-ink-3 tabular-nums">
        {[took, formatCost(cost)].filter(Boolean).join(" · ")}
      </span>
    </li>
  );
}
