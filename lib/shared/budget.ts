import { z } from "zod";

/** What a day may cost. Null is no limit, 0 lets nothing run. */
const usd = z.number("Give US dollars, or null for no limit").min(0).max(1_000_000).nullable();
const tokens = z.int("Give a whole number of tokens, or null for no limit").min(0).max(1e12).nullable();

export const budget = z.object({
  dayUsd: usd,
  dayTokens: tokens,
  /** Of the day's: what runs may use that nobody sits before. */
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

/** `PUT /api/budget`: what is not named stays. */
export const budgetChange = z.strictObject(budget.shape).partial();

const amounts = z.object({
  usd: z.number(),
  tokens: z.number(),
  /** Of both: of unattended runs. */
  unattendedUsd: z.number(),
  unattendedTokens: z.number(),
});
export type Amounts = z.infer<typeof amounts>;

/** `GET /api/budget`, and what a PUT answers. */
export const budgetView = z.object({
  budget,
  today: z.object({
    startsAt: z.string(),
    endsAt: z.string(),
    timeZone: z.string(),
    /** What providers have counted. */
    spent: amounts,
    /** The worst case of calls that go on, and of those below. */
    reserved: amounts,
    /** The part of `reserved` of calls whose server ended. Settled with an estimate after ten minutes (`settleDeadCalls`). */
    uncertain: amounts,
  }),
});
export type BudgetView = z.infer<typeof budgetView>;
