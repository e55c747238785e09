import * as z from "zod/mini";

/** Fields of documents that name the calendar or address book of another server. */
export const SOURCE_FIELDS = { schedule: "calendar", contacts: "addressBook" } as const;
export type SyncedCollection = keyof typeof SOURCE_FIELDS;

/** Number of the colours that calendars can have: grey, and the chart colours of `app/tokens.css`. */
export const COLORS = 7;

export const AGENT_CHANGES = ["ask", "allow", "deny"] as const;
export type AgentChanges = (typeof AGENT_CHANGES)[number];

/** Intervals between two synchronisations, in minutes. */
export const INTERVALS = [5, 15, 60, 360, 1_440] as const;

export const source = z.object({
  id: z.string(),
  kind: z.enum(["events", "contacts"]),
  name: z.string(),
  color: z.number(),
  isShown: z.boolean(),
  isReadOnly: z.boolean(),
  /** Messages about events that are missing here. */
  problems: z.array(z.string()),
  /** Number of events that were changed here and on the server. */
  conflicts: z.number(),
  /** Number of events whose change here the server refuses. */
  refusals: z.number(),
});
export type Source = z.infer<typeof source>;

export const account = z.object({
  id: z.string(),
  kind: z.enum(["feed", "dav"]),
  name: z.string(),
  /** The host only: the address of a feed can be a secret. */
  host: z.string(),
  username: z.string(),
  everyMinutes: z.number(),
  agentChanges: z.enum(AGENT_CHANGES),
  syncedAt: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  isSyncing: z.boolean(),
  sources: z.array(source),
});
export type Account = z.infer<typeof account>;

/** `own` is the look of the agent's own calendar. */
export const calendarList = z.object({ own: source, accounts: z.array(account) });
export type CalendarList = z.infer<typeof calendarList>;

/** A calendar or address book that a server offers. */
export const offer = z.object({
  href: z.string(),
  kind: z.enum(["events", "contacts"]),
  name: z.string(),
  isReadOnly: z.boolean(),
});
export type Offer = z.infer<typeof offer>;
export const offers = z.object({ offers: z.array(offer) });

const side = z.nullable(
  z.object({
    title: z.string(),
    /** Names and values of the fields in which the two versions differ, for the user. */
    fields: z.array(z.object({ name: z.string(), value: z.string() })),
  }),
);

/**
 * An object that was changed here and on its server, or whose change the server refuses. `mine` or `theirs` is null if it
 * does not exist there.
 */
export const conflict = z.object({
  sourceId: z.string(),
  href: z.string(),
  calendar: z.string(),
  /** The ids of its documents, as JSON. */
  documents: z.array(z.string()),
  /** Why the server refuses the change, in its words; null for a conflict. */
  refusal: z.nullable(z.string()),
  mine: side,
  theirs: side,
});
export type Conflict = z.infer<typeof conflict>;
export const conflictList = z.object({ conflicts: z.array(conflict) });
