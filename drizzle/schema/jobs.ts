import { sql } from "drizzle-orm";
import {
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
import type { JobKind } from "@/lib/shared/jobs/kinds";
import { agentId } from "./agents";
import { at, createdAt, newestFirst } from "./columns";
import { conversations } from "./conversations";
import { memberId } from "./members";

/** Cron jobs, triggers and the pulse, which start runs without the user. */
export const jobs = pgTable(
  "jobs",
  {
    /** Unique only within the agent, because a copy of an agent has rows with the same ids. */
    id: uuid("id").notNull(),
    agentId,
    /** The member who last changed the job. Its runs have the rights of this member. */
    memberId,
    kind: text("kind").$type<JobKind>().notNull(),
    name: text("name").notNull(),
    instruction: text("instruction").notNull(),
    enabled: boolean("enabled").notNull(),
    /** Settings of the kind; shape: see `lib/shared/jobs`. */
    spec: json("spec").notNull(),
    /**
     * Conversation that receives the job runs. Null until the first one, and after the conversation is
     * deleted.
     */
    conversationId: uuid("conversation_id").references(() => conversations.id, { onDelete: "set null" }),
    /** Scheduled kinds: the next job run. Event kinds: the earliest time at which the job may fire again. */
    nextRunAt: at("next_run_at"),
    /** Events since the last job run, oldest first. The next job run receives them. */
    waiting: json("waiting").$type<unknown[]>().notNull().default([]),
    /** Webhooks only: sha256 of the token in the address, in hex. */
    tokenHash: text("token_hash"),
    /** Webhooks only: calls on all servers in the minute that began at `callsSince`. */
    calls: integer("calls").notNull().default(0),
    callsSince: at("calls_since"),
    stateKey: text("state_key"),
    /** Mail triggers only: when the trigger was switched on, or its filter changed. Earlier mails do not start it. */
    mailSince: at("mail_since"),
    /** Table triggers only: whether the condition was true at the last check. */
    wasTrue: boolean("was_true").notNull().default(false),
    failures: integer("failures").notNull().default(0),
    /** Due time of the last claimed job run. The job is not claimed again before it is next due. */
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
    index("jobs_mail").on(t.agentId).where(sql`mail_since is not null`),
    index("jobs_conversation").on(t.conversationId).where(sql`conversation_id is not null`),
  ],
);

/** Job runs of jobs. The job may have been deleted since. */
export const jobRuns = pgTable(
  "job_runs",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    agentId,
    kind: text("kind").$type<JobKind>().notNull(),
    jobId: uuid("job_id").notNull(),
    /** The time that the job was due. It identifies the job run on every server. */
    dueAt: at("due_at").notNull(),
    /** Triggers only: the events, sent to the agent with the instruction. */
    events: json("events").$type<unknown[]>(),
    /** `queued` until the run has started. */
    status: text("status", {
      enum: ["queued", "running", "waiting", "completed", "failed", "skipped", "missed"],
    }).notNull(),
    reason: text("reason"),
    runId: uuid("run_id"),
    conversationId: uuid("conversation_id"),
    /** US dollars and tokens; null until they are known. */
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

/** Mails that a trigger has seen, so that each starts it once. */
export const triggerMails = pgTable(
  "trigger_mails",
  {
    agentId,
    jobId: uuid("job_id").notNull(),
    /** sha256 of the sender and the Message-ID, in hex. It stays the same if the mail is moved or renumbered. */
    mailId: text("mail_id").notNull(),
    createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.jobId, t.mailId] }),
    foreignKey({ columns: [t.agentId, t.jobId], foreignColumns: [jobs.agentId, jobs.id] }).onDelete(
      "cascade",
    ),
  ],
);
