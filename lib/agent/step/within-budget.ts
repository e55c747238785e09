import { log } from "@/lib/ground/base/log";
import { isLimited } from "@/lib/models/budget/check-budget";
import { type BudgetedCall, type Reservation, reserveCall } from "@/lib/models/budget/reserve";
import { costOf } from "@/lib/models/providers/catalog";
import { isUncharged } from "@/lib/models/providers/errors";
import type { Budget } from "@/lib/shared/budget";
import { recordModelCall } from "@/lib/store/hot/model-calls";
import { release, type Spender } from "@/lib/store/loop/budgets";
import type { RunContext } from "@/lib/store/loop/run-context";
import { readForModel } from "./in-time";
import type { ModelStep } from "./step";

type Tokens = Pick<ModelStep, "inputTokens" | "cachedTokens" | "outputTokens">;

type Spending = BudgetedCall & {
  spender: Spender;
  budget: Budget;
  /** Returns the estimated output tokens so far. */
  written(): number;
  /** Resolves once the database has the run. Undefined if it has the run already. */
  begun?: Promise<void>;
};

export const spenderOf = ({
  agentId,
  unattended,
  jobId,
  id,
  attempt,
  helper: subagent,
}: RunContext): Spender => ({
  ...{ agentId, unattended, jobId, payers: subagent?.payers },
  runId: id,
  attempt,
});

/**
 * Makes a model call if the budgets have room for it; otherwise throws `OverBudget`. The caller settles the
 * reservation when it stores the usage. A call that broke off counts by estimate. If no output was seen, the
 * provider's charge is unknown and the whole reservation counts.
 */
export async function withinBudget<T extends Tokens>(
  spending: Spending,
  make: (maxOutputTokens: number | undefined) => Promise<T>,
): Promise<T & { reservationId?: string }> {
  const { spender, budget, inputTokens, outputTokens, written, begun } = spending;
  if (isLimited(budget, spender.unattended)) await begun;
  const reservation = await readForModel(() => reserveCall(spender, budget, spending));
  if (!reservation) return make(outputTokens);
  try {
    const used = await make(reservation.maxOutputTokens);
    const isCounted = used.inputTokens + used.outputTokens > 0;
    const estimated = { inputTokens: Math.ceil(inputTokens), outputTokens: written() };
    return { ...used, ...(!isCounted && estimated), reservationId: reservation.id };
  } catch (error) {
    await settleBroken(spending, reservation, error).catch((failure) =>
      log.warn("The usage of a failed call could not be stored: its reservation counts in full", failure),
    );
    throw error;
  }
}

async function settleBroken(
  { spender, model, inputTokens, written }: Spending,
  { id: reservationId }: Reservation,
  error: unknown,
): Promise<void> {
  const outputTokens = written();
  if (outputTokens === 0) return isUncharged(error) ? release(reservationId) : undefined;
  const tokens = { inputTokens: Math.ceil(inputTokens), cachedTokens: 0, outputTokens };
  const cost = costOf(model.id, tokens, model.baseUrl) ?? null;
  await recordModelCall(spender, { model: model.id, ...tokens, cost, reservationId });
}
