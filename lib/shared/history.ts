import * as z from "zod/mini";
import { GALLERY_KINDS } from "./gallery/kinds";
import { PRODUCTS } from "./imports/products";
import { KINDS } from "./kinds";

export const AUTHORS = ["agent", "person", "restore", "import", "system", "visitor"] as const;
export type Author = (typeof AUTHORS)[number];

const call = z.object({
  conversationId: z.string(),
  messageId: z.string(),
  runId: z.string(),
  toolCallId: z.string(),
  /** If the call replaced a fact and this version forgets the old one: id of the new fact. */
  supersededBy: z.optional(z.string()),
});

/** A restored conversation: the last visible message before the restore and after it. */
const conversationRestore = z.object({ id: z.string(), from: z.string(), to: z.string() });
export type ConversationRestore = z.infer<typeof conversationRestore>;

/**
 * The cause of a version: a call, a restore of one item or of everything, a component on a surface, a
 * visitor of an app, a program, the end of a session, consolidation, a resolved contradiction, a copy, a rehearsal, or an
 * import.
 */
export const cause = z.union([
  call,
  z.object({ restored: z.object({ version: z.number() }) }),
  /**
   * `restore` is the id of the restore, which all its versions share. `change`: for the database, the number in the change log
   * under which the restore replaced the tables. `conversation` was restored, too.
   */
  z.object({
    moment: z.string(),
    restore: z.optional(z.string()),
    change: z.optional(z.number()),
    conversation: z.optional(conversationRestore),
  }),
  /** A version on probation was worse than the one before it, which the server put live again. */
  z.object({ returned: z.object({ version: z.number(), from: z.number() }) }),
  /** An undone change, or a change that was undone and redone. `change` is its id (see `changes.ts`). */
  z.object({ undone: z.object({ change: z.string(), version: z.number(), isRedone: z.boolean() }) }),
  /** A program changed it by the HTTP API. The value is the name of its token. */
  z.object({ program: z.string() }),
  /** `program`: name of the program that showed the component, if Easel did not. */
  z.object({ sheet: z.object({ title: z.string(), program: z.optional(z.string()) }) }),
  /**
   * A visitor of a published app: its title, and the visitor's name or number. `ids` of both: missing in old
   * versions.
   */
  z.object({
    app: z.object({
      title: z.string(),
      visitor: z.string(),
      ids: z.optional(z.object({ app: z.string(), visitor: z.string() })),
    }),
  }),
  /** The end of a session, which stores its summary. */
  z.object({ session: z.object({ conversationId: z.string() }) }),
  /** An automatic change by consolidation of facts. */
  z.object({ consolidation: z.object({ id: z.string() }) }),
  /** The user resolved a contradiction and kept the newer fact, which has this id. */
  z.object({ supersededBy: z.string() }),
  /** The first version of a copy. `title`: the item that it was copied from. */
  z.object({ copied: z.object({ kind: z.enum(GALLERY_KINDS), title: z.string() }) }),
  /** The export of another product was imported, or that import was undone. `id` is that of the import. */
  z.object({
    historyImport: z.object({
      id: z.string(),
      product: z.enum(PRODUCTS),
      isUndone: z.optional(z.literal(true)),
    }),
  }),
  /** A rehearsal was accepted. `id` is that of the rehearsal. */
  z.object({ rehearsed: z.object({ id: z.string(), title: z.string() }) }),
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
  /** The member who wrote the version, if it was not the owner. */
  memberId: z.optional(z.string()),
  cause: z.nullable(cause),
  deleted: z.boolean(),
  /** Why the version fails its test. Such a version is only live if the user has accepted it. */
  failure: z.nullable(z.string()),
  /** True if the version went live when it was written. */
  live: z.boolean(),
  origins: z.array(z.string()),
  createdAt: z.string(),
});
export type Revision = z.infer<typeof revision>;

/**
 * Adds the content by kind: the text of `system_prompt`, `learned_notes`, `memory_blob`, `db_schema` and
 * `model_family`, `{ value }` of a state key, and the content schema of any other kind, such as `toolContent`
 * or `jobContent`. Null for a deletion.
 */
export const wholeRevision = z.extend(revision, { content: z.unknown() });
export type WholeRevision = z.infer<typeof wholeRevision>;

export const revisionList = z.object({
  revisions: z.array(revision),
  nextCursor: z.optional(z.string()),
});

/**
 * The effect on one item of restoring everything to a point in time. `from` is its version now, `to` its
 * version then.
 */
const change = z.object({
  kind: z.enum(KINDS),
  name: z.string(),
  title: z.optional(z.string()),
  action: z.enum(["change", "create", "delete"]),
  /** Version of the item now; null if it does not exist now. */
  from: z.nullable(z.number()),
  liveId: z.nullable(z.string()),
  /** Version of the item then; null if it did not exist then. */
  to: z.nullable(z.number()),
  revisionId: z.nullable(z.string()),
  /** True if the tool is restored disabled, because the maximum number of tools is already enabled. */
  disabled: z.optional(z.literal(true)),
  /**
   * Only for the database, if no copy of that time exists: time of the last copy before it. Later changes are
   * lost.
   */
  asOf: z.optional(z.string()),
  /** Hash of the current content and of that then. A restore of chosen parts sends it back as `expect`. */
  hash: z.string(),
  /** Other changes without which something would be missing: the components of a board, the boards of a project. */
  needs: z.optional(z.array(z.object({ kind: z.enum(KINDS), name: z.string() }))),
});
export type RestoreChange = z.infer<typeof change>;

const conversationChange = z.object({
  id: z.string(),
  title: z.string(),
  /** The client sends it back with the restore, which fails if the conversation changed. */
  hash: z.string(),
  /** Counts of messages that the restore hides and shows again. Hidden messages stay as versions. */
  hidden: z.number(),
  shown: z.number(),
  /** Status of the live run, with which the conversation cannot be restored. */
  live: z.optional(z.enum(["running", "waiting"])),
  /** True if the conversation had no message yet, so that it stays. */
  isLater: z.optional(z.literal(true)),
  /** True if the agent was writing at that time. Its answer comes back whole. */
  isUnfinished: z.optional(z.literal(true)),
  /** Number of surfaces whose entered values have changed since, and stay. */
  entered: z.optional(z.number()),
});
export type ConversationChange = z.infer<typeof conversationChange>;

export const restorePreview = z.object({
  at: z.string(),
  /** Hash of the changes. The client sends it back with the restore, which fails if the changes differ. */
  hash: z.string(),
  changes: z.array(change),
  /**
   * Items that stay as they are, because their state at that time is no longer stored: collections, and the
   * database as "database".
   */
  beyond: z.optional(z.array(z.string())),
  /** Only if the request names a conversation. */
  conversation: z.optional(conversationChange),
});
export type RestorePreview = z.infer<typeof restorePreview>;

export const restored = z.object({
  revisions: z.array(revision),
  /** Id for the undo. Missing if no version was written. */
  restore: z.optional(z.string()),
  /** Missing if the request named no conversation, or if it has not changed since. */
  conversation: z.optional(conversationRestore),
});
export type Restored = z.infer<typeof restored>;

export const undoneRestore = z.object({
  revisions: z.array(revision),
  /**
   * Whether the later messages of the restored conversation are shown again. It stays as it is if it continued since, is
   * gone, or belongs to another member.
   */
  conversation: z.optional(z.enum(["shown", "stays"])),
});
export type UndoneRestore = z.infer<typeof undoneRestore>;

/** Response to a change that does not alter an item. */
export const UNCHANGED = "The content is unchanged, so there is no new version.";
