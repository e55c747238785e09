import { t as calendarText } from "@/lib/shared/i18n/en/calendar";
import { t } from "@/lib/shared/i18n/en/calendarJobs";
import type { JobView, TriggerKind } from "@/lib/shared/jobs/contract";
import type { Item, ItemFields } from "./api";
import { cronOf, FIRST_TIMING, type Timing, timingOf } from "./timing";

export type ItemKind = "cron" | TriggerKind;

/**
 * Form state of a job or trigger. It contains the fields of all kinds, so that the user's input survives a
 * change of the kind.
 */
export type Draft = {
  kind: ItemKind;
  name: string;
  instruction: string;
  timing: Timing;
  timeZone: string;
  catchUp: JobView["catchUp"];
  /** Value of a `datetime-local` input, in the browser's time zone. */
  at: string;
  sql: string;
  key: string;
  from: string;
  subject: string;
  folder: string;
};

export function draftOf(item: Item | undefined, timeZone: string): Draft {
  const empty: Draft = {
    ...{ kind: "cron", name: "", instruction: "", timing: FIRST_TIMING, timeZone, catchUp: "one" },
    ...{ at: "", sql: "", key: "", from: "", subject: "", folder: "" },
  };
  if (!item) return empty;
  const { kind, name, instruction } = item;
  const base = { ...empty, kind, name, instruction };
  if (item.kind === "cron") {
    const { cronExpression, timeZone, catchUp } = item;
    return { ...base, timing: timingOf(cronExpression), timeZone, catchUp };
  }
  const { at, sql = "", key = "", from = "", subject = "", folder = "" } = item;
  return { ...base, at: at ? localTime(at) : "", sql, key, from, subject, folder };
}

export function fieldsOf({
  kind,
  name,
  instruction,
  timing,
  timeZone,
  catchUp,
  at,
  sql,
  key,
  from,
  subject,
  folder,
}: Draft): ItemFields {
  const common = { name: name.trim(), instruction: instruction.trim() };
  switch (kind) {
    case "cron":
      return { ...common, cronExpression: cronOf(timing), timeZone, catchUp };
    case "once":
      return { ...common, at: new Date(at).toISOString() };
    case "table":
      return { ...common, sql: sql.trim() };
    case "state":
      return { ...common, key: key.trim() };
    case "mail":
      return { ...common, from: from.trim(), subject: subject.trim(), folder };
    case "webhook":
      return common;
  }
}

export function missingIn({
  kind,
  name,
  instruction,
  timing,
  at,
  sql,
  key,
  from,
}: Draft): Map<string, string> {
  const missing = new Map<string, string>();
  if (!name.trim()) missing.set("name", calendarText("required"));
  if (!instruction.trim()) missing.set("instruction", calendarText("required"));
  if (kind === "cron" && timing.rhythm === "week" && timing.days.length === 0)
    missing.set("cronExpression", t("daysMissing"));
  if (kind === "once" && Number.isNaN(Date.parse(at))) missing.set("at", calendarText("required"));
  if (kind === "table" && !sql.trim()) missing.set("sql", calendarText("required"));
  if (kind === "state" && !key.trim()) missing.set("key", calendarText("required"));
  if (kind === "mail" && !from.trim()) missing.set("from", calendarText("required"));
  return missing;
}

const localTime = (at: string): string =>
  new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short" })
    .format(new Date(at))
    .replace(" ", "T");
