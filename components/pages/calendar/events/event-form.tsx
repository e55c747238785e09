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
import { hrefOf } from "../calendar-url";
import { nameOf } from "../contacts/contact-fields";
import { type EventDraft, REPEATS, startInOwnZone, withStart } from "./event-draft";

const STATUSES = ["planned", "done", "cancelled"];
const OWN_RULE = "own";
/**
 * Maximum number of contacts in the menu. Other contacts can be linked only by the agent or as JSON.
 */
const MAX_CONTACTS = 500;

type EventFormProps = {
  draft: EventDraft;
  problems: Readonly<Record<string, string>>;
  canRepeat: boolean;
  onChange: (draft: EventDraft) => void;
};

export function EventForm({ draft, problems, canRepeat, onChange }: EventFormProps) {
  const id = useId();
  const set = (change: Partial<EventDraft>) => onChange({ ...draft, ...change });
  const ownStart = startInOwnZone(draft);
  return (
    <div className="flex flex-col gap-4">
      <TextField
        label="Title"
        value={draft.title}
        isRequired
        error={problems.title && "Give it a title"}
        autoComplete="off"
        onText={(title) => set({ title })}
      />
      <div className="flex items-center gap-2.5">
        <Switch id={`${id}-days`} checked={draft.allDay} onCheckedChange={(allDay) => set({ allDay })} />
        <Label htmlFor={`${id}-days`}>All day</Label>
      </div>
      <div className="grid grid-cols-2 gap-x-4 gap-y-4 max-md:grid-cols-1">
        <DayTime
          label="Starts"
          day={draft.startDay}
          time={draft.allDay ? undefined : draft.startTime}
          problem={problems.start}
          onDay={(startDay) => onChange(withStart(draft, { startDay }))}
          onTime={(startTime) => onChange(withStart(draft, { startTime }))}
        />
        <DayTime
          label="Ends"
          day={draft.endDay}
          time={draft.allDay ? undefined : draft.endTime}
          problem={problems.end}
          onDay={(endDay) => set({ endDay })}
          onTime={(endTime) => set({ endTime })}
        />
      </div>
      {!draft.allDay && (
        <Field>
          <FieldLabel htmlFor={`${id}-zone`}>Time zone</FieldLabel>
          <TimeZoneSelect
            id={`${id}-zone`}
            value={draft.timeZone}
            onZone={(timeZone) => set({ timeZone, storedZone: timeZone })}
          />
          {ownStart && (
            <FieldDescription>
              {ownStart} in {draft.storedZone.replaceAll("_", " ")}, where the event is
            </FieldDescription>
          )}
          {problems.timeZone && <FieldError>{problems.timeZone}</FieldError>}
        </Field>
      )}
      {canRepeat && (
        <Repeats rrule={draft.rrule} problem={problems.rrule} onRule={(rrule) => set({ rrule })} />
      )}
      <TextField
        label="Location"
        value={draft.location}
        error={problems.location}
        autoComplete="off"
        onText={(location) => set({ location })}
      />
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        <ContactChoice chosen={draft.contactId} onChoose={(contactId) => set({ contactId })} />
        <Field>
          <FieldLabel htmlFor={`${id}-status`}>Status</FieldLabel>
          <NativeSelect
            id={`${id}-status`}
            value={draft.status}
            onChange={({ target }) => set({ status: target.value })}
          >
            <NativeSelectOption value="">Not set</NativeSelectOption>
            {[...new Set([...STATUSES, ...(draft.status ? [draft.status] : [])])].map((status) => (
              <NativeSelectOption key={status} value={status}>
                {status.charAt(0).toUpperCase() + status.slice(1)}
              </NativeSelectOption>
            ))}
          </NativeSelect>
        </Field>
      </div>
      <TextField label="Notes" value={draft.notes} isLong onText={(notes) => set({ notes })} />
    </div>
  );
}

type DayTimeProps = {
  label: string;
  day: string;
  /** Undefined for an all-day event. */
  time: string | undefined;
  problem: string | undefined;
  onDay: (day: string) => void;
  onTime: (time: string) => void;
};

function DayTime({ label, day, time, problem, onDay, onTime }: DayTimeProps) {
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
            aria-label={`${label} at`}
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
  const [isOwn, setIsOwn] = useState(() => !REPEATS.some(([rule]) => rule === rrule));
  return (
    <>
      <Field>
        <FieldLabel htmlFor={id}>Repeats</FieldLabel>
        <NativeSelect
          id={id}
          value={isOwn ? OWN_RULE : rrule}
          onChange={({ target: { value } }) => {
            setIsOwn(value === OWN_RULE);
            if (value !== OWN_RULE) onRule(value);
            else if (rrule === "") onRule("FREQ=WEEKLY;BYDAY=MO");
          }}
        >
          {REPEATS.map(([rule, label]) => (
            <NativeSelectOption key={rule} value={rule}>
              {label}
            </NativeSelectOption>
          ))}
          <NativeSelectOption value={OWN_RULE}>Custom rule…</NativeSelectOption>
        </NativeSelect>
        {!isOwn && problem && <FieldError>{problem}</FieldError>}
      </Field>
      {isOwn && (
        <TextField
          label="Rule"
          value={rrule}
          error={problem}
          hint="In RFC 5545 format, such as FREQ=MONTHLY;BYDAY=1MO;COUNT=12"
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
      <FieldLabel htmlFor={id}>With</FieldLabel>
      <NativeSelect id={id} value={chosen} onChange={({ target }) => onChoose(target.value)}>
        <NativeSelectOption value="">None</NativeSelectOption>
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
          Show {contact ? nameOf(contact) : "the contact"}
        </Link>
      )}
    </Field>
  );
}
