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
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { agentId } from "./agents";
import { at, createdAt, newestFirst } from "./columns";
import { conversationId, conversations, messages } from "./conversations";

/**
 * `web`: what the conversation has read could hold a stranger's instructions; `browser`: the person has it in hand; `effect`:
 * what the call does is asked about each time; `block`: it changes memory that is somebody's to decide about; `helper`: it waits
 * for a helper that waits for the person.
 */
type Because =
  | { kind: "web"; origins: string[]; through?: unknown[] }
  | { kind: "browser" }
  | { kind: "effect"; why: string }
  | { kind: "block"; changes: unknown[]; origins?: string[]; through?: unknown[] }
  | { kind: "helper"; conversationId: string };

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
    /** Nobody sat before it when it began: the limits and budgets of unattended work hold. */
    unattended: boolean("unattended").notNull().default(false),
    /** The job whose firing began it. */
    jobId: uuid("job_id"),
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
    index("runs_latest").on(t.conversationId, newestFirst(t.startedAt)),
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
    /** Why an approval asks, where it is not the tool's own policy. */
    because: json("because").$type<Because>(),
    /** False of what is only shown: the run goes on with it, but nobody is told that something waits for them. */
    awaits: boolean("awaits").notNull().default(true),
    status: text("status", { enum: ["open", "answered", "closed"] })
      .notNull()
      .default("open"),
    output: json("output"),
    /** The chat message whose text was taken as the answer: the same message again is not taken twice. */
    answeredBy: text("answered_by"),
    createdAt,
    answeredAt: at("answered_at"),
    /** Whether the person has heard of it: `seen` in a tab that they looked at; `away`: none was, and it was told otherwise. */
    told: text("told", { enum: ["seen", "away"] }),
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.messageId, t.toolCallId] }),
    foreignKey({
      columns: [t.conversationId, t.messageId],
      foreignColumns: [messages.conversationId, messages.id],
    }).onDelete("cascade"),
    index("asks_awaiting")
      .on(
        newestFirst(t.createdAt),
        newestFirst(t.conversationId),
        newestFirst(t.messageId),
        newestFirst(t.toolCallId),
      )
      .where(sql`status = 'open' and awaits`),
    index("asks_open").on(t.conversationId).where(sql`status = 'open'`),
    index("asks_run").on(t.runId),
    uniqueIndex("asks_answered_by").on(t.conversationId, t.answeredBy).where(sql`answered_by is not null`),
  ],
);

/** What the person has done with a sheet on the canvas; one that they only looked at has no row. */
export const sheets = pgTable(
  "sheets",
  {
    conversationId: uuid("conversation_id").notNull(),
    messageId: text("message_id").notNull(),
    toolCallId: text("tool_call_id").notNull(),
    agentId,
    /** What they changed in it: `form:<block>`, `table:<block>`, `edits:<block>`, `state:<key of useSheetState>`. */
    entries: json("entries").$type<Record<string, unknown>>().notNull().default({}),
    /** Grows with each change of the entries. */
    version: integer("version").notNull().default(0),
    closedAt: at("closed_at"),
    /** Its component could not be drawn, or was stopped. */
    failed: boolean("failed").notNull().default(false),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.messageId, t.toolCallId] }),
    foreignKey({
      columns: [t.conversationId, t.messageId],
      foreignColumns: [messages.conversationId, messages.id],
    }).onDelete("cascade"),
  ],
);

/** What the person lets the agent's components do with the database, tools and files: by the version that they were asked about. */
export const componentGrants = pgTable(
  "component_grants",
  {
    agentId,
    /** `component:<name>` of a stored one; `sheet:<conversation>/<sheet>` of one that was written for a sheet. */
    subject: text("subject").notNull(),
    /** Of what was written for a sheet: it goes with its conversation. */
    conversationId: uuid("conversation_id").references(() => conversations.id, { onDelete: "cascade" }),
    /** The bundle of the version, and what its code uses: a version that uses more asks again. */
    bundle: text("bundle").notNull(),
    wants: json("wants").$type<string[]>().notNull().default([]),
    /** By key (`table:<name>`, `tool:<name>` …): the version of a tool that can change, else 0. */
    granted: json("granted").$type<Record<string, number>>().notNull().default({}),
    /** What the person took away of what need not be asked. */
    refused: json("refused").$type<string[]>().notNull().default([]),
    /** Origins on the web whose text it has read. */
    readWeb: json("read_web").$type<string[]>().notNull().default([]),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.subject] }),
    index("component_grants_conversation").on(t.conversationId),
  ],
);

export const toolCalls = pgTable(
  "tool_calls",
  {
    conversationId,
    messageId: text("message_id").notNull(),
    toolCallId: text("tool_call_id").notNull(),
    /** Of a call that code made: the call that ran the code. */
    parentToolCallId: text("parent_tool_call_id"),
    agentId,
    runId: uuid("run_id").notNull(),
    toolName: text("tool_name").notNull(),
    input: json("input").notNull(),
    status: text("status", { enum: ["running", "waiting", "ok", "error", "unknown", "denied"] }).notNull(),
    output: json("output"),
    error: text("error"),
    durationMs: integer("duration_ms"),
    /** What code of the agent's wrote to its console. */
    logs: json("logs").$type<string[]>(),
    createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.messageId, t.toolCallId] }),
    index("tool_calls_recent").on(t.agentId, t.toolName, newestFirst(t.createdAt)),
    index("tool_calls_all").on(t.agentId, newestFirst(t.createdAt)),
  ],
);

/** When a tool whose calls the person limits was called last; what has left the span of its limit goes with the next call. */
export const toolRates = pgTable(
  "tool_rates",
  {
    agentId,
    toolName: text("tool_name").notNull(),
    /** Oldest first. */
    calledAt: at("called_at").array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.toolName] })],
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
    /** Of a run that nobody sat before, and the job that began it. */
    unattended: boolean("unattended").notNull().default(false),
    jobId: uuid("job_id"),
    createdAt,
  },
  (t) => [index("model_calls_recent").on(t.agentId, t.createdAt)],
);
