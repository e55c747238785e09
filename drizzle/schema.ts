import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

/*
 * JSON columns are `json`, not `jsonb`: what people and models write may hold U+0000 or lone surrogates,
 * which jsonb refuses, and nothing here is queried inside the document.
 */

const at = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });
const createdAt = at("created_at").notNull().defaultNow();
const agentId = uuid("agent_id")
  .notNull()
  .references(() => agents.id, { onDelete: "cascade" });

export const agents = pgTable("agents", {
  id: uuid("id").primaryKey().defaultRandom(),
  name: text("name").notNull(),
  systemPrompt: text("system_prompt").notNull(),
  learnedNotes: text("learned_notes").notNull().default(""),
  createdAt,
});

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
    /** System prompt and learned notes as they were when the conversation began: the cacheable head of every prompt. */
    identity: text("identity").notNull(),
    /** `provider/model`; null means the default. */
    model: text("model"),
    /** Tools that the person has allowed for the rest of this conversation. */
    approvedTools: text("approved_tools").array().notNull().default(sql`'{}'`),
    pinnedAt: at("pinned_at"),
    /** `messageId/toolCallId` of the surface that stays on the canvas. */
    pinnedSurface: text("pinned_surface"),
    /** A deleted conversation is kept for a while, so that deleting can be undone. */
    deletedAt: at("deleted_at"),
    createdAt,
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [index("conversations_recent").on(t.agentId, t.updatedAt.desc(), t.id.desc())],
);

const conversationId = uuid("conversation_id")
  .notNull()
  .references(() => conversations.id, { onDelete: "cascade" });

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
  ],
);

export const runs = pgTable(
  "runs",
  {
    id: uuid("id").primaryKey(),
    agentId,
    conversationId,
    /** The assistant message that the run writes now. */
    messageId: text("message_id").notNull(),
    status: text("status", { enum: ["running", "waiting", "completed", "failed", "stopped"] }).notNull(),
    /** Grows each time the run is taken up (start, answer, recovery); a writer with an older number has lost the run. */
    attempt: integer("attempt").notNull().default(1),
    /** Takeovers after a dead process since the last saved step; bounds a run that kills its server. */
    crashes: integer("crashes").notNull().default(0),
    leaseOwner: uuid("lease_owner"),
    leaseUntil: at("lease_until"),
    /** Messages of the person that came while running and have not been put before the model yet. */
    pending: integer("pending").notNull().default(0),
    stopRequested: at("stop_requested"),
    steps: integer("steps").notNull().default(0),
    inputTokens: integer("input_tokens").notNull().default(0),
    outputTokens: integer("output_tokens").notNull().default(0),
    /** Milliseconds spent running, waits not counted. */
    activeMs: integer("active_ms").notNull().default(0),
    error: json("error").$type<{ code: string; message: string }>(),
    startedAt: at("started_at").notNull().defaultNow(),
    endedAt: at("ended_at"),
  },
  (t) => [
    // One live run a conversation: the database itself refuses a second one.
    uniqueIndex("runs_live").on(t.conversationId).where(sql`status in ('running', 'waiting')`),
    index("runs_latest").on(t.conversationId, t.startedAt.desc()),
    index("runs_lease").on(t.leaseUntil).where(sql`status = 'running'`),
    index("runs_agent").on(t.agentId),
  ],
);

/** The chunks of a running message, for replay. A cache: the message row is the truth, these are pruned after the run. */
export const runEvents = pgTable(
  "run_events",
  {
    runId: uuid("run_id")
      .notNull()
      .references(() => runs.id, { onDelete: "cascade" }),
    attempt: integer("attempt").notNull(),
    /** Number of the first chunk in the row; the next row starts at seq + count. */
    seq: integer("seq").notNull(),
    count: integer("count").notNull(),
    chunks: json("chunks").notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.attempt, t.seq] })],
);

