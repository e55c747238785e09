import { sql } from "drizzle-orm";
import { boolean, index, integer, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { agentId, agents } from "./agents";
import { at, createdAt } from "./columns";

/** US dollars to the billionth, so that sums are exact. */
const dollars = (name: string) => numeric(name, { precision: 20, scale: 9 }).notNull();
const tokens = (name: string) => numeric(name, { precision: 20, scale: 0 }).notNull();

/**
 * What an agent's day has used: spent, and reserved by calls whose outcome is not known. The row is made when a budget first
 * holds on a day, from the calls of that day so far; from then on each call changes it. A day is a span of time, because the
 * person may change the time zone within one.
 */
export const budgetDays = pgTable("budget_days", {
  agentId: uuid("agent_id")
    .primaryKey()
    .references(() => agents.id, { onDelete: "cascade" }),
  startsAt: at("starts_at").notNull(),
  endsAt: at("ends_at").notNull(),
  usd: dollars("usd"),
  tokens: tokens("tokens"),
  /** Of both: what unattended runs have used. */
  unattendedUsd: dollars("unattended_usd"),
  unattendedTokens: tokens("unattended_tokens"),
});

/**
 * The worst case of a model call, from before it until it is settled. It counts for the day on which it was made. If its
 * server dies, it counts in full until `settleDeadCalls` replaces it with an estimate: the provider may have charged.
 */
export const reservations = pgTable(
  "reservations",
  {
    id: uuid("id").primaryKey(),
    agentId,
    /** `provider/model`. */
    model: text("model").notNull(),
    usd: dollars("usd"),
    tokens: tokens("tokens"),
    unattended: boolean("unattended").notNull(),
    jobId: uuid("job_id"),
    /** Whose call it is, and the attempt that makes it: once the run has another one, or has ended, the call is over. */
    runId: uuid("run_id"),
    attempt: integer("attempt"),
    /** The reservation with which it goes, where another agent's budget holds, too: both are settled as one. */
    goesWith: uuid("goes_with"),
    createdAt,
  },
  (t) => [
    index("reservations_recent").on(t.agentId, t.createdAt),
    index("reservations_together").on(t.goesWith).where(sql`goes_with is not null`),
  ],
);
