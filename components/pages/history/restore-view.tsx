"use client";

import { useQuery } from "@tanstack/react-query";
import { Clock3, RotateCcw } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { listConversations } from "@/components/client/conversations";
import { LOOKS, titleOf } from "@/components/client/versions/kinds";
import { useVersionChanges } from "@/components/client/versions/use-version-changes";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { useTimeZone } from "@/components/ui/kit/clock";
import { fieldValue, recentPoints } from "@/components/ui/kit/recent-points";
import { Label } from "@/components/ui/label";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { Skeleton } from "@/components/ui/skeleton";
import { titleOf as titleOfConversation } from "@/lib/shared/chat/contract";
import type { ConversationChange, RestoreChange, Restored } from "@/lib/shared/history";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/history";
import { KINDS, type Kind } from "@/lib/shared/kinds";
import { formatPastTime } from "./days";
import { Difference, ItemRow } from "./item-row";
import { ToolLimitNotice } from "./tool-limit-notice";
import { useRestoreChoice } from "./use-restore-choice";
import { useRestorePreview } from "./use-restore-preview";

const DATABASE: Kind = "database";

type RestoreViewProps = {
  at: string;
  /** Id of a conversation that is restored, too. */
  conversation: string | undefined;
  now: string;
  onRestorePoint: (at: string) => void;
  onConversation: (id: string | undefined) => void;
  onDone: (done: Restored) => void;
};

