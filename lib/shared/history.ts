import * as z from "zod/mini";
import { KINDS } from "./kinds";

/** What the history routes send and the browser reads. */

export const AUTHORS = ["agent", "person", "restore", "import", "system"] as const;
export type Author = (typeof AUTHORS)[number];

/** The call by which the agent wrote a version. */
const call = z.object({
  conversationId: z.string(),
  messageId: z.string(),
  runId: z.string(),
  toolCallId: z.string(),
  /** Id of the newer fact, if the version forgets a replaced fact. */
  supersededBy: z.optional(z.string()),
});

/** What led to a version: a call, a restore of one thing, a restore of all to a moment, an import, a sheet's component, the end of a session, tidying. */
const cause = z.union([
  call,
  z.object({ restored: z.object({ version: z.number() }) }),
  z.object({ moment: z.string() }),
  z.object({ sheet: z.object({ title: z.string() }) }),
  /** A session that ended, of which a summary is kept. */
  z.object({ session: z.object({ conversationId: z.string() }) }),
  /** What tidying of the facts did by itself. */
  z.object({ consolidation: z.object({ id: z.string() }) }),
  /** The user kept the newer of two facts that contradict each other: its id. */
  z.object({ supersededBy: z.string() }),
  z.object({ imported: z.object({ version: z.number(), author: z.enum(AUTHORS), createdAt: z.string() }) }),
]);
export type Cause = z.infer<typeof cause>;

export const revision = z.object({
  id: z.string(),
  kind: z.enum(KINDS),
  name: z.string(),
  /** Title, for kinds with an id as their name (`isNamedById`). */
  title: z.optional(z.string()),
  version: z.number(),
  author: z.enum(AUTHORS),
  cause: z.nullable(cause),
  /** The version takes the thing away. */
  deleted: z.boolean(),
  /** Why it was found not to work; such a version is live only if the person accepted it. */
  failure: z.nullable(z.string()),
  /** Whether it went live when it was written. */
  live: z.boolean(),
  /** Origins on the web whose text may be in it. */
  origins: z.array(z.string()),
  createdAt: z.string(),
});
export type Revision = z.infer<typeof revision>;

/**
 * By kind: the text of `system_prompt` and `learned_notes`, `toolContent`, `componentContent`, `{ value }` of a key of the
 * state, `boardContent`, the texts of `memory_blob` and `db_schema`, `blockContent` of a memory block, `databaseCopy`, and the text of a `model_family`. Null where the version is a deletion.
 */
export const wholeRevision = z.extend(revision, { content: z.unknown() });
export type WholeRevision = z.infer<typeof wholeRevision>;

export const revisionList = z.object({
  revisions: z.array(revision),
  nextCursor: z.optional(z.string()),
});

/** What would become of a thing if all were put back to a moment: then it was at `to`, now it is at `from`. */
const change = z.object({
  kind: z.enum(KINDS),
  name: z.string(),
  title: z.optional(z.string()),
  action: z.enum(["change", "create", "delete"]),
  /** Null where there is nothing now. */
  from: z.nullable(z.number()),
  liveId: z.nullable(z.string()),
  /** Null where there was nothing then. */
  to: z.nullable(z.number()),
  revisionId: z.nullable(z.string()),
  /** A tool that comes back switched off: no more of them can be enabled. */
  disabled: z.optional(z.literal(true)),
  /** Of the database, where no copy is of that moment: of when the last one before it is. What changed in between does not come back. */
  asOf: z.optional(z.string()),
});
export type MomentChange = z.infer<typeof change>;

export const momentPreview = z.object({
  at: z.string(),
  /** Of what would change; sent back, it makes sure that nothing else does. */
  hash: z.string(),
  changes: z.array(change),
  /** The database (as "database") and collections that stay as they are, since what they were is kept no longer. */
  beyond: z.optional(z.array(z.string())),
});
export type MomentPreview = z.infer<typeof momentPreview>;

export const momentRestored = z.object({ revisions: z.array(revision) });

/** Told to who changes a thing to what it is. */
export const UNCHANGED = "Nothing differs from what is stored, so there is no new version.";
