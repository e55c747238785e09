import { z } from "zod";
import { createYielder } from "@/lib/ground/base/turns";
import type { CalendarReport } from "@/lib/shared/calendar";
import { AppError, isAppError } from "@/lib/shared/errors";
import { fileOrigin } from "@/lib/shared/origins";
import type { Stored } from "@/lib/store/data/document-changes";
import type { By } from "@/lib/store/revisions";
import { allEvents, SCHEDULE } from "./calendar";
import { newDocumentId, stored } from "./documents";
import { readICalEvents } from "./ical";
import { normalized, type StoredDocument } from "./values";
import { writeChange } from "./write";

const USER: By = { author: "person", cause: null };
const MAX_NAMED = 500;
const MAX_LEFT = 20;
/**
 * Fields that the file determines: an import removes them from an event if the file no longer contains them.
 */
const OF_FILE = [
  "title",
  "start",
  "end",
  "allDay",
  "timeZone",
  "rrule",
  "exdates",
  "rdates",
  "location",
  "notes",
  "categories",
  "url",
];

export const calendarImport = z.strictObject({
  icalendar: z.string(),
  name: z.string().max(300).optional(),
});

type EventEntry = { document: StoredDocument; put?: Stored; isNew: boolean };

/**
 * Imports an iCalendar file as one change. Events with a known UID are updated. Unreadable events are
 * reported and do not stop the rest.
 */
export async function importAgentCalendar(
  agentId: string,
  { icalendar, name = "calendar.ics" }: z.infer<typeof calendarImport>,
): Promise<CalendarReport> {
  const read = await Array.fromAsync(readICalEvents(icalendar));
  if (read.length === 0)
    throw new AppError("invalid", "There is no event in this file: no line is BEGIN:VEVENT.");
  // Import each series before its changed instances, which refer to it.
  const isOne = (one: (typeof read)[number]) => Number("recurrence" in one && one.recurrence !== undefined);
  read.sort((a, b) => isOne(a) - isOne(b));
  let revision: string | undefined;
  const context = {
    ...{ agentId, by: { ...USER, origins: [fileOrigin(name)] } },
    onWritten: (id: string) => {
      revision = id;
    },
  };
  const report = await writeChange(SCHEDULE, context, { operation: "import" }, async ({ indexes }) => {
    const problems: CalendarReport["problems"] = [];
    const byKey = new Map<string, EventEntry>();
    // A file never changes events of other servers.
    for (const document of await allEvents(agentId))
      for (const key of document.calendar == null ? keysOf(document) : [])
        byKey.set(key, { document, isNew: false });
    const changed = new Set<EventEntry>();
    const left = new Map<string, number>();
    let same = 0;
    const turn = createYielder();
    for (const one of read) {
      await turn();
      if ("problem" in one) {
        problems.push({ line: one.line, reason: one.problem });
        continue;
      }
      try {
        const { uid } = one.event;
        const series = one.recurrence === undefined ? undefined : byKey.get(keyOf(uid));
        const { rrule: _rrule, ...alone } = one.event;
        const fields = {
          ...(one.recurrence === undefined ? one.event : { ...alone, originalStart: one.recurrence }),
          ...(series && { seriesId: series.document._id }),
        };
        const event = normalized(fields) as Record<string, unknown>;
        const ids = uid === undefined ? [] : [uid, series?.document._id].filter((id) => id !== undefined);
        const before = ids.map((id) => byKey.get(keyOf(id, event.originalStart))).find(Boolean);
        // An event without a UID is exported with its `_id` as UID. When that file is imported, do not store
        // the `_id` as a UID.
        if (before && before.document.uid === undefined && uid === before.document._id) delete event.uid;
        const retainedFields = Object.entries(before?.document ?? {}).filter(
          ([name]) => !OF_FILE.includes(name),
        );
        const document: StoredDocument = {
          ...Object.fromEntries(retainedFields),
          ...event,
          _id: before?.document._id ?? newDocumentId(),
        };
        const isSame = before !== undefined && isEqual(document, before.document);
        const put = isSame ? undefined : stored(SCHEDULE, document, indexes);
        for (const name of one.left) left.set(name, (left.get(name) ?? 0) + 1);
        if (isSame) {
          same++;
          continue;
        }
        const entry = before ?? { document, isNew: true };
        Object.assign(entry, { document, put });
        changed.add(entry);
        for (const key of keysOf(document)) byKey.set(key, entry);
      } catch (error) {
        if (!isAppError(error)) throw error;
        problems.push({ line: one.line, reason: error.message });
      }
    }
    const of = (isNew: boolean) =>
      [...changed].flatMap((one) => (one.isNew === isNew && one.put ? [one.put] : []));
    const [inserts, updates] = [of(true), of(false)];
    const named = problems.sort((a, b) => a.line - b.line).slice(0, MAX_NAMED);
    const result = {
      added: inserts.length,
      updated: updates.length,
      same,
      problems: named,
      problemCount: problems.length,
      left: [...left]
        .map(([property, count]) => ({ property, count }))
        .sort((a, b) => b.count - a.count)
        .slice(0, MAX_LEFT),
      leftCount: [...left.values()].reduce((sum, count) => sum + count, 0),
    };
    return { change: { inserts, updates }, result };
  });
  return { ...report, revision };
}

const isEqual = (one: StoredDocument, other: StoredDocument) =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

const keyOf = (uid: unknown, original?: unknown) => JSON.stringify([uid, original ?? null]);

/**
 * Returns the keys by which an import recognizes an event: its UID, or its `_id`, which is exported as UID.
 * The keys of an instance of a series also contain its original start.
 */
function keysOf({ uid, _id, seriesId, originalStart }: StoredDocument): string[] {
  if (originalStart != null)
    return [uid, seriesId].flatMap((id) => (id == null ? [] : [keyOf(id, originalStart)]));
  return [uid, typeof _id === "string" ? _id : JSON.stringify(_id)].flatMap((id) =>
    id == null ? [] : [keyOf(id)],
  );
}
