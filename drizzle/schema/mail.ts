import { sql } from "drizzle-orm";
import { boolean, index, json, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { agentId } from "./agents";
import { at, createdAt, newestFirst } from "./columns";
import { conversations } from "./conversations";

/** The user's limits for an agent's mail account: readable folders and senders, and the mail channel. */
export const mailRules = pgTable(
  "mail_rules",
  {
    agentId,
    /** Paths of the folders that the agent may read. */
    folders: json("folders").$type<string[]>().notNull().default([]),
    /** Addresses or domains whose mails the agent may read; empty for all. */
    senders: json("senders").$type<string[]>().notNull().default([]),
    /** Whether mails of paired users start and continue conversations. */
    talks: boolean("talks").notNull().default(false),
    /**
     * The server that verified the sender of the pairing mail, as it names itself in `Authentication-Results`. Only it
     * can confirm later mails. Null until a user is paired.
     */
    verifiedBy: text("verified_by"),
  },
  (t) => [primaryKey({ columns: [t.agentId] })],
);

/** Drafts of the agent, and the mails that it has sent. */
export const mailDrafts = pgTable(
  "mail_drafts",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    agentId,
    conversationId: uuid("conversation_id").references(() => conversations.id, { onDelete: "set null" }),
    /** The call that wrote the draft or sent the mail. */
    toolCallId: text("tool_call_id").notNull(),
    /** The Message-ID header with its brackets. It is fixed before the mail is sent. */
    messageId: text("message_id").notNull(),
    to: json("to").$type<string[]>().notNull(),
    cc: json("cc").$type<string[]>().notNull(),
    bcc: json("bcc").$type<string[]>().notNull(),
    subject: text("subject").notNull(),
    text: text("text").notNull(),
    /** Ids of attached files. */
    files: json("files").$type<string[]>().notNull(),
    inReplyTo: text("in_reply_to"),
    references: json("references").$type<string[]>().notNull(),
    /**
     * `queued`: approved, and nothing was transmitted. `sending`: the server accepts the content, or Easel died in
     * between. `unknown`: it may have been sent, and is not sent again without the user.
     */
    status: text("status", { enum: ["draft", "queued", "sending", "sent", "failed", "unknown"] }).notNull(),
    /** In words, for `failed` and `unknown`. */
    error: text("error"),
    createdAt,
    sentAt: at("sent_at"),
  },
  (t) => [
    uniqueIndex("mail_drafts_call").on(t.agentId, t.toolCallId),
    index("mail_drafts_newest").on(t.agentId, newestFirst(t.createdAt)),
    index("mail_drafts_conversation").on(t.conversationId),
    index("mail_drafts_unsettled").on(t.agentId).where(sql`status in ('queued', 'sending')`),
  ],
);
