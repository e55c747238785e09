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

/** Services by which the agent is reached: `telegram`, `whatsapp`. */
const channel = text("channel").notNull();
const chatId = text("chat_id").notNull();

/** The accounts that an agent has at them, one each. */
export const channels = pgTable(
  "channels",
  {
    agentId,
    id: text("id").notNull(),
    /** Tokens and secrets as one JSON text; sealed. */
    credentials: text("credentials").notNull(),
    /** As the service names the account, and what people know it by. */
    accountId: text("account_id").notNull(),
    accountName: text("account_name").notNull(),
    /** Where people find it. */
    accountUrl: text("account_url"),
    /** Counts changes of what the connection is made of. */
    revision: integer("revision").notNull().default(1),
    status: text("status", { enum: ["connecting", "connected", "lost"] })
      .notNull()
      .default("connecting"),
    /** Why it is lost, or what went wrong last. */
    error: text("error"),
    /** Up to where updates were taken, in the service's own terms. */
    cursor: text("cursor"),
    /** The server that receives and sends. */
    leaseOwner: uuid("lease_owner"),
    leaseUntil: at("lease_until"),
    /** Hash of the code with which a person pairs; void when it is used, late, or was guessed at too often. */
    pairCode: text("pair_code"),
    pairUntil: at("pair_until"),
    pairTries: integer("pair_tries").notNull().default(0),
    connectedAt: at("connected_at"),
    createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.id] }),
    // Two agents with one bot would take each other's messages.
    uniqueIndex("channels_account").on(t.id, t.accountId),
  ],
);

/** Who is served as the owner of the workspace. */
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

/** What a WhatsApp contact may: without a row, nothing. */
export const whatsappPermissions = pgTable(
  "whatsapp_permissions",
  {
    agentId,
    /** E.164, with its plus sign. */
    phone: text("phone").notNull(),
    displayName: text("display_name").notNull().default(""),
    /** Whether the agent may read what they write. */
    canRead: boolean("can_read").notNull().default(false),
    /** Whether the agent answers them by itself, and may write to them. */
    canReply: boolean("can_reply").notNull().default(false),
    /** Who gave the rights last: the person, or the agent, whose call they allowed. */
    grantedBy: text("granted_by", { enum: ["person", "agent"] }).notNull(),
    updatedAt: at("updated_at").notNull().defaultNow(),
    createdAt,
  },
  (t) => [primaryKey({ columns: [t.agentId, t.phone] })],
);

/** What was written to the WhatsApp account and from it, but for what the owner says to the agent. */
export const whatsappMessages = pgTable(
  "whatsapp_messages",
  {
    agentId,
    /** As WhatsApp names it. */
    id: text("id").notNull(),
    phone: text("phone").notNull(),
    /** As the contact calls themselves. */
    name: text("name").notNull().default(""),
    text: text("text").notNull(),
    fromMe: boolean("from_me").notNull(),
    at: at("at").notNull(),
    /** Of what came in: when the agent was let answer it. The replies of a day are counted by this. */
    answeredAt: at("answered_at"),
    /** Of what went out: `contact` is an answer by itself, which the right to be answered allows, `tool` a call of the agent. */
    cause: text("cause", { enum: ["contact", "tool"] }),
    /** Of what went out: why it did not arrive. */
    error: text("error"),
    /** Where it was answered, or from where it was sent. */
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

/** Chats at a service, and the conversation that each of them is in. */
export const channelChats = pgTable(
  "channel_chats",
  {
    agentId,
    channel,
    chatId,
    kind: text("kind", { enum: ["private", "group"] }).notNull(),
    title: text("title").notNull(),
    conversationId: uuid("conversation_id").references(() => conversations.id, { onDelete: "set null" }),
    /** The position of the last message that has been told to its end. */
    mirrored: bigint("mirrored", { mode: "number" }).notNull().default(0),
    /** A form that is being filled in, field by field. */
    form: json("form"),
    /** Why nothing can be sent to it: the person has blocked the bot. */
    closed: text("closed"),
    createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.channel, t.chatId] }),
    index("channel_chats_conversation").on(t.conversationId),
  ],
);

/** What came in, stored before it is acknowledged. One of the same id is the same. */
export const channelUpdates = pgTable(
  "channel_updates",
  {
    /** Order in which they are worked on, in each chat. */
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    agentId,
    channel,
    updateId: text("update_id").notNull(),
    /** None of what belongs to no chat. */
    chatId: text("chat_id"),
    /** By which the service names the message. */
    externalId: text("external_id"),
    /** As it came; null once it is done. */
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

/** What goes out: one row a message at the service, with what it is to say now. */
export const channelOutbox = pgTable(
  "channel_outbox",
  {
    /** Order in which they are sent, in each chat. */
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    agentId,
    channel,
    chatId,
    /** What it tells of: the same again is the same message. */
    key: text("key").notNull(),
    content: json("content").notNull(),
    /** Written while the model goes on: it is not the end of it. */
    isPreview: boolean("is_preview").notNull().default(false),
    /** `sending`: it is on its way, or the server died; `unknown`: it may have arrived, and is not sent again. */
    status: text("status", { enum: ["waiting", "sending", "sent", "failed", "unknown"] })
      .notNull()
      .default("waiting"),
    /** By which the service names it. */
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
