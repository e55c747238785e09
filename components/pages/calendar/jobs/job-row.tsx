"use client";

import { Pencil, Play } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import type { ActionGroups } from "@/components/ui/kit/action-menu";
import Link from "@/components/ui/kit/agent-base";
import { ActionsButton } from "@/components/ui/kit/menu-button";
import { Switch } from "@/components/ui/switch";
import { t } from "@/lib/shared/i18n/en/calendarJobs";
import { t as common } from "@/lib/shared/i18n/en/common";
import type { JobRunStatus } from "@/lib/shared/jobs/contract";
import { hrefOf } from "../calendar-url";
import { formatJobTime, RUN_STATUS_LABELS } from "./labels";
import { StatusMark } from "./status-mark";

type JobRowProps = {
  id: string;
  name: string;
  isOn: boolean;
  /** True while a run that the user requested has not started yet. */
  isStarting: boolean;
  when: ReactNode;
  next: ReactNode;
  last: ReactNode;
  /** Shown below the name if the last run did not succeed. */
  trouble?: ReactNode;
  groups: ActionGroups;
  onToggle: (isOn: boolean) => void;
  onRun: () => void;
  onOpen: () => void;
  onEdit: () => void;
};

export function JobRow({
  id,
  name,
  isOn,
  isStarting,
  when,
  next,
  last,
  trouble,
  groups,
  ...on
}: JobRowProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-2.5 md:grid-cols-[auto_minmax(0,1fr)_132px_172px_auto]">
      <Switch checked={isOn} aria-label={t("isOn", { name })} onCheckedChange={on.onToggle} />
      <div className="flex min-w-0 flex-col">
        <Link
          href={hrefOf({ at: "jobs", id })}
          title={name}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            on.onOpen();
          }}
          className="truncate rounded-in font-medium hover:underline"
        >
          {name}
        </Link>
        <span className="line-clamp-2 text-meta text-ink-3 wrap-anywhere md:line-clamp-1">{when}</span>
        {trouble}
      </div>
      <div className="text-meta text-ink-2 tabular-nums max-md:col-start-2 max-md:row-start-2 max-md:empty:hidden">
        {next}
      </div>
      <div className="text-meta text-ink-2 tabular-nums max-md:col-start-2 max-md:row-start-3">{last}</div>
      <div className="flex items-center max-md:col-start-3 max-md:row-start-1">
        <IconButton
          label={t("runNameNow", { name })}
          aria-disabled={isStarting}
          onClick={() => !isStarting && on.onRun()}
        >
          <Play aria-hidden />
        </IconButton>
        <IconButton label={t("edit", { name })} onClick={on.onEdit} className="max-md:hidden">
          <Pencil aria-hidden />
        </IconButton>
        <ActionsButton label={t("moreFor", { name })} groups={groups} />
      </div>
    </li>
  );
}

export const Dim = ({ children }: { children: ReactNode }) => <span className="text-ink-3">{children}</span>;

type TimeProps = { at: string; now: string; timeZone: string };

export const NextTime = ({ at, now, timeZone }: TimeProps) => (
  <>
    <Dim>{common("next")} </Dim>
    <time dateTime={at}>{formatJobTime(at, now, timeZone)}</time>
  </>
);

type LastTimeProps = TimeProps & { status: JobRunStatus; chatId: string | null };

export function LastTime({ status, at, chatId, now, timeZone }: LastTimeProps) {
  const label = (
    <>
      {RUN_STATUS_LABELS[status]} <time dateTime={at}>{formatJobTime(at, now, timeZone)}</time>
    </>
  );
  return (
    <span className="flex min-w-0 items-start gap-1.5">
      <StatusMark status={status} className="mt-px" />
      {chatId ? (
        <Button asChild variant="link" className="h-auto min-w-0 p-0 text-meta font-normal whitespace-normal">
          <Link href={`/chat/${chatId}`}>
            <span>{label}</span>
          </Link>
        </Button>
      ) : (
        <span>{label}</span>
      )}
    </span>
  );
}

/** Why the last run did not succeed. */
export const Reason = ({ children }: { children: string }) => (
  <span title={children} className="line-clamp-2 text-meta text-ink-2 wrap-anywhere">
    {children}
  </span>
);
