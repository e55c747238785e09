import type { Amounts, Budget, BudgetView } from "@/lib/shared/budget";
import { type BudgetDay, readBudgetDay } from "@/lib/store/loop/budgets";

export type BudgetCode =
  | "budget_day_usd"
  | "budget_day_tokens"
  | "budget_unattended_usd"
  | "budget_unattended_tokens"
  | "budget_member_usd";

export type NoBudgetLeft = { code: BudgetCode; message: string };

type Need = { usd: number; tokens: number };

const BUDGETS: readonly {
  code: BudgetCode;
  limit: keyof Budget;
  used: keyof Amounts;
  unit: keyof Need;
  isUnattended: boolean;
}[] = [
  { code: "budget_day_usd", limit: "dayUsd", used: "usd", unit: "usd", isUnattended: false },
  { code: "budget_day_tokens", limit: "dayTokens", used: "tokens", unit: "tokens", isUnattended: false },
  {
    ...{ code: "budget_unattended_usd", limit: "unattendedDayUsd", used: "unattendedUsd" },
    ...{ unit: "usd", isUnattended: true },
  },
  {
    ...{ code: "budget_unattended_tokens", limit: "unattendedDayTokens", used: "unattendedTokens" },
    ...{ unit: "tokens", isUnattended: true },
  },
];

export const isLimited = (budget: Budget, unattended: boolean): boolean =>
  BUDGETS.some(({ limit, isUnattended }) => budget[limit] !== null && (unattended || !isUnattended));

/**
 * Returns the budget that `need` exceeds. If no budget is exceeded any more, returns the one with the
 * smallest fraction left. Returns null if no budget applies.
 */
export function findExhaustedBudget(day: BudgetDay, unattended: boolean, need: Need): NoBudgetLeft | null {
  const [tightest] = BUDGETS.filter(
    ({ limit, isUnattended }) => day.budget[limit] !== null && (unattended || !isUnattended),
  ).sort((a, b) => leftOf(day, a, need) - leftOf(day, b, need));
  return tightest ? { code: tightest.code, message: explain(day, tightest, need) } : null;
}

const NOTHING: Need = { usd: 0, tokens: 0 };

type BudgetCheck = {
  unattended: boolean;
  /** The ISO time to check for, instead of now. */
  at?: string;
  /** The minimum that the run will reserve for its first call. */
  need?: Need;
};

/**
 * Returns null if a run, such as a job's, may begin. Otherwise returns the reason, and the ISO time at which
 * the budget's next day begins.
 */
export async function checkBudget(
  agentId: string,
  { unattended, at, need = NOTHING }: BudgetCheck,
): Promise<{ reason: string; until: string } | null> {
  const day = await readBudgetDay(agentId, at);
  const isUsedUp = BUDGETS.some(
    (one) =>
      day.budget[one.limit] !== null &&
      (unattended || !one.isUnattended) &&
      (leftOf(day, one, NOTHING) <= 0 || leftOf(day, one, need) < 0),
  );
  const why = isUsedUp ? findExhaustedBudget(day, unattended, need) : null;
  return why && { reason: why.message, until: day.endsAt };
}

export async function viewBudget(agentId: string): Promise<BudgetView> {
  const { budget, startsAt, endsAt, timeZone, spent, reserved, uncertain } = await readBudgetDay(agentId);
  return { budget, today: { startsAt, endsAt, timeZone, spent, reserved, uncertain } };
}

type Kind = (typeof BUDGETS)[number];

/**
 * Returns the fraction of the budget that is left after `need`. It is negative if `need` exceeds the budget.
 */
function leftOf({ budget, used }: BudgetDay, kind: Kind, need: Need): number {
  const limit = budget[kind.limit] ?? Number.POSITIVE_INFINITY;
  return limit === 0 ? Number.NEGATIVE_INFINITY : (limit - used[kind.used] - need[kind.unit]) / limit;
}

function explain({ budget, used, endsAt, timeZone }: BudgetDay, kind: Kind, need: Need): string {
  const { limit, unit, isUnattended } = kind;
  const say = (amount: number) => (unit === "usd" ? dollars(amount) : `${thousands(amount)} tokens`);
  const whose = isUnattended ? "The daily budget of unattended work" : "The daily budget";
  const maximum = budget[limit] ?? 0;
  if (maximum === 0)
    return `${whose} is ${say(0)}, so nothing runs. Raise it in Settings → Usage to let it continue.`;
  const next = need[unit] > 0 ? `, and the next call may take ${say(need[unit])}` : "";
  return `${whose} is ${say(maximum)}: ${say(used[kind.used])} is spent or reserved${next}. Raise it in Settings → Usage, or wait until ${clock(endsAt, timeZone)}, when a new day begins.`;
}

const thousands = (count: number) => Math.round(count).toLocaleString("en-US");

/** Formats dollars to the cent, and smaller amounts to two significant digits. */
const dollars = (amount: number) =>
  `$${amount >= 0.1 || amount === 0 ? amount.toFixed(2) : Number(amount.toPrecision(2)).toString()}`;

const clock = (at: string, timeZone: string) =>
  new Intl.DateTimeFormat("en-GB", {
    ...{ timeZone, weekday: "long", hour: "2-digit", minute: "2-digit", timeZoneName: "short" },
  }).format(new Date(at));
