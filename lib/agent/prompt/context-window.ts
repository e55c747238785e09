import { randomUUID } from "node:crypto";
import { CONTEXT, textTokens, toolTokens } from "@/lib/agent/message/estimate";
import type { Chunk, Message } from "@/lib/agent/message/message";
import type { Offer } from "@/lib/agent/offer/toolset";
import type { StepAccount } from "@/lib/agent/step/account";
import { StoreFailure } from "@/lib/agent/step/in-time";
import type { StepModels } from "@/lib/agent/step/models";
import { spenderOf, withinBudget } from "@/lib/agent/step/within-budget";
import { log } from "@/lib/ground/base/log";
import type { ResolvedModel } from "@/lib/models/providers/index";
import { raceAbort } from "@/lib/shared/abort";
import type { Settings } from "@/lib/store/agents/settings";
import { recordModelCall } from "@/lib/store/hot/model-calls";
import type { RunContext } from "@/lib/store/loop/run-context";
import { compactHistory, fitsRequest, limitOf, planCompaction } from "./compaction";
import type { Past } from "./past";

const SUMMARY_REQUEST_SHARE = 0.75;
const RATIO = { least: 0.7, most: 2.5 };
const REFUSED_FACTOR = 0.5;
/** In tokens. Smaller prompts are sent without asking a local server for its model's context. */
const SMALL_PROMPT_TOKENS = 12_000;

type Turn = {
  run: RunContext;
  models: StepModels;
  settings: Settings;
  account: StepAccount;
  past: Past;
  memory(): string;
  emit(chunk: Chunk): void;
  /** Resolves once the database has the run. */
  begun: Promise<void>;
  /** Saves the message, which also renews the system prompt and learned notes. */
  keep(): Promise<{ identity: string | null }>;
};

type PromptAndTools = Pick<Offer, "prompt" | "forModel">;

/**
 * Compacts earlier messages when a run needs room: at most once before each step, and again if the provider
 * refuses the request for its length.
 */
export class ContextWindow {
  readonly turn: Turn;

  constructor(turn: Turn) {
    this.turn = turn;
  }

  /**
   * Replaces images and documents by text, after a provider refused them. Returns false if there were none.
   */
  async blind(own: Message, signal: AbortSignal): Promise<boolean> {
    const { run, past, models } = this.turn;
    const model = await raceAbort(() => models.current(), signal);
    return raceAbort(() => past.blind(own, model, run), signal);
  }

  estimate(own: Message, { prompt, forModel }: PromptAndTools): number {
    const { run, past, memory } = this.turn;
    const beside = textTokens(run.identity) + textTokens(memory());
    const promptTokens = prompt.reduce((sum, { text }) => sum + textTokens(text), beside);
    return Math.ceil(promptTokens + toolTokens(forModel) + past.tokens(own));
  }

  /**
   * Compacts earlier messages if needed, and saves the message with the compaction part. Returns true if it
   * did. `asked`: the user requested it. `refused`: the provider refused the request for its length.
   */
  async make(
    why: "nearing" | "refused" | "asked",
    own: Message,
    beside: PromptAndTools,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { run, settings, past, emit, keep, models, begun } = this.turn;
    const model = await raceAbort(() => models.current(), signal);
    await raceAbort(() => past.prepare(own, model, run, begun), signal);
    const estimate = this.estimate(own, beside);
    const isDemo = model.provider === "demo";
    if (why === "nearing" && isDemo) return false;
    const foundWindow = await raceAbort(() => windowOf(model, estimate), signal);
    const contextWindow = (foundWindow ?? CONTEXT) / this.ratio();
    const limit = limitOf(contextWindow);
    if (why === "nearing" && estimate <= limit) return false;
    const historyTokens = past.tokens(own);
    const budget = why === "refused" ? REFUSED_FACTOR * historyTokens : limit - (estimate - historyTokens);
    const planned = planCompaction(past.with(own), budget, why === "asked");
    if (!planned) return false;
    // If the context is only a guess, do not shorten the user's last message, because the real context may be
    // larger.
    if (why === "nearing" && foundWindow === null && !fitsRequest(planned)) return false;
    await begun;
    const startedId = isAskedSummary(own);
    const id = startedId ?? randomUUID();
    if (startedId === undefined) emit({ type: "data-compaction", id, data: { state: "working" } });
    const data = await compactHistory(planned, {
      model: isDemo ? null : model.model,
      fits: SUMMARY_REQUEST_SHARE * (why === "refused" ? Math.min(contextWindow, estimate) : contextWindow),
      signal,
      ask: async (call, make) => {
        const spending = { ...call, spender: spenderOf(run), budget: settings.budget, model };
        const row = this.turn.account.aside(model, await withinBudget(spending, () => make()));
        await recordModelCall(spending.spender, row).catch((error) =>
          log.warn("A call was not recorded", error),
        );
      },
    });
    signal.throwIfAborted();
    emit({ type: "data-compaction", id, data });
    past.summarised();
    const saved = await keep().catch((cause) => {
      throw new StoreFailure("The summary could not be stored", { cause });
    });
    run.identity = saved.identity ?? run.identity;
    signal.throwIfAborted();
    return true;
  }

  /** Returns the provider's last token count divided by our estimate, within `RATIO`. */
  ratio(): number {
    const { account, run } = this.turn;
    const last = account.metadata.context ?? run.lastContext;
    const ratio = last ? last.tokens / last.estimate : 1;
    return Math.min(RATIO.most, Math.max(RATIO.least, ratio));
  }
}

export const summaryFits = async (model: ResolvedModel): Promise<number> =>
  SUMMARY_REQUEST_SHARE * ((await windowOf(model, Number.POSITIVE_INFINITY)) ?? CONTEXT);

/**
 * Returns the context of a model in tokens, or null if unknown. Asks the model's server if the catalog has no
 * value, and waits for the answer only for large prompts.
 */
async function windowOf(
  { contextWindow, findWindow }: ResolvedModel,
  estimate: number,
): Promise<number | null> {
  if (contextWindow) return contextWindow;
  const asked = findWindow?.();
  return (estimate > SMALL_PROMPT_TOKENS && (await asked)) || null;
}

export const isAskedSummary = ({ parts }: Pick<Message, "parts">) =>
  parts.flatMap((part) =>
    part.type === "data-compaction" && part.data.state === "working" ? [part.id ?? ""] : [],
  )[0];
