import { randomUUID } from "node:crypto";
import { costOf } from "@/lib/models/providers/catalog";
import { familyOf } from "@/lib/models/providers/families";
import type { ResolvedModel } from "@/lib/models/providers/index";
import type { Budget } from "@/lib/shared/budget";
import { readSettings } from "@/lib/store/agents/settings";
import { databaseLife, isOnDisk } from "@/lib/store/commit";
import { type BudgetDay, release, reserve, type Spender, type WorstCase } from "@/lib/store/loop/budgets";
import { isLimited, type NoBudgetLeft, noRoom } from "./room";

/** A budget has no room for a call, so it was not made. */
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
  /** About how many tokens it is given. */
  inputTokens: number;
  /** The bound of its output, where it has one anyway. */
  outputTokens?: number;
};

/**
 * Reserves the worst case of a call, which is to be settled with what it has used (`store/model-calls.ts`): in the budget of each
 * agent for which it is made. Null where no budget holds: then nothing is reserved. Throws OverBudget where there is no room.
 */
export async function reserveCall(
  spender: Spender,
  budget: Budget,
  { model, inputTokens, outputTokens }: BudgetedCall,
): Promise<Reservation | null> {
  const limited = await limitedOf(spender, budget);
  if (limited.length === 0) return null;
  let why: NoBudgetLeft | null = null;
  for (const { usd, tokens, maxOutputTokens } of worstCases(model, inputTokens, outputTokens)) {
    const id = randomUUID();
    const full = await reserveAll(id, spender, limited, { model: model.id, usd, tokens });
    if (!full) {
      // Beside the call: until then only a database that dies can lose it.
      isOnDisk(databaseLife()).catch(() => {});
      return { id, maxOutputTokens };
    }
    why = noRoom(full.day, spender.unattended, { usd, tokens });
    if (why && full.agentId !== spender.agentId)
      why = { ...why, message: `Of the agent that has asked for this: ${why.message}` };
  }
  // The budgets have been taken away since they were read.
  if (!why) return null;
  throw new OverBudget(why);
}

/** Whose budgets hold for it: of the agent itself, and of those for which it works. */
async function limitedOf({ agentId, payers = [], unattended }: Spender, budget: Budget): Promise<string[]> {
  const all = await Promise.all(
    payers.map(async (payer) => ({ id: payer, budget: (await readSettings(payer)).budget })),
  );
  return [{ id: agentId, budget }, ...all].flatMap((one) =>
    isLimited(one.budget, unattended) ? [one.id] : [],
  );
}

/** In all of them or in none: the agent whose day has no room, or null. The first has the id by which all are settled. */
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
  /** US dollars; 0 where no price is known: then the tokens count alone. */
  usd: number;
  tokens: number;
  /** What the call may write; undefined where its server may not take a bound. */
  maxOutputTokens: number | undefined;
};

/** What a step may write at once while a budget holds: more would be reserved for nothing. */
const MAX_OUTPUT_TOKENS = 32_000;
/** So it is where no price is known, and where there is no room for more. */
const LESS_OUTPUT_TOKENS = 8_192;

/** Less than this no call reserves; what it costs depends on its model. */
export const MIN_NEED = { usd: 0, tokens: LESS_OUTPUT_TOKENS };

/**
 * What a call may use at the most, the largest first: one that writes as much as it may, and one that is held shorter. The
 * bound goes with the call, so that only the estimate of the input can be wrong. `output` is the bound that it has anyway.
 */
function worstCases(model: Priced, inputTokens: number, output?: number): Worst[] {
  const { id, contextWindow } = model;
  const isPriced = priceOf(model, inputTokens, 0) !== undefined;
  const family = familyOf(id).maxOutputTokens ?? MAX_OUTPUT_TOKENS;
  const window = contextWindow ? Math.floor(contextWindow / 4) : MAX_OUTPUT_TOKENS;
  const wanted = isPriced ? MAX_OUTPUT_TOKENS : LESS_OUTPUT_TOKENS;
  const most = output ?? Math.min(wanted, family, window);
  // A server at home may refuse a bound that is larger than a context of which nobody knows.
  const isSure = isPriced || Boolean(contextWindow) || output !== undefined;
  return [...new Set([most, Math.min(most, LESS_OUTPUT_TOKENS)])].map((maxOutputTokens) => ({
    usd: priceOf(model, inputTokens, maxOutputTokens) ?? 0,
    tokens: Math.ceil(inputTokens) + maxOutputTokens,
    maxOutputTokens: isSure ? maxOutputTokens : undefined,
  }));
}

/** With all of the input written to the provider's cache, where that costs more. */
function priceOf({ id, baseUrl }: Priced, inputTokens: number, outputTokens: number): number | undefined {
  const tokens = { inputTokens: Math.ceil(inputTokens), outputTokens };
  const plain = costOf(id, tokens, baseUrl);
  if (plain === undefined) return undefined;
  return Math.max(plain, costOf(id, { ...tokens, cacheWriteTokens: tokens.inputTokens }, baseUrl) ?? 0);
}
