"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { Fragment } from "react";
import { historyOf } from "@/components/client/events";
import { ChangeList } from "@/components/client/undo/change-list";
import { troubleText } from "@/components/client/versions/trouble";
import { When } from "@/components/client/versions/when";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import Link from "@/components/ui/kit/agent-base";
import type { AwayView } from "@/lib/shared/away";
import { t } from "@/lib/shared/i18n/en/away";
import { t as common } from "@/lib/shared/i18n/en/common";
import { formatTag } from "@/lib/shared/i18n/locale";
import type { JobRunStatus } from "@/lib/shared/jobs/contract";
import { dismissAway, readAway, switchOn } from "./api";

type AwayPanelProps = { since: string; now: string; onClose: () => void };

export function AwayPanel({ since, now, onClose }: AwayPanelProps) {
  const { data: away } = useQuery({
    queryKey: ["away", since],
    queryFn: ({ signal }) => readAway(since, signal),
    meta: { outdatedBy: (change) => historyOf(change) !== undefined },
  });
  const { mutate: dismiss } = useMutation({ mutationFn: dismissAway });
  if (!away || !hasNews(away)) return null;
  const close = () => {
    dismiss();
    onClose();
  };
  const time = () => <When at={away.since} now={now} />;
  return (
    <section
      aria-label={t("title")}
      className="fixed right-4 bottom-4 z-40 flex max-h-[min(560px,calc(100dvh-32px))] w-96 flex-col rounded-sheet bg-float text-ui text-ink shadow-float max-md:inset-x-3 max-md:top-16 max-md:bottom-auto max-md:max-h-[60dvh] max-md:w-auto print:hidden"
    >
      <header className="flex items-start gap-2 px-4 pt-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-prose font-medium">{t("title")}</h2>
          <p className="text-meta text-ink-3">
            {away.cost === null
              ? t.rich("since", { time })
              : t.rich("sinceCost", { time, cost: dollars(away.cost) })}
          </p>
        </div>
        <IconButton label={common("dismiss")} onClick={close} className="-mr-2">
          <X aria-hidden />
        </IconButton>
      </header>
      <div className="flex min-h-0 flex-col gap-3 overflow-y-auto px-4 pt-2 pb-4">
        <ul aria-label={t("ran")} className="flex flex-col">
          {away.runs.map((run) => (
            <RunLine key={run.jobId} run={run} />
          ))}
        </ul>
        {away.done.length > 0 && (
          <div>
            <h3 className="pb-1 text-meta text-ink-3">{t("changed")}</h3>
            <div className="-mx-3 border-line border-y">
              <ChangeList changes={away.done} />
            </div>
          </div>
        )}
        {away.isCut && <p className="text-meta text-ink-3">{t("more")}</p>}
        <Button asChild variant="outline" className="self-start">
          <Link href="/calendar/jobs" onClick={close}>
            {t("openJobs")}
          </Link>
        </Button>
      </div>
    </section>
  );
}

/** Check-ins that found no work are not news. */
export const hasNews = ({ runs, done }: Pick<AwayView, "runs" | "done">): boolean =>
  done.length > 0 ||
  runs.some(
    ({ kind, counts }) =>
      kind !== "pulse" || counts.some(({ status }) => status === "failed" || status === "waiting"),
  );

const DID: Record<JobRunStatus, string> = {
  get queued() {
    return t("queued");
  },
  get running() {
    return t("running");
  },
  get waiting() {
    return common("waitingForYou");
  },
  get completed() {
    return t("done");
  },
  get failed() {
    return t("failed");
  },
  get skipped() {
    return t("skipped");
  },
  get missed() {
    return t("missed");
  },
};

const describeRuns = (status: JobRunStatus, count: number): string =>
  count === 1 ? DID[status] : `${count}× ${DID[status]}`;

const TONES: Partial<Record<JobRunStatus, string>> = { waiting: "text-accent", failed: "text-danger" };

function RunLine({ run }: { run: AwayView["runs"][number] }) {
  const { kind, name, conversationId, counts, cost } = run;
  const title = kind === "pulse" ? t("checkIns") : (name ?? t("deletedJob"));
  return (
    <li className="flex min-h-8 flex-wrap items-baseline gap-x-2 py-1">
      {conversationId ? (
        <Link
          href={`/chat/${conversationId}`}
          title={title}
          className="min-w-0 flex-1 truncate font-medium underline decoration-line-control underline-offset-4 hover:decoration-ink"
        >
          {title}
        </Link>
      ) : (
        <span title={title} className="min-w-0 flex-1 truncate font-medium">
          {title}
        </span>
      )}
      <span className="shrink-0 text-meta text-ink-3 tabular-nums">
        {counts.map(({ status, count }, nth) => (
          <Fragment key={status}>
            {nth > 0 && ", "}
            {TONES[status] ? (
              <span className={TONES[status]}>{describeRuns(status, count)}</span>
            ) : (
              describeRuns(status, count)
            )}
          </Fragment>
        ))}
        {cost !== null && ` · ${dollars(cost)}`}
      </span>
      <SwitchedOff run={run} />
    </li>
  );
}

/** Reports that failures switched a job off, with the last error and a button to switch it on. */
function SwitchedOff({ run }: { run: AwayView["runs"][number] }) {
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: () => switchOn(run) });
  if (run.offBecause === undefined) return null;
  return (
    <div className="flex w-full items-center gap-2 text-meta text-ink-2">
      <span className="min-w-0 flex-1 wrap-anywhere" role="status">
        {isSuccess ? t("switchedOn") : t("switchedOff", { error: run.offBecause })}
        {error && ` ${t("notSwitchedOn", { error: troubleText(error) })}`}
      </span>
      {!isSuccess && (
        <Button variant="outline" size="sm" aria-disabled={isPending} onClick={() => !isPending && mutate()}>
          {t("switchOn")}
        </Button>
      )}
    </div>
  );
}

const CENT = 0.01;
const DOLLARS = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" } as const;

function dollars(cost: number): string {
  const format = new Intl.NumberFormat(formatTag(), DOLLARS);
  return cost > 0 && cost < CENT ? t("lessThan", { amount: format.format(CENT) }) : format.format(cost);
}
