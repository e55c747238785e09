import { t } from "@/lib/shared/i18n/en/calendarJobs";
import { t as common } from "@/lib/shared/i18n/en/common";
import type { PulseView } from "@/lib/shared/jobs/contract";
import { PULSE_ID } from "@/lib/shared/jobs/kinds";
import type { Fired } from "./api";
import { JobPanel, PanelActions, PanelPart } from "./job-panel";
import { describeCheckIns, formatJobTime } from "./labels";
import { RunList } from "./run-list";

/** Number of runs shown initially, because check-ins run up to 48 times a day. */
const RUNS = 5;

type CheckInsPanelProps = {
  checkIns: PulseView;
  item: Fired & { name: string };
  isStarting: boolean;
  now: string;
  timeZone: string;
  onRun: () => void;
  onEdit: () => void;
  onClose: () => void;
};

export function CheckInsPanel({ checkIns, item, isStarting, now, timeZone, ...on }: CheckInsPanelProps) {
  const { enabled, remaining, nextPulseAt, notes, chatId } = checkIns;
  return (
    <JobPanel title={item.name} about={t("checkInsHint")} onClose={on.onClose}>
      <div className="flex flex-col gap-5 p-5">
        <div>
          <p>{describeCheckIns(checkIns)}</p>
          {enabled && nextPulseAt && (
            <p className="text-meta text-ink-3 tabular-nums">
              {t("nextAndLeft", { next: formatJobTime(nextPulseAt, now, timeZone), count: remaining })}
            </p>
          )}
        </div>
        <PanelActions
          jobId={PULSE_ID}
          isStarting={isStarting}
          chatId={chatId}
          onRun={on.onRun}
          onEdit={on.onEdit}
        />
        <PanelPart title={common("runs")}>
          <RunList item={item} now={now} timeZone={timeZone} limit={RUNS} />
        </PanelPart>
        <PanelPart title={t("notes")}>
          {notes.trim() === "" ? (
            <p className="text-ink-3">{t("noNotes")}</p>
          ) : (
            <p className="max-h-40 overflow-y-auto rounded-in bg-fill px-3 py-2 whitespace-pre-wrap wrap-anywhere">
              {notes}
            </p>
          )}
        </PanelPart>
      </div>
    </JobPanel>
  );
}
