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
import type { ClientRequest } from "@/lib/shared/programs/client";
import { agentId } from "./agents";
import { at, createdAt, newestFirst } from "./columns";
import { conversationId, conversations, messages } from "./conversations";
import { memberId } from "./members";

/**
 * Why a call needs approval. `web`: the conversation has read text that may contain a stranger's
 * instructions. `browser`: the user has taken over the browser. `effect`: the effect of the call always needs
 * approval. `block`: it changes memory that needs the user's decision. `helper`: its subagent waits for the
 * user.
 */
type StoredApprovalReason =
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
    messageId: text("message_id").notNull(),
    status: text("status", { enum: ["running", "waiting", "completed", "failed", "stopped"] }).notNull(),
    /**
     * Incremented each time a server takes the run (start, answer, recovery). A writer with a lower number
     * has lost the run.
     */
    attempt: integer("attempt").notNull().default(1),
    /** Takeovers after a dead process since the last saved step. Limits a run that kills its server. */
    crashes: integer("crashes").notNull().default(0),
    leaseOwner: uuid("lease_owner"),
    leaseUntil: at("lease_until"),
    /** User messages that arrived during the run and that the model has not seen yet. */
    pending: integer("pending").notNull().default(0),
    stopRequested: at("stop_requested"),
    /** Started without the user, so the limits and budgets of unattended work apply. */
    unattended: boolean("unattended").notNull().default(false),
    jobId: uuid("job_id"),
    /** Tools and instructions of the program whose message the run answers; null for other messages. */
    client: json("client").$type<ClientRequest>(),
    steps: integer("steps").notNull().default(0),
    inputTokens: integer("input_tokens").notNull().default(0),
    outputTokens: integer("output_tokens").notNull().default(0),
    /** Milliseconds spent running, without waits. */
    activeMs: integer("active_ms").notNull().default(0),
    error: json("error").$type<{ code: string; message: string }>(),
    startedAt: at("started_at").notNull().defaultNow(),
    endedAt: at("ended_at"),
  },
  (t) => [
    // The database refuses a second live run in a conversation.
    uniqueIndex("runs_live").on(t.conversationId).where(sql`status in ('running', 'waiting')`),
    index("runs_latest").on(t.conversationId, newestFirst(t.startedAt)),
    index("runs_lease").on(t.leaseUntil).where(sql`status = 'running'`),
    index("runs_agent").on(t.agentId),
    index("runs_client").on(t.endedAt).where(sql`client is not null`),
  ],
);

/**
 * Chunks of a running message, for replay. The message row is authoritative; these rows are deleted after the
 * run.
 */
export const runEvents = pgTable(
  "run_events",
  {
    runId: uuid("run_id")
      .notNull()
      .references(() => runs.id, { onDelete: "cascade" }),
    attempt: integer("attempt").notNull(),
    /** Number of the first chunk in the row. The next row starts at `seq + count`. */
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
    /** An approval is valid for these arguments only. */
    inputHash: text("input_hash"),
    /** Why the call needs approval, if the policy of the tool does not require it. */
    because: json("because").$type<StoredApprovalReason>(),
    /** False for asks that are only displayed: the run continues and the user is not notified. */
    awaits: boolean("awaits").notNull().default(true),
    status: text("status", { enum: ["open", "answered", "closed"] })
      .notNull()
      .default("open"),
    output: json("output"),
    /** The chat message that was taken as the answer. Sending that message again does not answer twice. */
    answeredBy: text("answered_by"),
    createdAt,
    answeredAt: at("answered_at"),
    /** `seen`: a visible tab showed the ask; `away`: a notification was sent. Null until then. */
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

/** The user's changes to a surface on the canvas. A surface that was only viewed has no row. */
export const surfaces = pgTable(
  "sheets",
  {
    conversationId: uuid("conversation_id").notNull(),
    messageId: text("message_id").notNull(),
    toolCallId: text("tool_call_id").notNull(),
    agentId,
    /**
     * The user's changes, by `form:<block>`, `table:<block>`, `edits:<block>` or `state:<key of
     * useSheetState>`.
     */
    entries: json("entries").$type<Record<string, unknown>>().notNull().default({}),
    /** Incremented with each change of the entries. */
    version: integer("version").notNull().default(0),
    closedAt: at("closed_at"),
    /** Whether the component could not be rendered or was stopped. */
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

/**
 * Access to the database, tools and files that the user grants to the agent's components. A grant is bound to
 * the version that the user was asked about.
 */
export const componentGrants = pgTable(
  "component_grants",
  {
    agentId,
    /**
     * `component:<name>` for a stored component; `sheet:<conversation>/<sheet>` for one written for a surface.
     */
    subject: text("subject").notNull(),
    /** Set for a component that was written for a surface. The row is deleted with the conversation. */
    conversationId: uuid("conversation_id").references(() => conversations.id, { onDelete: "cascade" }),
    /**
     * The version that the user was asked about, by the hash of its bundle, and what its code uses (`wants`). If a
     * later version uses more, the user is asked again.
     */
    bundle: text("bundle").notNull(),
    wants: json("wants").$type<string[]>().notNull().default([]),
    /**
     * Grants of the user, by key (`table:<name>`, `tool:<name>` …). The value is the version of a tool that
     * can change, and 0 for anything else.
     */
    granted: json("granted").$type<Record<string, number>>().notNull().default({}),
    /** Permissions that components get without asking, but that the user has revoked for this component. */
    refused: json("refused").$type<string[]>().notNull().default([]),
    /** Web origins whose text the component has read. */
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
    /** For a call made by code: the call that ran the code. */
    parentToolCallId: text("parent_tool_call_id"),
    agentId,
    runId: uuid("run_id").notNull(),
    toolName: text("tool_name").notNull(),
    input: json("input").notNull(),
    status: text("status", { enum: ["running", "waiting", "ok", "error", "unknown", "denied"] }).notNull(),
    output: json("output"),
    error: text("error"),
    durationMs: integer("duration_ms"),
    logs: json("logs").$type<string[]>(),
    createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.messageId, t.toolCallId] }),
    index("tool_calls_recent").on(t.agentId, t.toolName, newestFirst(t.createdAt)),
    index("tool_calls_all").on(t.agentId, newestFirst(t.createdAt)),
  ],
);

/**
 * Recent calls of a rate-limited tool. The next call removes times that are older than the limit's window.
 */
export const toolRates = pgTable(
  "tool_rates",
  {
    agentId,
    toolName: text("tool_name").notNull(),
    /** Times of the calls, oldest first. */
    calledAt: at("called_at").array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.toolName] })],
);

/** Calls of models. A row outlives its conversation, so that a day's cost stays known. */
export const modelCalls = pgTable(
  "model_calls",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    agentId,
    model: text("model").notNull(),
    inputTokens: integer("input_tokens").notNull(),
    /** Part of the input that the provider read from its cache. */
    cachedTokens: integer("cached_tokens").notNull(),
    outputTokens: integer("output_tokens").notNull(),
    /** US dollars by the price list of that day; null if the price is unknown. */
    cost: doublePrecision("cost"),
    /** Whether the run was unattended, and the job that started it. */
    unattended: boolean("unattended").notNull().default(false),
    jobId: uuid("job_id"),
    /** The author of the conversation in which the call was made. */
    memberId,
    createdAt,
  },
  (t) => [
    index("model_calls_recent").on(t.agentId, t.createdAt),
    index("model_calls_of_member").on(t.memberId, t.createdAt),
  ],
);
