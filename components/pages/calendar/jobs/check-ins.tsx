"use client";

import { List, MessageCircle, Pencil } from "lucide-react";
import { useState } from "react";
import { failureText } from "@/components/client/failure";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { later } from "@/components/ui/later";
import { Skeleton } from "@/components/ui/skeleton";
import { t as calendarText } from "@/lib/shared/i18n/en/calendar";
import { t } from "@/lib/shared/i18n/en/calendarJobs";
import { t as common } from "@/lib/shared/i18n/en/common";
import type { JobRunView, PulseView } from "@/lib/shared/jobs/contract";
import { CHECK_INS } from "../calendar-url";
import { Dim, JobRow, LastTime, NextTime, Reason } from "./job-row";
import { describeCheckIns, JOB_KIND_LABELS } from "./labels";
import { useCheckIns } from "./use-check-ins";
import type { ItemActions } from "./use-items";
import { useLastRun } from "./use-last-run";

const CheckInsEditor = later(() => import("./check-ins-editor").then((module) => module.CheckInsEditor));
const CheckInsConsent = later(() => import("./check-ins-consent").then((module) => module.CheckInsConsent));
const CheckInsPanel = later(() => import("./check-ins-panel").then((module) => module.CheckInsPanel));

const ITEM = {
  kind: "pulse",
  id: "pulse",
  get name() {
    return JOB_KIND_LABELS.pulse;
  },
} as const;

type CheckInsProps = {
  isOpen: boolean;
  now: string;
  timeZone: string;
  actions: ItemActions;
  onOpen: () => void;
  onClose: () => void;
};

/** The row of the check-ins in the list of jobs, with its panel and dialogs. */
export function CheckIns({ isOpen, now, timeZone, actions, onOpen, onClose }: CheckInsProps) {
  const { checkIns, error, reload, toggle, change } = useCheckIns();
  const last = useLastRun(ITEM, checkIns?.lastPulseAt ?? null);
  const [isEditing, setIsEditing] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  if (!checkIns)
    return error ? (
      <li className="px-4 py-2.5">
        <LoadFailure isInline onRetry={reload}>
          {calendarText("notLoaded", { error: failureText(error) })}
        </LoadFailure>
      </li>
    ) : (
      <li className="px-4 py-2.5">
        <Skeleton className="h-9" />
      </li>
    );
  const isStarting = actions.runs === ITEM.id;
  const run = () => actions.run(ITEM);
  const edit = () => setIsEditing(true);
  const { chatId } = checkIns;
  return (
    <>
      <JobRow
        id={CHECK_INS}
        name={ITEM.name}
        isOn={checkIns.enabled}
        isStarting={isStarting}
        when={describeCheckIns(checkIns)}
        next={
          checkIns.enabled &&
          checkIns.nextPulseAt && <NextTime at={checkIns.nextPulseAt} now={now} timeZone={timeZone} />
        }
        last={<Last checkIns={checkIns} run={last} now={now} timeZone={timeZone} />}
        trouble={last?.reason && last.status !== "completed" && <Reason>{last.reason}</Reason>}
        groups={[
          [
            { label: common("edit"), icon: Pencil, onSelect: edit },
            { label: t("showRuns"), icon: List, onSelect: onOpen },
            chatId !== null && {
              label: t("openConversation"),
              icon: MessageCircle,
              href: `/chat/${chatId}`,
            },
          ],
        ]}
        onToggle={(isOn) => (isOn ? setIsAsking(true) : toggle(false))}
        onRun={run}
        onOpen={onOpen}
        onEdit={edit}
      />
      {isOpen && (
        <CheckInsPanel
          checkIns={checkIns}
          item={ITEM}
          isStarting={isStarting}
          now={now}
          timeZone={timeZone}
          onRun={run}
          onEdit={edit}
          onClose={onClose}
        />
      )}
      {isEditing && (
        <CheckInsEditor checkIns={checkIns} onSave={change} onClose={() => setIsEditing(false)} />
      )}
      {isAsking && (
        <CheckInsConsent
          checkIns={checkIns}
          onYes={() => {
            setIsAsking(false);
            toggle(true);
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

type LastProps = { checkIns: PulseView; run: JobRunView | undefined; now: string; timeZone: string };

function Last({ checkIns: { lastPulseAt, chatId }, run, now, timeZone }: LastProps) {
  if (!lastPulseAt) return <Dim>{t("notYetRun")}</Dim>;
  return (
    run && <LastTime status={run.status} at={lastPulseAt} chatId={chatId} now={now} timeZone={timeZone} />
  );
}
