import { randomUUID } from "node:crypto";
import { viewer } from "@/lib/ground/base/acting";
import { costOf } from "@/lib/models/providers/catalog";
import { familyOf } from "@/lib/models/providers/families";
import type { ResolvedModel } from "@/lib/models/providers/index";
import type { Budget } from "@/lib/shared/budget";
import { readSettings, timeZoneOf } from "@/lib/store/agents/settings";
import { databaseLife, isOnDisk } from "@/lib/store/commit";
import { type BudgetDay, release, reserve, type Spender, type WorstCase } from "@/lib/store/loop/budgets";
import { readSpentToday } from "@/lib/store/members/members";
import { dailyLimitOf } from "@/lib/store/members/roster";
import { findExhaustedBudget, isLimited, type NoBudgetLeft } from "./check-budget";

export class OverBudget extends Error {
  override readonly name = "OverBudget";
  readonly why: NoBudgetLeft;

  constructor(why: NoBudgetLeft) {
    super(why.message);
    this.why = why;
  }
}

export type Reservation = Pick<Worst, "maxOutputTokens"> & { id: string };

export type BudgetedCall = {
  model: Priced;
  inputTokens: number;
  outputTokens?: number;
};

/**
 * Reserves the maximum cost of a call in the budgets of the calling agent and of the agents that pay for it.
 * The caller later replaces the reservation by the actual usage (`store/model-calls.ts`). Returns null if no
 * budget is set. Throws OverBudget if the call does not fit into a budget.
 */
export async function reserveCall(
  spender: Spender,
  budget: Budget,
  { model, inputTokens, outputTokens }: BudgetedCall,
): Promise<Reservation | null> {
  await assertMemberBudget(spender);
  const limited = await limitedOf(spender, budget);
  if (limited.length === 0) return null;
  let why: NoBudgetLeft | null = null;
  for (const { usd, tokens, maxOutputTokens } of worstCases(model, inputTokens, outputTokens)) {
    const id = randomUUID();
    const full = await reserveAll(id, spender, limited, { model: model.id, usd, tokens });
    if (!full) {
      // The reservation is flushed to disk while the call runs. Until then, a crash of the database can lose
      // it.
      isOnDisk(databaseLife()).catch(() => {});
      return { id, maxOutputTokens };
    }
    why = findExhaustedBudget(full.day, spender.unattended, { usd, tokens });
    if (why && full.agentId !== spender.agentId)
      why = { ...why, message: `For the agent that requested this: ${why.message}` };
  }
  // The budgets were removed in the meantime, so nothing has to be reserved.
  if (!why) return null;
  throw new OverBudget(why);
}

/**
 * Throws OverBudget if the acting member has reached their daily limit. A call counts once its usage is known, so calls
 * at the same time may exceed the limit.
 */
async function assertMemberBudget({ agentId }: Spender): Promise<void> {
  const memberId = viewer();
  const limit = memberId === null ? null : await dailyLimitOf(memberId);
  if (memberId === null || limit === null) return;
  if ((await readSpentToday(memberId, timeZoneOf(await readSettings(agentId)))) < limit) return;
  throw new OverBudget({
    code: "budget_member_usd",
    message: `Your daily limit of $${limit.toFixed(2)} is reached. Ask an admin to raise it, or wait until tomorrow.`,
  });
}

async function limitedOf({ agentId, payers = [], unattended }: Spender, budget: Budget): Promise<string[]> {
  const all = await Promise.all(
    payers.map(async (payer) => ({ id: payer, budget: (await readSettings(payer)).budget })),
  );
  return [{ id: agentId, budget }, ...all].flatMap((one) =>
    isLimited(one.budget, unattended) ? [one.id] : [],
  );
}

/**
 * Reserves in the budgets of all agents or of none. Returns the agent whose budget is too low, or null. The
 * first reservation has the id `id`, by which all of them are settled.
 */
async function reserveAll(
  id: string,
  spender: Spender,
  agents: readonly string[],
  call: Omit<WorstCase, "id">,
): Promise<{ agentId: string; day: BudgetDay } | null> {
  for (const [nth, agentId] of agents.entries()) {
    const own = nth === 0 ? { id } : { id: randomUUID(), goesWith: id };
    const day = await reserve({ ...spender, agentId }, { ...call, ...own });
    if (!day) continue;
    if (nth > 0) await release(id);
    return { agentId, day };
  }
  return null;
}

type Priced = Pick<ResolvedModel, "id" | "baseUrl"> & { contextWindow?: number | null };

type Worst = {
  /** US dollars, or 0 if no price is known: then only the limits on tokens apply. */
  usd: number;
  tokens: number;
  /** The output limit to send with the call, or undefined if the server may reject a limit. */
  maxOutputTokens: number | undefined;
};

/** Maximum output of one call if a budget is set. A higher limit would only reserve more of the budget. */
const MAX_OUTPUT_TOKENS = 32_000;
/** The lower output limit, used if no price is known or if the budget has no room for the higher one. */
const LESS_OUTPUT_TOKENS = 8_192;

/** The least that any call reserves. `usd` is 0, because the price depends on the model. */
export const MIN_NEED = { usd: 0, tokens: LESS_OUTPUT_TOKENS };

/**
 * Returns the maximum usage that a call may have, for two output limits: first the higher one, then the
 * lower. The chosen limit is sent with the call, so only the estimate of its input can be wrong. `output` is
 * the limit that the caller has set.
 */
function worstCases(model: Priced, inputTokens: number, output?: number): Worst[] {
  const { id, contextWindow } = model;
  const isPriced = priceOf(model, inputTokens, 0) !== undefined;
  const family = familyOf(id).maxOutputTokens ?? MAX_OUTPUT_TOKENS;
  const window = contextWindow ? Math.floor(contextWindow / 4) : MAX_OUTPUT_TOKENS;
  const wanted = isPriced ? MAX_OUTPUT_TOKENS : LESS_OUTPUT_TOKENS;
  const maxOutput = output ?? Math.min(wanted, family, window);
  // Send no limit if the context is unknown: a local server may reject a limit that exceeds its context.
  const isSure = isPriced || Boolean(contextWindow) || output !== undefined;
  return [...new Set([maxOutput, Math.min(maxOutput, LESS_OUTPUT_TOKENS)])].map((maxOutputTokens) => ({
    usd: priceOf(model, inputTokens, maxOutputTokens) ?? 0,
    tokens: Math.ceil(inputTokens) + maxOutputTokens,
    maxOutputTokens: isSure ? maxOutputTokens : undefined,
  }));
}

/**
 * Returns the cost of a call in US dollars, or undefined if no price is known. Assumes that the whole input is
 * written to the provider's cache if that costs more.
 */
function priceOf({ id, baseUrl }: Priced, inputTokens: number, outputTokens: number): number | undefined {
  const tokens = { inputTokens: Math.ceil(inputTokens), outputTokens };
  const plain = costOf(id, tokens, baseUrl);
  if (plain === undefined) return undefined;
  return Math.max(plain, costOf(id, { ...tokens, cacheWriteTokens: tokens.inputTokens }, baseUrl) ?? 0);
}
