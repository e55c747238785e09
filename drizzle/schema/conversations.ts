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
import { agentId } from "./agents";
import { at, createdAt, newestFirst } from "./columns";

export const conversations = pgTable(
  "conversations",
  {
    id: uuid("id").primaryKey(),
    agentId,
    title: text("title").notNull().default(""),
    /** Who gave the title: the first words of the conversation, the model, or the person, whose title stays. */
    titledBy: text("titled_by", { enum: ["words", "model", "person"] })
      .notNull()
      .default("words"),
    /** Who begins its turns: `ORIGINS` of `lib/shared/jobs/kinds.ts`. */
    origin: text("origin").notNull().default("chat"),
    /** Who speaks in it, where that is not the owner: the number of a contact, whose words get none of the owner's data or tools. */
    contact: text("contact"),
    /** Of a job's conversation: the job. */
    jobId: uuid("job_id"),
    /** System prompt and learned notes as they were when the conversation began: the cacheable head of every prompt. */
    identity: text("identity").notNull(),
    /** `provider/model`; null means the default. */
    model: text("model"),
    /** Models that answer in its place when it fails, in this order; null: those of the settings. */
    successors: text("successors").array(),
    /** Tools that the person has allowed for the rest of this conversation. */
    approvedTools: text("approved_tools").array().notNull().default(sql`'{}'`),
    /** Origins on the web whose text its model has read, the newest last. */
    readWeb: text("read_web").array().notNull().default(sql`'{}'`),
    /** Those that it has read in something stored: `origin kind name`, the newest last. */
    readThrough: text("read_through").array().notNull().default(sql`'{}'`),
    pinnedAt: at("pinned_at"),
    /** `messageId/toolCallId` of the surface that stays on the canvas. */
    pinnedSurface: text("pinned_surface"),
    /** Asked to end: it does when nothing in it runs or waits. */
    divideAt: at("divide_at"),
    /** It is read from then on, and a message to it begins another conversation. */
    endedAt: at("ended_at"),
    /** Of one that has ended: what was said, in short. */
    summary: text("summary"),
    /** Of one that has ended: where the next message to it went. */
    continuedBy: uuid("continued_by").references((): AnyPgColumn => conversations.id, {
      onDelete: "set null",
    }),
    /** A deleted conversation is kept for a while, so that deleting can be undone. */
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
    index("conversations_pinned").on(t.agentId, newestFirst(t.pinnedAt)).where(sql`pinned_at is not null`),
    index("conversations_surfaces").on(t.agentId, t.createdAt).where(sql`pinned_surface is not null`),
    index("conversations_deleted").on(t.deletedAt).where(sql`deleted_at is not null`),
    index("conversations_dividing").on(t.divideAt).where(sql`divide_at is not null`),
    index("conversations_continued").on(t.continuedBy).where(sql`continued_by is not null`),
    // Titles by any part of their words; the function is made by the migration.
    index("conversations_titles").using("gin", sql`title_parts(${t.title})`),
  ],
);

export const conversationId = uuid("conversation_id")
  .notNull()
  .references(() => conversations.id, { onDelete: "cascade" });

/** What stands in the parts of a message that changes a sheet made earlier, or sends from one. A query has to say the same. */
export const OF_SHEETS = `(strpos(parts::text, '"changes":{"sheet":') > 0 or strpos(parts::text, '"tool-update_ui_component"') > 0 or strpos(parts::text, '"data-answer"') > 0)`;

export const messages = pgTable(
  "messages",
  {
    conversationId,
    /** Chosen by the client for a person's message; the same id again is the same message. */
    id: text("id").notNull(),
    agentId,
    /** Order inside the conversation. */
    position: bigint("position", { mode: "number" }).generatedAlwaysAsIdentity(),
    role: text("role", { enum: ["user", "assistant"] }).notNull(),
    /** The message that this one follows; messages that follow the same one are versions of each other. */
    parentId: text("parent_id"),
    /** Whether it lies on the branch that is shown. That branch, in the order of `position`, is the conversation. */
    active: boolean("active").notNull().default(true),
    parts: json("parts").notNull(),
    /** What search finds it by: each of its words once, folded, without its tools' data. */
    body: text("body").notNull().default(""),
    metadata: json("metadata"),
    createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.id] }),
    uniqueIndex("messages_order").on(t.conversationId, t.position),
    // Words by their beginning. What is new waits in a list that is kept short, so that no writer has to sort in much.
    index("messages_words")
      .using("gin", sql`array_to_tsvector(array_remove(string_to_array(${t.body}, ' '), ''))`)
      .with({ gin_pending_list_limit: 512 }),
    // The few that change a sheet after it was made, or send from it: in a conversation that came with a file nothing else says so.
    index("messages_of_sheets").on(t.conversationId, t.position).where(sql.raw(OF_SHEETS)),
  ],
);
