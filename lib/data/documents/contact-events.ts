import { Temporal } from "temporal-polyfill";
import { z } from "zod";
import { createYielder } from "@/lib/ground/base/turns";
import type { ContactEvents } from "@/lib/shared/calendar";
import { timeZone } from "@/lib/shared/text/time-zone";
import { allEvents, exceptionsOf, instantOf, isSeries, MAX_MS, safely, timesOfSeries } from "./calendar";
import { type EventSpan, eventTimesOf, textOfWhen } from "./event-times";
import { documentId } from "./user";
import type { StoredDocument } from "./values";

const MAX_SHOWN = 8;
/** A series is searched this many days before and after now, which is enough for yearly events. */
const DAYS = 400;

/** `contact` is the contact's `_id` as written in a URL. `timeZone` determines when all-day events start. */
export const contactEventsQuery = z.object({ contact: documentId, timeZone });

/** Lists events with a contact: upcoming ones first, soonest first, then past ones, latest first. */
export async function eventsOfContact(
  agentId: string,
  { contact, timeZone }: z.infer<typeof contactEventsQuery>,
): Promise<ContactEvents> {
  const all = await allEvents(agentId);
  const exceptions = exceptionsOf(all, timeZone);
  const now = Temporal.Now.instant();
  const found: (ContactEvents["events"][number] & { at: number })[] = [];
  const until = Date.now() + MAX_MS;
  const turn = createYielder();
  const mine = all.filter(({ contactId }) => contactId === contact || JSON.stringify(contactId) === contact);
  for (const event of mine) {
    await turn();
    if (Date.now() > until) break;
    const moved = exceptions.get(JSON.stringify(event._id)) ?? new Set<string>();
    const time = safely(() => nearest(event, moved, { now, timeZone }));
    if (!time) continue;
    const { start } = time;
    found.push({
      ...{ id: event._id, title: typeof event.title === "string" ? event.title : "Without a title" },
      ...{ start: textOfWhen(start), allDay: start.allDay, isSeries: isSeries(event) },
      isOver: isOver(time, { now, timeZone }),
      isCancelled: event.status === "cancelled",
      at: instantOf(start, timeZone).epochMilliseconds,
    });
  }
  found.sort((a, b) => Number(a.isOver) - Number(b.isOver) || (a.isOver ? b.at - a.at : a.at - b.at));
  const events = found.slice(0, MAX_SHOWN).map(({ at: _at, ...event }) => event);
  return { events, total: mine.length };
}

type Look = { now: Temporal.Instant; timeZone: string };

function isOver({ start, end }: EventSpan, { now, timeZone }: Look): boolean {
  return Temporal.Instant.compare(instantOf(end ?? start, timeZone), now) < 0;
}

/** Returns the event's next time, or else its last one; undefined if a series has neither within `DAYS`. */
function nearest(event: StoredDocument, exceptions: ReadonlySet<string>, look: Look): EventSpan | undefined {
  const { now, timeZone } = look;
  if (!isSeries(event)) return eventTimesOf(event, timeZone);
  const far = { hours: DAYS * 24 };
  const timesIn = (from: Temporal.Instant, to: Temporal.Instant) =>
    timesOfSeries(event, { from, to, timeZone })
      .times.filter(({ original }) => !exceptions.has(original ?? ""))
      .sort((a, b) => Temporal.Instant.compare(instantOf(a.start, timeZone), instantOf(b.start, timeZone)));
  const next = timesIn(now, now.add(far)).find((time) => !isOver(time, look));
  return next ?? timesIn(now.subtract(far), now).findLast((time) => isOver(time, look));
}
