import { sql } from "drizzle-orm";
import { boolean, index, integer, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { agentId, agents } from "./agents";
import { at, createdAt } from "./columns";

/** US dollars to the billionth, so that sums are exact. */
const dollars = (name: string) => numeric(name, { precision: 20, scale: 9 }).notNull();
const tokens = (name: string) => numeric(name, { precision: 20, scale: 0 }).notNull();

/**
 * Usage of an agent on the current day: spent, plus reservations of calls whose outcome is unknown. The row
 * is created from that day's calls when a budget first applies, and each later call updates it. The day is
 * stored as a time span because the user may change the time zone during it.
 */
export const budgetDays = pgTable("budget_days", {
  agentId: uuid("agent_id")
    .primaryKey()
    .references(() => agents.id, { onDelete: "cascade" }),
  startsAt: at("starts_at").notNull(),
  endsAt: at("ends_at").notNull(),
  usd: dollars("usd"),
  tokens: tokens("tokens"),
  unattendedUsd: dollars("unattended_usd"),
  unattendedTokens: tokens("unattended_tokens"),
});

/**
 * Worst-case cost of a model call, from before the call until it is settled. It counts for the day of its
 * creation. If the server dies, it counts in full until `settleDeadCalls` replaces it with an estimate,
 * because the provider may have charged.
 */
export const reservations = pgTable(
  "reservations",
  {
    id: uuid("id").primaryKey(),
    agentId,
    model: text("model").notNull(),
    usd: dollars("usd"),
    tokens: tokens("tokens"),
    unattended: boolean("unattended").notNull(),
    jobId: uuid("job_id"),
    /** Run and attempt that make the call. The call is over once the run has a newer attempt or has ended. */
    runId: uuid("run_id"),
    attempt: integer("attempt"),
    /**
     * Set if this row reserves from another agent's budget: the main reservation of the same call. Both are
     * settled together.
     */
    goesWith: uuid("goes_with"),
    createdAt,
  },
  (t) => [
    index("reservations_recent").on(t.agentId, t.createdAt),
    index("reservations_together").on(t.goesWith).where(sql`goes_with is not null`),
  ],
);
