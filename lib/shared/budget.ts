import { z } from "zod";

/** Limits per day. Null means no limit, 0 blocks all calls. */
const usd = z.number("Give US dollars, or null for no limit").min(0).max(1_000_000).nullable();
const tokens = z.int("Give a whole number of tokens, or null for no limit").min(0).max(1e12).nullable();

export const budget = z.object({
  dayUsd: usd,
  dayTokens: tokens,
  /** The part of the day's limits that unattended runs may use. */
  unattendedDayUsd: usd,
  unattendedDayTokens: tokens,
});
export type Budget = z.infer<typeof budget>;

export const DEFAULT_BUDGET: Budget = {
  dayUsd: null,
  dayTokens: null,
  unattendedDayUsd: 1,
  unattendedDayTokens: 500_000,
};

/** Body of `PUT /api/budget`. Missing fields stay unchanged. */
export const budgetChange = z.strictObject(budget.shape).partial();

const amounts = z.object({
  usd: z.number(),
  tokens: z.number(),
  unattendedUsd: z.number(),
  unattendedTokens: z.number(),
});
export type Amounts = z.infer<typeof amounts>;

/** Response of `GET /api/budget` and `PUT /api/budget`. */
export const budgetView = z.object({
  budget,
  today: z.object({
    startsAt: z.string(),
    endsAt: z.string(),
    timeZone: z.string(),
    spent: amounts,
    /** The maximum cost of open calls, including `uncertain`. */
    reserved: amounts,
    /**
     * The part of `reserved` that belongs to calls whose server stopped. After ten minutes, `settleDeadCalls`
     * replaces it by an estimate.
     */
    uncertain: amounts,
  }),
});
export type BudgetView = z.infer<typeof budgetView>;
