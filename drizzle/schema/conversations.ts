import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  json,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { ShareChoices } from "@/lib/shared/shares";
import { agentId } from "./agents";
import { at, createdAt, newestFirst } from "./columns";
import { memberId } from "./members";

export const conversations = pgTable(
  "conversations",
  {
    id: uuid("id").primaryKey(),
    agentId,
    /** The author, with whose rights the runs act. */
    memberId,
    /** Whether everyone who may use the agent may read the conversation. */
    everyone: boolean("everyone").notNull().default(false),
    title: text("title").notNull().default(""),
    /**
     * Source of the title: the first words of the conversation, the model or the user. A user's title is
     * never replaced.
     */
    titledBy: text("titled_by", { enum: ["words", "model", "person"] })
      .notNull()
      .default("words"),
    /** Source of the runs: one of `ORIGINS` in `lib/shared/jobs/kinds.ts`. */
    origin: text("origin").notNull().default("chat"),
    /**
     * Phone number of the contact; null for the owner's conversations. Contacts get none of the owner's data
     * or tools.
     */
    contact: text("contact"),
    jobId: uuid("job_id"),
    projectId: uuid("project_id"),
    /**
     * System prompt and learned notes as of the start of the conversation. They are the cacheable head of
     * every prompt.
     */
    identity: text("identity").notNull(),
    /** Format: `provider/model`. Null for the default model. */
    model: text("model"),
    /** Fallback models, in order. Null: use those of the settings. */
    successors: text("successors").array(),
    /** Tools that the user has allowed for the rest of this conversation. */
    approvedTools: text("approved_tools").array().notNull().default(sql`'{}'`),
    /** Web origins whose text the model has read, newest last. */
    readWeb: text("read_web").array().notNull().default(sql`'{}'`),
    /** Web origins read indirectly, from stored values, as `origin kind name`, newest last. */
    readThrough: text("read_through").array().notNull().default(sql`'{}'`),
    pinnedAt: at("pinned_at"),
    /** `messageId/toolCallId` of the surface that stays on the canvas. */
    pinnedSurface: text("pinned_surface"),
    /** The choices for the last copy behind a public link; null if there was none. */
    linkChoices: json("link_choices").$type<ShareChoices>(),
    /** When the end of the session was requested. The session ends once no run is live. */
    divideAt: at("divide_at"),
    /** The conversation is read-only since this time. A message to it starts another conversation. */
    endedAt: at("ended_at"),
    summary: text("summary"),
    continuedBy: uuid("continued_by").references((): AnyPgColumn => conversations.id, {
      onDelete: "set null",
    }),
    /** Time of the soft deletion. The row is kept for a while so that the deletion can be undone. */
    deletedAt: at("deleted_at"),
    createdAt,
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [
    index("conversations_recent").on(t.agentId, newestFirst(t.updatedAt), newestFirst(t.id)),
    index("conversations_origin")
      .on(t.agentId, t.origin, newestFirst(t.updatedAt), newestFirst(t.id))
      .where(sql`origin <> 'chat'`),
    index("conversations_job")
      .on(t.agentId, t.jobId, newestFirst(t.createdAt))
      .where(sql`job_id is not null`),
    index("conversations_project")
      .on(t.agentId, t.projectId, newestFirst(t.updatedAt), newestFirst(t.id))
      .where(sql`project_id is not null`),
    index("conversations_pinned").on(t.agentId, newestFirst(t.pinnedAt)).where(sql`pinned_at is not null`),
    index("conversations_surfaces").on(t.agentId, t.createdAt).where(sql`pinned_surface is not null`),
    index("conversations_deleted").on(t.deletedAt).where(sql`deleted_at is not null`),
    index("conversations_dividing").on(t.divideAt).where(sql`divide_at is not null`),
    index("conversations_continued").on(t.continuedBy).where(sql`continued_by is not null`),
    // Finds titles by any part of a word. A migration creates the function.
    index("conversations_titles").using("gin", sql`title_parts(${t.title})`),
  ],
);

export const conversationId = uuid("conversation_id")
  .notNull()
  .references(() => conversations.id, { onDelete: "cascade" });

/**
 * Condition for messages that change an earlier surface or hold values that the user sent from one. Queries
 * must repeat this text exactly to use the index.
 */
export const OF_SURFACES = `(strpos(parts::text, '"changes":{"sheet":') > 0 or strpos(parts::text, '"tool-update_ui_component"') > 0 or strpos(parts::text, '"data-answer"') > 0)`;

/**
 * Condition for messages with anything that the canvas shows: surfaces, their changes and answers, apps, and uses
 * of the browser. It may also match other messages. Queries must repeat this text exactly to use the index.
 */
export const WITH_SURFACES = `(strpos(parts::text, '"tool-render_') > 0 or strpos(parts::text, '"tool-browser_') > 0 or strpos(metadata::text, '"app"') > 0 or ${OF_SURFACES})`;

/**
 * Condition for messages with a component on a surface. It may also match other messages. Queries must repeat this text
 * exactly to use the index.
 */
export const WITH_COMPONENTS = `(active and strpos(metadata::text, '"shown"') > 0)`;

export const messages = pgTable(
  "messages",
  {
    conversationId,
    /** The client chooses the id of a user message; sending the same id again has no effect. */
    id: text("id").notNull(),
    agentId,
    position: bigint("position", { mode: "number" }).generatedAlwaysAsIdentity(),
    role: text("role", { enum: ["user", "assistant"] }).notNull(),
    /** The message that this one follows. Messages with the same parent are versions of each other. */
    parentId: text("parent_id"),
    /**
     * Whether the message is on the visible branch. That branch, ordered by `position`, is the conversation.
     */
    active: boolean("active").notNull().default(true),
    parts: json("parts").notNull(),
    /** Search text: each word once, case-folded, without tool data. */
    body: text("body").notNull().default(""),
    metadata: json("metadata"),
    createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.id] }),
    uniqueIndex("messages_order").on(t.conversationId, t.position),
    // Prefix search by word. The pending list is kept small, so that no writer has to merge many entries.
    index("messages_words")
      .using("gin", sql`array_to_tsvector(array_remove(string_to_array(${t.body}, ' '), ''))`)
      .with({ gin_pending_list_limit: 512 }),
    // Pinned surfaces read the later messages that change or answer them. This index finds these few messages
    // without reading the whole conversation.
    index("messages_of_sheets").on(t.conversationId, t.position).where(sql.raw(OF_SURFACES)),
    // A conversation opens with its newest messages. These indexes find the surfaces of earlier ones and the other
    // versions of its messages without reading all of it.
    index("messages_with_sheets").on(t.conversationId, t.position).where(sql.raw(WITH_SURFACES)),
    // The gallery lists the newest components of all conversations.
    index("messages_with_components").on(t.agentId, newestFirst(t.position)).where(sql.raw(WITH_COMPONENTS)),
    index("messages_hidden")
      .on(t.conversationId, sql`coalesce(${t.parentId}, '')`, t.position)
      .where(sql`not active`),
  ],
);
