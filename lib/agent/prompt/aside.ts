import type { SummaryTask } from "@/lib/agent/step/summary";
import { withinBudget } from "@/lib/agent/step/within-budget";
import { log } from "@/lib/ground/base/log";
import { costOf } from "@/lib/models/providers/catalog";
import type { ResolvedModel } from "@/lib/models/providers/index";
import type { Budget } from "@/lib/shared/budget";
import { recordModelCall } from "@/lib/store/hot/model-calls";
import { summaryFits } from "./context-window";

export type Aside = { agentId: string; unattended: boolean; jobId: string | null; budget: Budget };

/**
 * Returns the options for a summary outside a run. Its model calls are made within the budgets and recorded.
 */
export async function summarising(
  model: ResolvedModel,
  { budget, ...by }: Aside,
): Promise<Pick<SummaryTask, "model" | "fits" | "ask">> {
  const spender = { ...by, runId: null, attempt: null };
  return {
    model: model.model,
    fits: await summaryFits(model),
    ask: async (call, make) => {
      const { id, baseUrl } = model;
      const used = await withinBudget({ ...call, spender, budget, model }, () => make());
      const { inputTokens, cachedTokens, outputTokens, reservationId } = used;
      const cost = costOf(id, used, baseUrl) ?? null;
      const row = { model: id, inputTokens, cachedTokens, outputTokens, cost, reservationId };
      await recordModelCall(spender, row).catch((error) => log.warn("A call was not recorded", error));
    },
  };
}
