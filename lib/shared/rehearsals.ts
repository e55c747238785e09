import * as z from "zod/mini";
import { comparedTable } from "./data/row-changes";
import { KINDS } from "./kinds";

/** The rehearsed job, or the message or ask from which a copied conversation continues. */
export const rehearsedCause = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("job"), jobId: z.uuid(), name: z.string() }),
  z.object({
    kind: z.literal("fork"),
    conversationId: z.uuid(),
    messageId: z.string(),
    toolCallId: z.optional(z.string()),
  }),
]);
export type RehearsedCause = z.infer<typeof rehearsedCause>;
/** A turn that a trial of a change plays again. Its copy is deleted at the end, and no list shows it. */
export type ReplayCause = { kind: "replay"; trial: string };

/** An item of the agent, as the history names it. */
export const rehearsedItem = z.object({ kind: z.enum(KINDS), name: z.string() });
export type RehearsedItem = z.infer<typeof rehearsedItem>;

/** Changes of the database, by their first and last number in its change log. */
export type TakenChanges = { from: number; to: number };

/** A change of the database that has begun: the last change before it, and the time in ms. */
export type BegunChange = { after: number; at: number };

/**
 * An accepted item. `before`: the revision that was live before; null if there was none. `written`: the revision that was
 * written; null for the database, which has `changes`.
 */
export type AcceptedItem = RehearsedItem & {
  before: string | null;
  written: string | null;
  changes?: TakenChanges;
  /** Set while the database is changed, or undone, before the other items. */
  begun?: BegunChange;
};

/** A changed item of a rehearsal. `from`: the version that the rehearsal began with; null if there was none. */
export const rehearsedChange = z.object({
  ...rehearsedItem.shape,
  title: z.optional(z.string()),
  action: z.enum(["change", "create", "delete"]),
  from: z.nullable(z.number()),
  to: z.nullable(z.number()),
  /** The revisions to compare, in the history of the rehearsal. */
  beforeId: z.nullable(z.string()),
  afterId: z.nullable(z.string()),
  /** True if the item has changed in the agent, too, since the rehearsal began. */
  isChanged: z.boolean(),
});
export type RehearsedChange = z.infer<typeof rehearsedChange>;

/** A call or request to the outside that was recorded instead of made. */
export const rehearsedAct = z.object({
  /** Name of the tool. */
  tool: z.string(),
  input: z.optional(z.unknown()),
  /** The address of a request that code wanted to send. */
  request: z.optional(z.string()),
  messageId: z.nullable(z.string()),
});
export type RehearsedAct = z.infer<typeof rehearsedAct>;

export const rehearsalView = z.object({
  id: z.string(),
  title: z.string(),
  cause: rehearsedCause,
  takenAt: z.string(),
  conversationId: z.nullable(z.string()),
  acceptedAt: z.nullable(z.string()),
  undoneAt: z.nullable(z.string()),
  /** State of the last run; null before it has begun. */
  run: z.nullable(z.enum(["running", "waiting", "completed", "failed", "stopped"])),
  costUsd: z.nullable(z.number()),
  tokens: z.number(),
});
export type RehearsalView = z.infer<typeof rehearsalView>;

export const rehearsalList = z.object({ rehearsals: z.array(rehearsalView) });

export const rehearsalDetail = z.extend(rehearsalView, {
  /** Hash of the changes. Accepting with it fails if they differ. */
  hash: z.string(),
  changes: z.array(rehearsedChange),
  tables: z.array(comparedTable),
  acts: z.array(rehearsedAct),
});
export type RehearsalDetail = z.infer<typeof rehearsalDetail>;
