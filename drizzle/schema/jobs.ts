import { sql } from "drizzle-orm";
import {
  boolean,
  doublePrecision,
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

/** What makes a job fire: a time table (`cron`, `pulse`), one moment, or something that happens. */
export const JOB_KINDS = ["cron", "pulse", "once", "webhook", "table", "state"] as const;

/** What sets the agent to work by itself: cron jobs, triggers and the pulse. */
export const jobs = pgTable(
  "jobs",
  {
    /** The same in a copy of its agent. */
    id: uuid("id").notNull(),
    agentId,
    kind: text("kind", { enum: JOB_KINDS }).notNull(),
    name: text("name").notNull(),
    /** What the agent is told at each firing. */
    instruction: text("instruction").notNull(),
    enabled: boolean("enabled").notNull(),
    /** What its kind needs besides, as `lib/shared/jobs` has it. */
    spec: json("spec").notNull(),
    /** Where its firings are messages; null until the first one, and when that conversation is gone. */
    conversationId: uuid("conversation_id").references(() => conversations.id, { onDelete: "set null" }),
    /** Of what follows a time table, the next time; of what happens by itself, when it may fire next, if it wants to. */
    nextRunAt: at("next_run_at"),
    /** What happened since the last firing and is given to the next, oldest first. */
    waiting: json("waiting").$type<unknown[]>().notNull().default([]),
    /** Of a webhook: sha256 of the token in its address, in hex. */
    tokenHash: text("token_hash"),
    /** Of a webhook: how often it was called in the minute that began at `callsSince`, on all servers. */
    calls: integer("calls").notNull().default(0),
    callsSince: at("calls_since"),
    /** Of a state trigger. */
    stateKey: text("state_key"),
    /** Of a table trigger: whether its condition was true when it was last looked at. */
    wasTrue: boolean("was_true").notNull().default(false),
    /** Firings in a row that failed. */
    failures: integer("failures").notNull().default(0),
    /** The slot of the last firing that was claimed: none before it is due again. */
    lastDueAt: at("last_due_at"),
    createdAt,
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.id] }),
    index("jobs_of").on(t.agentId, t.createdAt),
    index("jobs_due").on(t.nextRunAt).where(sql`enabled and next_run_at is not null`),
    uniqueIndex("jobs_pulse").on(t.agentId).where(sql`kind = 'pulse'`),
    uniqueIndex("jobs_token").on(t.tokenHash).where(sql`token_hash is not null`),
    index("jobs_state").on(t.agentId, t.stateKey).where(sql`state_key is not null`),
    index("jobs_conversation").on(t.conversationId).where(sql`conversation_id is not null`),
  ],
);

/** One firing of a job, also of one that was deleted since. */
export const jobRuns = pgTable(
  "job_runs",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    agentId,
    kind: text("kind", { enum: JOB_KINDS }).notNull(),
    jobId: uuid("job_id").notNull(),
    /** The time that its job asked for; with it, the firing is one and the same on every server. */
    dueAt: at("due_at").notNull(),
    /** What happened, for a trigger: told to the agent with the instruction. */
    events: json("events").$type<unknown[]>(),
    /** `queued` until its run has begun. */
    status: text("status", {
      enum: ["queued", "running", "waiting", "completed", "failed", "skipped", "missed"],
    }).notNull(),
    /** Why it was skipped, missed or failed, in words. */
    reason: text("reason"),
    runId: uuid("run_id"),
    conversationId: uuid("conversation_id"),
    /** US dollars and tokens; null where they are not known yet. */
    cost: doublePrecision("cost"),
    tokens: integer("tokens"),
    startedAt: at("started_at"),
    endedAt: at("ended_at"),
    createdAt,
  },
  (t) => [
    uniqueIndex("job_runs_slot").on(t.agentId, t.jobId, t.dueAt),
    index("job_runs_recent").on(t.agentId, newestFirst(t.dueAt), newestFirst(t.id)),
    index("job_runs_open").on(t.agentId, t.jobId).where(sql`status in ('queued', 'running', 'waiting')`),
    index("job_runs_run").on(t.runId).where(sql`run_id is not null`),
  ],
);
