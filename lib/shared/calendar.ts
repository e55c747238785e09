import * as z from "zod/mini";

const stored = z.looseObject({ _id: z.unknown() });

/**
 * One occurrence of an event. `start` and `end` are UTC times. For all-day events they are days, and `end` is
 * the day after the last.
 */
export const occurrence = z.object({
  key: z.string(),
  event: z.number(),
  start: z.string(),
  end: z.nullable(z.string()),
  allDay: z.boolean(),
  /** For an occurrence of a series: the start that the recurrence rule gives. */
  original: z.nullable(z.string()),
});
export type Occurrence = z.infer<typeof occurrence>;

/** The events of a date range. `isCut`: the list is truncated. */
export const calendarView = z.object({
  occurrences: z.array(occurrence),
  events: z.array(stored),
  isCut: z.boolean(),
});
export type CalendarView = z.infer<typeof calendarView>;

/**
 * Events with a contact, each once, with its next occurrence or its last one if it is over. Upcoming events
 * come first.
 */
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
  /** Number of all events. `events` can be truncated. */
  total: z.number(),
});
export type ContactEvents = z.infer<typeof contactEvents>;

export const calendarAddress = z.object({ url: z.string(), createdAt: z.string() });
export type CalendarAddress = z.infer<typeof calendarAddress>;

export const EVENT_SCOPES = ["this", "following", "all"] as const;
export type Scope = (typeof EVENT_SCOPES)[number];

/** Result of a calendar import. `problems` can be truncated. `line` is the line where the event begins. */
export const calendarReport = z.object({
  added: z.number(),
  updated: z.number(),
  same: z.number(),
  problems: z.array(z.object({ line: z.number(), reason: z.string() })),
  problemCount: z.number(),
  /**
   * Properties and components of the file that were ignored, with counts. If there are many, only the most
   * frequent.
   */
  left: z.array(z.object({ property: z.string(), count: z.number() })),
  leftCount: z.number(),
  revision: z.optional(z.string()),
});
export type CalendarReport = z.infer<typeof calendarReport>;
