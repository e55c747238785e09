import * as z from "zod/mini";

const stored = z.looseObject({ _id: z.unknown() });

/** One time at which an event takes place; times are instants of UTC, of an all-day event days, its end the day after the last. */
export const occurrence = z.object({
  key: z.string(),
  /** Which of `events` it is of. */
  event: z.number(),
  start: z.string(),
  end: z.nullable(z.string()),
  allDay: z.boolean(),
  /** Of one of a series: when its rule has it. */
  original: z.nullable(z.string()),
});
export type Occurrence = z.infer<typeof occurrence>;

/** What a calendar shows of a span. `isCut`: there is more than is shown. */
export const calendarView = z.object({
  occurrences: z.array(occurrence),
  events: z.array(stored),
  isCut: z.boolean(),
});
export type CalendarView = z.infer<typeof calendarView>;

/** Events with one contact, each once with its next time, or its last one where it is over; those to come are first. */
export const contactEvents = z.object({
  events: z.array(
    z.object({
      id: z.unknown(),
      title: z.string(),
      start: z.string(),
      allDay: z.boolean(),
      isSeries: z.boolean(),
      isOver: z.boolean(),
      isCancelled: z.boolean(),
    }),
  ),
  /** How many there are; not all are named. */
  total: z.number(),
});
export type ContactEvents = z.infer<typeof contactEvents>;

/** The address under which other calendars subscribe. */
export const calendarAddress = z.object({ url: z.string(), createdAt: z.string() });
export type CalendarAddress = z.infer<typeof calendarAddress>;

export const EVENT_SCOPES = ["this", "following", "all"] as const;
export type Scope = (typeof EVENT_SCOPES)[number];

/** What an import of a calendar came to; of many problems, not all are named. `line`: where an event begins. */
export const calendarReport = z.object({
  added: z.number(),
  updated: z.number(),
  same: z.number(),
  problems: z.array(z.object({ line: z.number(), reason: z.string() })),
  problemCount: z.number(),
  /** What events say that was not taken in: how often each property or component is there, of many the most frequent. */
  left: z.array(z.object({ property: z.string(), count: z.number() })),
  leftCount: z.number(),
  revision: z.optional(z.string()),
});
export type CalendarReport = z.infer<typeof calendarReport>;
