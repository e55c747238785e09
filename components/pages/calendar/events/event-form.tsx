"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { TextField } from "@/components/draw/editor/text-field";
import { type Document, isAboutDocuments, readDocuments } from "@/components/pages/data/documents/api";
import { idText } from "@/components/pages/data/documents/fields";
import { Field, FieldDescription, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import Link from "@/components/ui/kit/agent-base";
import { TimeZoneSelect } from "@/components/ui/kit/time-zone-select";
import { Label } from "@/components/ui/label";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { Switch } from "@/components/ui/switch";
import type { Source } from "@/lib/shared/calendars";
import { t as calendarText } from "@/lib/shared/i18n/en/calendar";
import { t } from "@/lib/shared/i18n/en/calendarEvents";
import { t as calendarsText } from "@/lib/shared/i18n/en/calendars";
import { t as common } from "@/lib/shared/i18n/en/common";
import { hrefOf } from "../calendar-url";
import { nameOf } from "../contacts/contact-fields";
import { type EventDraft, repeats, startInOwnZone, withStart } from "./event-draft";

const OWN_RULE = "own";
/**
 * Maximum number of contacts in the menu. Other contacts can be linked only by the agent or as JSON.
 */
const MAX_CONTACTS = 500;

type EventFormProps = {
  draft: EventDraft;
  problems: Readonly<Record<string, string>>;
  /** Calendars of other servers in which the event can be. */
  calendars: readonly Source[];
  canRepeat: boolean;
  onChange: (draft: EventDraft) => void;
};

export function EventForm({ draft, problems, calendars, canRepeat, onChange }: EventFormProps) {
  const id = useId();
  const set = (change: Partial<EventDraft>) => onChange({ ...draft, ...change });
  const ownStart = startInOwnZone(draft);
  return (
    <div className="flex flex-col gap-4">
      <TextField
        label={t("title")}
        value={draft.title}
        isRequired
        error={problems.title && calendarText("required")}
        autoComplete="off"
        onText={(title) => set({ title })}
      />
      <div className="flex items-center gap-2.5">
        <Switch id={`${id}-days`} checked={draft.allDay} onCheckedChange={(allDay) => set({ allDay })} />
        <Label htmlFor={`${id}-days`}>{t("allDay")}</Label>
      </div>
      <div className="grid grid-cols-2 gap-x-4 gap-y-4 max-md:grid-cols-1">
        <DayTime
          label={t("starts")}
          timeLabel={t("startsAt")}
          day={draft.startDay}
          time={draft.allDay ? undefined : draft.startTime}
          problem={problems.start}
          onDay={(startDay) => onChange(withStart(draft, { startDay }))}
          onTime={(startTime) => onChange(withStart(draft, { startTime }))}
        />
        <DayTime
          label={t("ends")}
          timeLabel={t("endsAt")}
          day={draft.endDay}
          time={draft.allDay ? undefined : draft.endTime}
          problem={problems.end}
          onDay={(endDay) => set({ endDay })}
          onTime={(endTime) => set({ endTime })}
        />
      </div>
      {!draft.allDay && (
        <Field>
          <FieldLabel htmlFor={`${id}-zone`}>{common("timeZone")}</FieldLabel>
          <TimeZoneSelect
            id={`${id}-zone`}
            value={draft.timeZone}
            onZone={(timeZone) => set({ timeZone, storedZone: timeZone })}
          />
          {ownStart && (
            <FieldDescription>
              {t("ownZone", { time: ownStart, zone: draft.storedZone.replaceAll("_", " ") })}
            </FieldDescription>
          )}
          {problems.timeZone && <FieldError>{problems.timeZone}</FieldError>}
        </Field>
      )}
      {canRepeat && (
        <Repeats rrule={draft.rrule} problem={problems.rrule} onRule={(rrule) => set({ rrule })} />
      )}
      <TextField
        label={t("location")}
        value={draft.location}
        error={problems.location}
        autoComplete="off"
        onText={(location) => set({ location })}
      />
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        <ContactChoice chosen={draft.contactId} onChoose={(contactId) => set({ contactId })} />
        <Field>
          <FieldLabel htmlFor={`${id}-status`}>{t("status")}</FieldLabel>
          <NativeSelect
            id={`${id}-status`}
            value={draft.status}
            onChange={({ target }) => set({ status: target.value })}
          >
            <NativeSelectOption value="">{common("notSet")}</NativeSelectOption>
            {statusesWith(draft.status).map(([status, label]) => (
              <NativeSelectOption key={status} value={status}>
                {label}
              </NativeSelectOption>
            ))}
          </NativeSelect>
        </Field>
      </div>
      {calendars.length > 0 && canRepeat && (
        <Field>
          <FieldLabel htmlFor={`${id}-calendar`}>{calendarsText("inCalendar")}</FieldLabel>
          <NativeSelect
            id={`${id}-calendar`}
            value={draft.calendar}
            onChange={({ target }) => set({ calendar: target.value })}
          >
            <NativeSelectOption value="">{calendarsText("own")}</NativeSelectOption>
            {calendars.map((one) => (
              <NativeSelectOption key={one.id} value={one.id}>
                {one.name}
              </NativeSelectOption>
            ))}
          </NativeSelect>
        </Field>
      )}
      <TextField label={common("notes")} value={draft.notes} isLong onText={(notes) => set({ notes })} />
    </div>
  );
}

/** Returns the choices, with a status of another name that the agent gave to the event. */
function statusesWith(given: string): [status: string, label: string][] {
  const all: [status: string, label: string][] = [
    ["planned", t("statusPlanned")],
    ["done", common("done")],
    ["cancelled", t("statusCancelled")],
  ];
  if (given === "" || all.some(([status]) => status === given)) return all;
  return [...all, [given, given.charAt(0).toUpperCase() + given.slice(1)]];
}

type DayTimeProps = {
  label: string;
  timeLabel: string;
  day: string;
  /** Undefined for an all-day event. */
  time: string | undefined;
  problem: string | undefined;
  onDay: (day: string) => void;
  onTime: (time: string) => void;
};

function DayTime({ label, timeLabel, day, time, problem, onDay, onTime }: DayTimeProps) {
  const id = useId();
  return (
    <Field>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <div className="flex gap-2">
        <Input
          id={id}
          type="date"
          value={day}
          aria-invalid={problem !== undefined}
          aria-describedby={problem && `${id}-problem`}
          onChange={({ target }) => onDay(target.value)}
        />
        {time !== undefined && (
          <Input
            type="time"
            aria-label={timeLabel}
            value={time}
            aria-invalid={problem !== undefined}
            onChange={({ target }) => onTime(target.value)}
            className="w-31 shrink-0 max-md:w-37"
          />
        )}
      </div>
      {problem && <FieldError id={`${id}-problem`}>{problem}</FieldError>}
    </Field>
  );
}

type RepeatsProps = { rrule: string; problem: string | undefined; onRule: (rrule: string) => void };

function Repeats({ rrule, problem, onRule }: RepeatsProps) {
  const id = useId();
  const [isOwn, setIsOwn] = useState(() => !repeats().some(([rule]) => rule === rrule));
  return (
    <>
      <Field>
        <FieldLabel htmlFor={id}>{calendarText("repeats")}</FieldLabel>
        <NativeSelect
          id={id}
          value={isOwn ? OWN_RULE : rrule}
          onChange={({ target: { value } }) => {
            setIsOwn(value === OWN_RULE);
            if (value !== OWN_RULE) onRule(value);
            else if (rrule === "") onRule("FREQ=WEEKLY;BYDAY=MO");
          }}
        >
          {repeats().map(([rule, label]) => (
            <NativeSelectOption key={rule} value={rule}>
              {label}
            </NativeSelectOption>
          ))}
          <NativeSelectOption value={OWN_RULE}>{t("customRule")}</NativeSelectOption>
        </NativeSelect>
        {!isOwn && problem && <FieldError>{problem}</FieldError>}
      </Field>
      {isOwn && (
        <TextField
          label={t("rule")}
          value={rrule}
          error={problem}
          hint={t("ruleHint", { rule: "FREQ=MONTHLY;BYDAY=1MO;COUNT=12" })}
          autoComplete="off"
          spellCheck={false}
          className="font-mono text-meta max-md:text-field"
          onText={onRule}
        />
      )}
    </>
  );
}

function ContactChoice({ chosen, onChoose }: { chosen: string; onChoose: (id: string) => void }) {
  const id = useId();
  const { data = [] } = useQuery({
    queryKey: ["contacts", "choice"],
    queryFn: async ({ signal }) => {
      const wanted = { filter: {}, sort: { field: "name", desc: false } };
      const { rows } = await readDocuments("contacts", wanted, { offset: 0, limit: MAX_CONTACTS }, signal);
      return rows.map(([cell]): Document => JSON.parse(typeof cell === "string" ? cell : "{}"));
    },
    meta: { outdatedBy: isAboutDocuments("contacts") },
  });
  const contact = data.find(({ _id }) => JSON.stringify(_id) === chosen);
  const isListed = chosen === "" || contact !== undefined;
  return (
    <Field>
      <FieldLabel htmlFor={id}>{t("with")}</FieldLabel>
      <NativeSelect id={id} value={chosen} onChange={({ target }) => onChoose(target.value)}>
        <NativeSelectOption value="">{t("none")}</NativeSelectOption>
        {!isListed && <NativeSelectOption value={chosen}>{chosen}</NativeSelectOption>}
        {data.map((contact) => (
          <NativeSelectOption key={JSON.stringify(contact._id)} value={JSON.stringify(contact._id)}>
            {nameOf(contact)}
          </NativeSelectOption>
        ))}
      </NativeSelect>
      {chosen !== "" && (
        <Link
          href={hrefOf({ at: "contacts", contact: idText(JSON.parse(chosen)) })}
          className="self-start py-1 text-meta underline decoration-line-strong underline-offset-3 hover:decoration-ink"
        >
          {t("showContact")}
        </Link>
      )}
    </Field>
  );
}
