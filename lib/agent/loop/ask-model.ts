import type { Draft } from "@/lib/agent/message/draft";
import { writtenTokens } from "@/lib/agent/message/estimate";
import type { Chunk, Message } from "@/lib/agent/message/message";
import type { Offer } from "@/lib/agent/offer/toolset";
import type { ContextWindow } from "@/lib/agent/prompt/context-window";
import { systemText } from "@/lib/agent/prompt/prompt";
import type { PromptSnapshot } from "@/lib/agent/prompt/prompt-snapshot";
import type { ToolsRefusedByModel } from "@/lib/agent/prompt/refused-tools";
import { systemParts } from "@/lib/agent/prompt/system-prompt";
import { readStepLimits, silenceMs } from "@/lib/agent/step/limits";
import { type ModelStep, modelStep } from "@/lib/agent/step/step";
import { spenderOf, withinBudget } from "@/lib/agent/step/within-budget";
import { log } from "@/lib/ground/base/log";
import { isNotTaken, isTooLong } from "@/lib/models/providers/errors";
import { raceAbort } from "@/lib/shared/abort";

type StepRequest = {
  contextWindow: ContextWindow;
  own: Message;
  draft: Draft;
  offer: Offer;
  refused: ToolsRefusedByModel;
  snapshot: PromptSnapshot;
  signal: AbortSignal;
};

/**
 * Runs one step with the conversation's model, or with a fallback model if its provider fails before the first
 * token. Compacts earlier messages if the model needs the room.
 */
export const askModel = (asked: StepRequest): Promise<ModelStep> =>
  withFallbackModels({ ...asked.contextWindow.turn, ...asked }, (isFirst) => askOne(asked, isFirst));

type FallbackContext = Pick<ContextWindow["turn"], "models" | "account" | "emit"> &
  Pick<StepRequest, "draft" | "signal">;

/**
 * Calls `ask` with the current model, and again with each fallback model if the provider fails before the first
 * token. `isFirst` is true if the step has no parts yet.
 */
export async function withFallbackModels<T>(
  { models, account, emit, draft, signal }: FallbackContext,
  ask: (isFirst: boolean) => Promise<T>,
): Promise<T> {
  const before = draft.parts.length;
  for (;;) {
    try {
      return await ask(draft.parts.length === before);
    } catch (error) {
      const hasOutput = draft.parts.slice(before).some(({ type }) => !SILENT.has(type));
      const succession = hasOutput || signal.aborted ? null : await models.switchToFallback(error);
      if (!succession) throw error;
      log.warn("A fallback model answers instead of one that failed", error, {
        of: succession.of,
        by: succession.by,
      });
      account.succeeded(succession);
      emit({ type: "message-metadata", messageMetadata: { succession } });
    }
  }
}

/** Parts that the loop adds before the model's first token. */
const SILENT: ReadonlySet<string> = new Set(["step-start", "data-compaction"]);

async function askOne(asked: StepRequest, isFirst: boolean): Promise<ModelStep> {
  const { contextWindow, own, offer, refused, signal, draft } = asked;
  const turn = { ...contextWindow.turn, draft, signal };
  await contextWindow.make("nearing", own, offer, signal);
  if (isFirst || draft.parts.at(-1)?.type !== "step-start") contextWindow.turn.emit({ type: "start-step" });
  const tryOnce = () => refused.ask(offer, turn, (now) => ask({ ...asked, offer: now }));
  try {
    return await tryOnce();
  } catch (error) {
    if (draft.parts.at(-1)?.type !== "step-start") throw error;
    const isFixed = isTooLong(error)
      ? await contextWindow.make("refused", own, offer, signal)
      : isNotTaken(error) && (await contextWindow.blind(own, signal));
    if (!isFixed) throw error;
    return tryOnce();
  }
}

async function ask({
  contextWindow,
  own,
  draft,
  offer,
  snapshot,
  signal,
}: Omit<StepRequest, "refused">): Promise<ModelStep> {
  const { run, settings, past, account, models, begun } = contextWindow.turn;
  const chosen = await raceAbort(() => models.current(), signal);
  const { model, id, isLocal } = chosen;
  if (offer.present.has("memory")) await noteRecalled(snapshot, contextWindow.turn);
  const parts = await systemParts({
    ...{ identity: run.identity, contact: run.contact, settings, offer, snapshot },
    ...{ model: id, isNew: past.messages.length <= 1 },
  });
  const system = systemText(parts);
  const estimate = contextWindow.estimate(own, offer);
  const messages = await past.forModel(own);
  const maxSilenceMs = silenceMs(readStepLimits(settings.limits), { isLocal });
  const asked = { model, system, messages, tools: offer.forModel, maxSilenceMs };
  const emit = (chunk: Chunk) => {
    if (chunk.type === "tool-input-start") offer.tools.get(chunk.toolName)?.tool.prepare?.();
    contextWindow.turn.emit(chunk);
  };
  const before = draft.parts.length;
  const step = await withinBudget(
    {
      ...{ spender: spenderOf(run), budget: settings.budget, model: chosen },
      inputTokens: estimate * contextWindow.ratio(),
      written: () => writtenTokens(draft.parts.slice(before)),
      begun,
    },
    (affordable) => {
      const maxOutputTokens = fewest(affordable, outputTokensLeft(contextWindow.turn));
      return modelStep({ ...asked, maxOutputTokens, signal, draft, emit, begun });
    },
  );
  account.spent(chosen, step, estimate);
  return step;
}

/** Returns the tokens that a program still allows for its answer; undefined without a limit. */
function outputTokensLeft({ run, account }: ContextWindow["turn"]): number | undefined {
  const max = account.metadata.program ? run.client?.maxOutputTokens : undefined;
  return max === undefined ? undefined : Math.max(1, max - account.used().outputTokens);
}

const fewest = (...limits: (number | undefined)[]): number | undefined => {
  const given = limits.filter((limit) => limit !== undefined);
  return given.length > 0 ? Math.min(...given) : undefined;
};

async function noteRecalled(
  snapshot: PromptSnapshot,
  { account, emit }: Pick<ContextWindow["turn"], "account" | "emit">,
): Promise<void> {
  const found = (await snapshot.recollection())?.found;
  if (!found || account.metadata.recalled) return;
  account.recalled(found);
  if (found.length > 0) emit({ type: "message-metadata", messageMetadata: { recalled: found } });
}
