"use client";

import { Clock3, RotateCcw } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { LOOKS } from "@/components/client/versions/kinds";
import { useVersionChanges } from "@/components/client/versions/use-version-changes";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { useTimeZone } from "@/components/ui/kit/clock";
import { fieldValue, recentPoints } from "@/components/ui/kit/recent-points";
import { Label } from "@/components/ui/label";
import { Skeleton } from "@/components/ui/skeleton";
import type { RestoreChange } from "@/lib/shared/history";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/history";
import { KINDS, type Kind } from "@/lib/shared/kinds";
import { formatPastTime } from "./days";
import { Difference, ItemRow } from "./item-row";
import { ToolLimitNotice } from "./tool-limit-notice";
import { useRestorePreview } from "./use-restore-preview";

const DATABASE: Kind = "database";

type RestoreViewProps = {
  at: string;
  now: string;
  onRestorePoint: (at: string) => void;
  onDone: () => void;
};

export function RestoreView({ at, now, onRestorePoint, onDone }: RestoreViewProps) {
  const zone = useTimeZone();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const { preview, problem, isStale, failure, isBusy, again, restore } = useRestorePreview(at, onDone);
  const when = formatPastTime(at, now, zone);
  const isSame = preview?.changes.length === 0;
  return (
    <div className="flex max-w-sheet flex-col gap-5 px-7 pt-2 pb-16 max-md:px-3 max-md:pt-5">
      <header className="flex flex-col gap-1 max-md:px-1">
        <h1 ref={heading} tabIndex={-1} className="text-title font-strong outline-none">
          {t("backTo", { time: when })}
        </h1>
        <p className="text-balance text-ink-2">{t("backToHint")}</p>
      </header>
      <div className="flex flex-wrap items-end gap-3 max-md:px-1">
        <TimeField at={at} now={now} zone={zone} onRestorePoint={onRestorePoint} />
        <fieldset className="flex flex-wrap gap-1">
          <legend className="sr-only">{t("frequentTimes")}</legend>
          {recentPoints(now, zone).map((point) => (
            <Button key={point.label} variant="ghost" onClick={() => onRestorePoint(point.at)}>
              {point.label}
            </Button>
          ))}
        </fieldset>
        {preview && !isSame && (
          <Button aria-disabled={isBusy} onClick={restore} className="max-md:w-full">
            <RotateCcw aria-hidden />
            {t("restoreAll", { time: when })}
          </Button>
        )}
      </div>
      <div role="status" className="flex flex-col gap-2 empty:-mt-5 max-md:px-1">
        {isBusy && <p className="text-ink-2">{t("restoring")}</p>}
        {isStale && <p>{t("notRestoredChanged")}</p>}
        {failure && <p>{t("notRestored", { message: failure })}</p>}
      </div>
      {preview && (
        <div className="empty:hidden max-md:px-1">
          <ToolLimitNotice changes={preview.changes} />
        </div>
      )}
      {preview?.beyond && preview.beyond.length > 0 && (
        <p className="text-ink-2 wrap-anywhere max-md:px-1">
          {t("tooOld", { names: preview.beyond.map(nameOf).join(", ") })}
        </p>
      )}
      {problem ? (
        <div className="flex flex-col items-start gap-2 max-md:px-1">
          <p role="alert">{problem.first ? t("noAgentThen") : problem.words}</p>
          <Button variant="outline" onClick={() => (problem.first ? onRestorePoint(problem.first) : again())}>
            {problem.first ? t("goToFirst") : common("tryAgain")}
          </Button>
        </div>
      ) : !preview ? (
        <Skeleton className="h-40" />
      ) : isSame ? (
        <p className="flex items-center gap-2 rounded-sheet bg-sheet px-4 py-3 shadow-sheet">
          <Clock3 aria-hidden className="size-4 text-ink-2" />
          {t("nothingSince")}
        </p>
      ) : (
        KINDS.map((kind) => ({ kind, changes: preview.changes.filter((one) => one.kind === kind) }))
          .filter(({ changes }) => changes.length > 0)
          .map(({ kind, changes }) => (
            <section
              key={kind}
              aria-label={LOOKS[kind].all}
              className="min-w-0 overflow-clip rounded-sheet bg-sheet shadow-sheet"
            >
              <h2 className="px-4 pt-3 pb-1 text-meta text-ink-3">{LOOKS[kind].all}</h2>
              <ul className="divide-y divide-line">
                {changes.map((change) => (
                  <ChangeRow
                    key={`${change.name} ${change.liveId} ${change.revisionId}`}
                    change={change}
                    label={describeChange(change, (time) => formatPastTime(time, now, zone))}
                  />
                ))}
              </ul>
            </section>
          ))
      )}
    </div>
  );
}

type TimeFieldProps = Pick<RestoreViewProps, "at" | "now" | "onRestorePoint"> & { zone: string };

function TimeField({ at, now, zone, onRestorePoint }: TimeFieldProps) {
  const field = useId();
  const typed = useRef<string>(undefined);
  const shownTime = useRef(at);
  // Do not replace the field's value while the user types.
  if (at !== typed.current) shownTime.current = at;
  return (
    <div className="flex flex-col gap-1 max-md:w-full">
      <Label htmlFor={field}>{t("pointInTime")}</Label>
      <Input
        key={`${zone} ${shownTime.current}`}
        id={field}
        type="datetime-local"
        step={1}
        defaultValue={fieldValue(shownTime.current, zone)}
        max={fieldValue(now, zone)}
        onChange={({ target }) => {
          const time = new Date(target.value);
          if (Number.isNaN(time.getTime())) return;
          typed.current = time.toISOString();
          onRestorePoint(typed.current);
        }}
        className="w-60 tabular-nums max-md:w-full"
      />
    </div>
  );
}

const nameOf = (name: string): string => (name === DATABASE ? LOOKS.database.title : name);

const ChangeRow = ({ change, label }: { change: RestoreChange; label: string }) => (
  <ItemRow item={change} label={label}>
    {(change.kind !== "database" || change.revisionId !== null) && <Between change={change} />}
  </ItemRow>
);

function Between({ change: { kind, liveId, revisionId, action } }: { change: RestoreChange }) {
  const found = useVersionChanges(kind, liveId ?? undefined, revisionId ?? undefined);
  return <Difference {...found} lead={action === "delete" ? t("deletesLead") : undefined} />;
}

function describeChange(
  { kind, action, from, to, disabled, asOf }: RestoreChange,
  formatTime: (time: string) => string,
): string {
  if (kind === "database") return asOf ? t("tablesAsOf", { time: formatTime(asOf) }) : t("allTables");
  // Null only for actions whose description does not name the version.
  const version = { from: from ?? 0, to: to ?? 0 };
  if (action === "delete") return t("deletedFrom", version);
  if (action === "create") return disabled ? t("restoredOff", version) : t("restoredFrom", version);
  return t("fromTo", version);
}