export const asks = pgTable(
  "asks",
  {
    conversationId: uuid("conversation_id").notNull(),
    messageId: text("message_id").notNull(),
    toolCallId: text("tool_call_id").notNull(),
    agentId,
    runId: uuid("run_id")
      .notNull()
      .references(() => runs.id, { onDelete: "cascade" }),
    toolName: text("tool_name").notNull(),
    kind: text("kind", { enum: ["answer", "approval"] }).notNull(),
    input: json("input").notNull(),
    /** An approval holds for these arguments only. */
    inputHash: text("input_hash"),
    status: text("status", { enum: ["open", "answered", "closed"] })
      .notNull()
      .default("open"),
    output: json("output"),
    /** The chat message whose text was taken as the answer: the same message again is not taken twice. */
    answeredBy: text("answered_by"),
    createdAt,
    answeredAt: at("answered_at"),
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.messageId, t.toolCallId] }),
    foreignKey({
      columns: [t.conversationId, t.messageId],
      foreignColumns: [messages.conversationId, messages.id],
    }).onDelete("cascade"),
    index("asks_open").on(t.conversationId).where(sql`status = 'open'`),
    index("asks_run").on(t.runId),
    uniqueIndex("asks_answered_by").on(t.conversationId, t.answeredBy).where(sql`answered_by is not null`),
  ],
);

export const toolCalls = pgTable(
  "tool_calls",
  {
    conversationId,
    messageId: text("message_id").notNull(),
    toolCallId: text("tool_call_id").notNull(),
    agentId,
    runId: uuid("run_id").notNull(),
    toolName: text("tool_name").notNull(),
    input: json("input").notNull(),
    status: text("status", { enum: ["running", "ok", "error", "unknown", "denied"] }).notNull(),
    output: json("output"),
    error: text("error"),
    durationMs: integer("duration_ms"),
    createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.messageId, t.toolCallId] }),
    index("tool_calls_recent").on(t.agentId, t.toolName, t.createdAt.desc()),
  ],
);

/** One call of a model: what a day has cost, also after its conversations are gone. */
export const modelCalls = pgTable(
  "model_calls",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    agentId,
    /** `provider/model`. */
    model: text("model").notNull(),
    inputTokens: integer("input_tokens").notNull(),
    /** Of the input: read from the provider's cache. */
    cachedTokens: integer("cached_tokens").notNull(),
    outputTokens: integer("output_tokens").notNull(),
    /** US dollars by the price list of that day; null where no price is known. */
    cost: doublePrecision("cost"),
    createdAt,
  },
  (t) => [index("model_calls_recent").on(t.agentId, t.createdAt)],
);

export const settings = pgTable(
  "settings",
  {
    agentId,
    /** `toolset:<id>`, `tool:<name>`, `limits`, `general`, `provider:<id>` (its key encrypted). */
    key: text("key").notNull(),
    value: json("value").notNull(),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.key] })],
);

export const state = pgTable(
  "state",
  {
    agentId,
    key: text("key").notNull(),
    value: json("value").notNull(),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.key] })],
);

export const components = pgTable(
  "components",
  {
    agentId,
    name: text("name").notNull(),
    description: text("description").notNull(),
    code: text("code").notNull(),
    /** JSON Schema of its props; null when it says nothing of them. */
    propsSchema: json("props_schema").$type<Record<string, unknown>>(),
    /** Of the revision that is live. */
    version: integer("version").notNull(),
    deletedAt: at("deleted_at"),
    createdAt,
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.name] })],
);

/** Every version of what the agent or the person has written. A row is never changed. */
export const revisions = pgTable(
  "revisions",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    agentId,
    kind: text("kind", { enum: ["component"] }).notNull(),
    name: text("name").notNull(),
    /** Counts from 1 within kind and name, also after a deletion. */
    version: integer("version").notNull(),
    /** Order in the one timeline of all kinds. */
    position: bigint("position", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    content: json("content").notNull(),
    author: text("author", { enum: ["agent", "person", "restore"] }).notNull(),
    /** The call that wrote it, when the agent did. */
    cause: json("cause").$type<{
      conversationId: string;
      messageId: string;
      runId: string;
      toolCallId: string;
    }>(),
    /** Why it was found not to work when it was tried. */
    failure: text("failure"),
    createdAt,
  },
  (t) => [
    uniqueIndex("revisions_version").on(t.agentId, t.kind, t.name, t.version),
    uniqueIndex("revisions_timeline").on(t.agentId, t.position.desc()),
  ],
);

/** Components' code as frames run it, by what it was compiled from. A cache, but for the source. */
export const bundles = pgTable("bundles", {
  /** sha256 of the source, in hex. */
  hash: text("hash").primaryKey(),
  source: text("source").notNull(),
  js: text("js").notNull(),
  css: text("css").notNull(),
  map: text("map").notNull(),
  /** The runtime that it was compiled for; a newer one compiles it anew. */
  runtime: text("runtime").notNull(),
  createdAt,
});