export function RestoreView(props: RestoreViewProps) {
  const { at, conversation, now, onRestorePoint, onConversation, onDone } = props;
  const zone = useTimeZone();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const { preview, problem, isStale, failure, isBusy, again, restore } = useRestorePreview(
    at,
    conversation,
    onDone,
  );
  const choice = useRestoreChoice(preview);
  const when = formatPastTime(at, now, zone);
  const isSame = preview?.changes.length === 0 && !preview.conversation;
  const count = choice.chosen.length;
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
        <ConversationField chosen={preview?.conversation} id={conversation} onConversation={onConversation} />
        {preview && !isSame && (
          <Button
            aria-disabled={isBusy || choice.isEmpty}
            onClick={() => !choice.isEmpty && restore(choice.request())}
            className="max-md:w-full"
          >
            <RotateCcw aria-hidden />
            {choice.isAll && count > 0
              ? t("restoreAll", { time: when })
              : count > 0
                ? t("restoreChosen", { time: when, count })
                : t("restoreConversation", { time: when })}
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
          <ToolLimitNotice changes={choice.chosen} />
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
        <>
          {preview.conversation && <ConversationRow change={preview.conversation} choice={choice} />}
          {KINDS.map((kind) => ({ kind, changes: preview.changes.filter((one) => one.kind === kind) }))
            .filter(({ changes }) => changes.length > 0)
            .map(({ kind, changes }) => (
              <section
                key={kind}
                aria-label={LOOKS[kind].all}
                className="min-w-0 overflow-clip rounded-sheet bg-sheet shadow-sheet"
              >
                <KindHead kind={kind} changes={changes} choice={choice} />
                <ul className="divide-y divide-line">
                  {changes.map((change) => (
                    <ChangeRow
                      key={`${change.name} ${change.liveId} ${change.revisionId}`}
                      change={change}
                      choice={choice}
                      label={describeChange(change, (time) => formatPastTime(time, now, zone))}
                    />
                  ))}
                </ul>
              </section>
            ))}
        </>
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

type Choice = ReturnType<typeof useRestoreChoice>;

type ChangeRowProps = { change: RestoreChange; choice: Choice; label: string };

function ChangeRow({ change, choice, label }: ChangeRowProps) {
  const isChosen = choice.isChosen(change);
  const missing = isChosen ? choice.missingFor(change) : [];
  return (
    <ItemRow
      item={change}
      label={isChosen ? label : t("stays")}
      lead={
        <Choose
          label={t("choose", { title: titleOf(change) })}
          isOn={isChosen}
          onChange={(isOn) => choice.choose([change], isOn)}
        />
      }
      remark={
        missing.length > 0 && (
          <p className="px-4 pb-2 pl-12 text-meta text-ink-2 wrap-anywhere">
            {t("needs", { count: missing.length, titles: missing.map(titleOf).join(", ") })}
          </p>
        )
      }
    >
      {(change.kind !== "database" || change.revisionId !== null) && <Between change={change} />}
    </ItemRow>
  );
}

type ChooseProps = {
  label: string;
  isOn: boolean | "indeterminate";
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
};

/** The label around the checkbox makes the touch area as tall as a row. */
function Choose({ label, isOn, isDisabled, onChange }: ChooseProps) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex shrink-0 self-stretch py-3.5 pl-4">
      <Checkbox
        id={id}
        aria-label={label}
        checked={isOn}
        disabled={isDisabled}
        onCheckedChange={(next) => onChange(next === true)}
      />
    </label>
  );
}

type KindHeadProps = { kind: Kind; changes: readonly RestoreChange[]; choice: Choice };

function KindHead({ kind, changes, choice }: KindHeadProps) {
  const count = changes.filter(choice.isChosen).length;
  const title = <h2 className="px-4 pt-3 pb-1 text-meta text-ink-3">{LOOKS[kind].all}</h2>;
  if (changes.length === 1) return title;
  return (
    <div className="flex items-center border-line border-b">
      <Choose
        label={t("chooseAll", { kind: LOOKS[kind].all })}
        isOn={count === 0 ? false : count === changes.length || "indeterminate"}
        onChange={(isOn) => choice.choose(changes, isOn)}
      />
      <h2 className="px-2 text-meta text-ink-3">{LOOKS[kind].all}</h2>
    </div>
  );
}

function ConversationRow({ change, choice }: { change: ConversationChange; choice: Choice }) {
  const { hidden, shown, live, isLater, isUnfinished, entered } = change;
  const notes = [
    isLater
      ? t("conversationLater")
      : hidden + shown === 0
        ? t("conversationSame")
        : [hidden > 0 && t("hides", { count: hidden }), shown > 0 && t("showsAgain", { count: shown })]
            .filter(Boolean)
            .join(" "),
    live && hidden + shown > 0 && t(live === "running" ? "conversationRuns" : "conversationWaits"),
    isUnfinished && t("answerWhole"),
    entered !== undefined && t("enteredStays", { count: entered }),
  ].filter((note) => typeof note === "string");
  return (
    <section
      aria-label={common("conversation")}
      className="min-w-0 overflow-clip rounded-sheet bg-sheet shadow-sheet"
    >
      <h2 className="px-4 pt-3 pb-1 text-meta text-ink-3">{common("conversation")}</h2>
      <div className="flex">
        <Choose
          label={t("choose", { title: titleOfConversation(change) })}
          isOn={choice.withConversation}
          isDisabled={!choice.isMovable}
          onChange={choice.chooseConversation}
        />
        <div className="flex min-w-0 flex-col gap-0.5 py-3 pr-4 pl-2.5">
          <span className="truncate font-medium">{titleOfConversation(change)}</span>
          {notes.map((note) => (
            <span key={note} className="text-meta text-ink-2">
              {note}
            </span>
          ))}
        </div>
      </div>
    </section>
  );
}

type ConversationFieldProps = {
  chosen: ConversationChange | undefined;
  id: string | undefined;
  onConversation: (id: string | undefined) => void;
};

/** Chooses one of the newest conversations to restore, too. */
function ConversationField({ chosen, id, onConversation }: ConversationFieldProps) {
  const field = useId();
  const { data } = useQuery({
    queryKey: ["history", "conversations"],
    queryFn: ({ signal }) => listConversations({ signal }),
  });
  const own = (data?.conversations ?? []).filter(({ author }) => author === undefined);
  const isListed = own.some((one) => one.id === id);
  if (own.length === 0 && id === undefined) return null;
  return (
    <div className="flex min-w-0 flex-col gap-1 max-md:w-full">
      <Label htmlFor={field}>{common("conversation")}</Label>
      <NativeSelect
        id={field}
        value={id ?? ""}
        onChange={({ target }) => onConversation(target.value || undefined)}
        className="w-60 max-md:w-full"
      >
        <NativeSelectOption value="">{t("noConversation")}</NativeSelectOption>
        {id !== undefined && !isListed && (
          <NativeSelectOption value={id}>{chosen ? titleOfConversation(chosen) : "…"}</NativeSelectOption>
        )}
        {own.map((one) => (
          <NativeSelectOption key={one.id} value={one.id}>
            {titleOfConversation(one)}
          </NativeSelectOption>
        ))}
      </NativeSelect>
    </div>
  );
}

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
