import { Draft } from "@/lib/agent/message/draft";
import { textTokens, writtenTokens } from "@/lib/agent/message/estimate";
import { log } from "@/lib/ground/base/log";
import { withDeadline } from "@/lib/shared/abort";
import type { Sample, Sampled } from "@/lib/shared/mcp/server-ask";
import type { Settings } from "@/lib/store/agents/settings";
import { recordModelCall } from "@/lib/store/hot/model-calls";
import type { RunContext } from "@/lib/store/loop/run-context";
import type { StepAccount } from "./account";
import type { StepModels } from "./models";
import { modelStep } from "./step";
import { spenderOf, withinBudget } from "./within-budget";

/** Must be less than the 60 s limit of the waiting tool call. */
const SAMPLE_MS = 50_000;

type By = { run: RunContext; settings: Settings; models: StepModels; account: StepAccount };

/**
 * Answers a sampling request of an MCP server with the conversation's model. The prompt has only the server's
 * text, and no tools. Counts against the budgets and the message like any model call.
 */
export async function sampleFor(
  { run, settings, models, account }: By,
  { system = "", messages, maxTokens }: Sample,
  signal: AbortSignal,
): Promise<Sampled> {
  const model = await models.current();
  const draft = new Draft();
  const modelMessages = messages.map(({ role, text }) => ({ role, content: text }));
  const written = () => writtenTokens(draft.parts);
  const step = await withinBudget(
    {
      ...{ spender: spenderOf(run), budget: settings.budget, model, written },
      inputTokens: textTokens(JSON.stringify([system, modelMessages])),
      outputTokens: maxTokens,
    },
    (maxOutputTokens) =>
      withDeadline(signal, SAMPLE_MS, (both) =>
        modelStep({
          ...{ model: model.model, system, messages: modelMessages, tools: {}, maxOutputTokens, draft },
          ...{ signal: both, maxSilenceMs: SAMPLE_MS, emit: (chunk) => draft.apply(chunk) },
        }),
      ),
  );
  const row = account.aside(model, step);
  await recordModelCall(run, row).catch((error) => log.warn("A call was not recorded", error));
  return {
    text: draft.parts.map((part) => (part.type === "text" ? part.text : "")).join(""),
    model: model.id,
  };
}
