import { streamText } from "ai";
import { textTokens } from "@/lib/agent/message/estimate";
import { costOf } from "@/lib/models/providers/catalog";
import type { ResolvedModel } from "@/lib/models/providers/index";
import type { Budget } from "@/lib/shared/budget";
import { recordModelCall } from "@/lib/store/hot/model-calls";
import type { Spender } from "@/lib/store/loop/budgets";
import { withinBudget } from "./within-budget";

type Question = {
  spender: Spender;
  budget: Budget;
  chosen: ResolvedModel;
  instructions: string;
  prompt: string;
  outputTokens: number;
  signal: AbortSignal;
};

/** Returns the text with which a model answers a prompt, without tools. Counts against the budgets, and is recorded. */
export async function plainAnswer(question: Question): Promise<string> {
  const { spender, budget, chosen, instructions, prompt, outputTokens, signal } = question;
  const { model, id, baseUrl } = chosen;
  let text = "";
  const used = await withinBudget(
    {
      ...{ budget, model: chosen, outputTokens, spender: { ...spender, runId: null, attempt: null } },
      inputTokens: textTokens(instructions) + textTokens(prompt),
      written: () => textTokens(text),
    },
    async (maxOutputTokens) => {
      const result = streamText({
        ...{ model, instructions, prompt, maxOutputTokens, maxRetries: 0, abortSignal: signal },
        // Ignore the error here, because the promises below also reject with it.
        onError: () => {},
      });
      const [answer, usage] = await Promise.all([result.text, result.usage]);
      text = answer;
      return {
        inputTokens: usage.inputTokens ?? 0,
        cachedTokens: usage.inputTokenDetails?.cacheReadTokens ?? 0,
        outputTokens: usage.outputTokens ?? 0,
      };
    },
  );
  await recordModelCall(spender, { model: id, ...used, cost: costOf(id, used, baseUrl) ?? null });
  return text;
}
