import { z } from "zod/mini";
import { jsonBody, request } from "@/components/client/request";
import type { Document, Fields, Written } from "@/components/pages/data/documents/api";
import { beginsWith, textOfFile } from "@/components/pages/data/documents/import";
import {
  type CalendarAddress,
  type CalendarReport,
  type CalendarView,
  type ContactEvents,
  calendarAddress,
  calendarReport,
  calendarView,
  contactEvents,
  type Occurrence,
  type Scope,
} from "@/lib/shared/calendar";

const ROOT = "/api/documents";
const WAIT_MS = 60_000;

export type Span = { from: string; to: string };

export async function readCalendar(
  span: Span,
  timeZone: string,
  signal?: AbortSignal,
): Promise<CalendarView> {
  const query = new URLSearchParams({ ...span, timeZone });
  const response = await request(`${ROOT}/calendar?${query}`, { signal, patienceMs: WAIT_MS });
  return calendarView.parse(await response.json());
}

/** Returns the events of a contact. `contact` is the text of its `_id` (see `idText`). */
export async function readContactEvents(
  contact: string,
  timeZone: string,
  signal?: AbortSignal,
): Promise<ContactEvents> {
  const query = new URLSearchParams({ contact, timeZone });
  const response = await request(`${ROOT}/contact-events?${query}`, { signal, patienceMs: WAIT_MS });
  return contactEvents.parse(await response.json());
}

const made = z.object({ revision: z.optional(z.string()) });

/** Changes one event, or deletes it if `set` is undefined. A `null` value removes a field. */
export async function changeEvent(change: {
  was: Document;
  original: Occurrence["original"];
  scope: Scope;
  set?: Fields;
  timeZone: string;
}): Promise<Written> {
  const init = { method: "POST", ...jsonBody(change), patienceMs: WAIT_MS };
  const { revision } = made.parse(await (await request(`${ROOT}/calendar-change`, init)).json());
  return { count: 1, revision };
}

const answered = z.object({ address: z.nullable(calendarAddress) });
const ADDRESS = `${ROOT}/calendar-address`;

export async function readCalendarAddress(signal?: AbortSignal): Promise<CalendarAddress | null> {
  return answered.parse(await (await request(ADDRESS, { signal })).json()).address;
}

export async function makeCalendarAddress(): Promise<CalendarAddress | null> {
  return answered.parse(await (await request(ADDRESS, { method: "POST" })).json()).address;
}

export async function revokeCalendarAddress(): Promise<void> {
  await request(ADDRESS, { method: "DELETE" });
}

export const isCalendarFile = async (file: File): Promise<boolean> =>
  /\.(ics|ical|ifb)$/i.test(file.name) || (await beginsWith(file, /^\s*BEGIN:VCALENDAR/im));

export async function importCalendar(file: File): Promise<Written & { report: CalendarReport }> {
  const init = {
    method: "POST",
    ...jsonBody({ icalendar: await textOfFile(file), name: file.name.slice(0, 300) }),
    patienceMs: WAIT_MS,
  };
  const report = calendarReport.parse(await (await request(`${ROOT}/calendar-import`, init)).json());
  return { count: report.added + report.updated, revision: report.revision, report };
}
