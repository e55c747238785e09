import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { agentId } from "./agents";
import { at, createdAt, newestFirst } from "./columns";
import { conversations } from "./conversations";

const channel = text("channel").notNull();
const chatId = text("chat_id").notNull();

/** An agent's account at a messaging service, at most one account for each service. */
export const channels = pgTable(
  "channels",
  {
    agentId,
    id: text("id").notNull(),
    /** Tokens and secrets as JSON, encrypted as a whole. */
    credentials: text("credentials").notNull(),
    accountId: text("account_id").notNull(),
    accountName: text("account_name").notNull(),
    accountUrl: text("account_url"),
    /** Incremented when anything that the connection depends on changes. */
    revision: integer("revision").notNull().default(1),
    status: text("status", { enum: ["connecting", "connected", "lost"] })
      .notNull()
      .default("connecting"),
    error: text("error"),
    /** Position up to which updates were received, in the service's own format. */
    cursor: text("cursor"),
    leaseOwner: uuid("lease_owner"),
    leaseUntil: at("lease_until"),
    /**
     * Hash of the pairing code. The code becomes invalid after use, at `pair_until` or after too many wrong
     * guesses.
     */
    pairCode: text("pair_code"),
    pairUntil: at("pair_until"),
    pairTries: integer("pair_tries").notNull().default(0),
    connectedAt: at("connected_at"),
    createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.id] }),
    // Unique, because two agents with the same bot would take each other's messages.
    uniqueIndex("channels_account").on(t.id, t.accountId),
  ],
);

/** Paired users, who are served as the owner of the workspace. */
export const channelPeople = pgTable(
  "channel_people",
  {
    agentId,
    channel,
    personId: text("person_id").notNull(),
    name: text("name").notNull(),
    pairedAt: at("paired_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.channel, t.personId] })],
);

/** Rights of a WhatsApp contact. A contact without a row has none. */
export const whatsappPermissions = pgTable(
  "whatsapp_permissions",
  {
    agentId,
    /** E.164, with the plus sign. */
    phone: text("phone").notNull(),
    displayName: text("display_name").notNull().default(""),
    canRead: boolean("can_read").notNull().default(false),
    /** Whether the agent replies automatically and may write to the contact. */
    canReply: boolean("can_reply").notNull().default(false),
    /** Author of the last change: the user, or the agent with a call that the user allowed. */
    grantedBy: text("granted_by", { enum: ["person", "agent"] }).notNull(),
    updatedAt: at("updated_at").notNull().defaultNow(),
    createdAt,
  },
  (t) => [primaryKey({ columns: [t.agentId, t.phone] })],
);

/** Messages from and to the WhatsApp account, except the owner's conversation with the agent. */
export const whatsappMessages = pgTable(
  "whatsapp_messages",
  {
    agentId,
    id: text("id").notNull(),
    phone: text("phone").notNull(),
    name: text("name").notNull().default(""),
    text: text("text").notNull(),
    fromMe: boolean("from_me").notNull(),
    at: at("at").notNull(),
    /**
     * Time at which the message was admitted for a reply; null if it was not, and for outgoing messages. The
     * daily reply limit counts admitted messages.
     */
    answeredAt: at("answered_at"),
    /**
     * Outgoing messages only. `contact`: an automatic reply under the contact's rights; `tool`: a tool call
     * of the agent.
     */
    cause: text("cause", { enum: ["contact", "tool"] }),
    /** Outgoing messages only: why delivery failed. */
    error: text("error"),
    conversationId: uuid("conversation_id").references(() => conversations.id, { onDelete: "set null" }),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.id] }),
    index("whatsapp_messages_phone").on(t.agentId, t.phone, newestFirst(t.at)),
    index("whatsapp_messages_recent").on(t.agentId, newestFirst(t.at)),
    index("whatsapp_messages_conversation").on(t.conversationId),
    index("whatsapp_messages_old").on(t.at),
  ],
);

export const channelChats = pgTable(
  "channel_chats",
  {
    agentId,
    channel,
    chatId,
    kind: text("kind", { enum: ["private", "group"] }).notNull(),
    title: text("title").notNull(),
    conversationId: uuid("conversation_id").references(() => conversations.id, { onDelete: "set null" }),
    /** Position of the last message that was sent to the chat completely. */
    mirrored: bigint("mirrored", { mode: "number" }).notNull().default(0),
    /** State of a form that the user fills in field by field. */
    form: json("form"),
    /** Why nothing can be sent to the chat, for example because the user blocked the bot. */
    closed: text("closed"),
    createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.channel, t.chatId] }),
    index("channel_chats_conversation").on(t.conversationId),
  ],
);

/** Incoming updates, stored before they are acknowledged. `updateId` removes duplicates. */
export const channelUpdates = pgTable(
  "channel_updates",
  {
    /** Processing order within a chat. */
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    agentId,
    channel,
    updateId: text("update_id").notNull(),
    /** The chat of the update; null if it belongs to none. */
    chatId: text("chat_id"),
    externalId: text("external_id"),
    /** The update as received; null once it is processed. */
    payload: json("payload"),
    status: text("status", { enum: ["new", "done", "failed"] })
      .notNull()
      .default("new"),
    tries: integer("tries").notNull().default(0),
    error: text("error"),
    createdAt,
  },
  (t) => [
    uniqueIndex("channel_updates_once").on(t.agentId, t.channel, t.updateId),
    index("channel_updates_new").on(t.agentId, t.channel, t.id).where(sql`status = 'new'`),
    index("channel_updates_message").on(t.agentId, t.channel, t.chatId, t.externalId),
    index("channel_updates_old").on(t.createdAt),
  ],
);

/** Outgoing messages: one row for each message at the service, with its current content. */
export const channelOutbox = pgTable(
  "channel_outbox",
  {
    /** Sending order within a chat. */
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    agentId,
    channel,
    chatId,
    /** Identifies what the message reports; writing the same key again edits the message. */
    key: text("key").notNull(),
    content: json("content").notNull(),
    /** Partial text of a message that the model is still writing. */
    isPreview: boolean("is_preview").notNull().default(false),
    /**
     * `sending`: in flight, or the server died while sending. `unknown`: may have arrived, and is not sent
     * again.
     */
    status: text("status", { enum: ["waiting", "sending", "sent", "failed", "unknown"] })
      .notNull()
      .default("waiting"),
    externalId: text("external_id"),
    tries: integer("tries").notNull().default(0),
    notBefore: at("not_before"),
    error: text("error"),
    createdAt,
    sentAt: at("sent_at"),
  },
  (t) => [
    uniqueIndex("channel_outbox_once").on(t.agentId, t.channel, t.chatId, t.key),
    index("channel_outbox_open")
      .on(t.agentId, t.channel, t.chatId, t.id)
      .where(sql`status in ('waiting', 'sending')`),
    index("channel_outbox_message").on(t.agentId, t.channel, t.chatId, t.externalId),
    index("channel_outbox_old").on(t.createdAt),
  ],
);
