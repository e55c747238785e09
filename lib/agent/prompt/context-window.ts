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
import { compactHistory, isToldWhole, limitOf, planCompaction } from "./compaction";
import type { Past } from "./past";

/** Of the context, what a request to summarise may hold. */
const ONE_REQUEST = 0.75;
/** Estimates are off, but not by more than this. */
const RATIO = { least: 0.7, most: 2.5 };
/** Of the messages, how much is kept and told when a model has refused a request for its length. */
const LESS = 0.5;
/** Until a server was asked how large its model's context is, so much is taken to fit. */
const SURELY_FITS = 12_000;

type Turn = {
  run: RunContext;
  models: StepModels;
  settings: Settings;
  account: StepAccount;
  past: Past;
  /** What the prompt says of the agent's memory. */
  memory(): string;
  emit(chunk: Chunk): void;
  /** Stores the message; system prompt and learned notes are renewed with it. */
  keep(): Promise<{ identity: string | null }>;
};

/** What the model is given beside the messages. */
type Beside = Pick<Offer, "prompt" | "forModel">;

/**
 * Makes room in the model's context where a run needs it: earlier messages give way to a summary. Once before each step at
 * most, and once more when the provider refuses the request all the same.
 */
export class ContextWindow {
  readonly turn: Turn;

  constructor(turn: Turn) {
    this.turn = turn;
  }

  /** Takes away what the model was to look at, where a provider would not have it. False if there was nothing. */
  async blind(own: Message, signal: AbortSignal): Promise<boolean> {
    const { run, past, models } = this.turn;
    const model = await raceAbort(() => models.current(), signal);
    return raceAbort(() => past.blind(own, model, run), signal);
  }

  /** About how many tokens the model is given, by our own estimate. */
  estimate(own: Message, { prompt, forModel }: Beside): number {
    const { run, past, memory } = this.turn;
    const beside = textTokens(run.identity) + textTokens(memory());
    const told = prompt.reduce((sum, { text }) => sum + textTokens(text), beside);
    return Math.ceil(told + toolTokens(forModel) + past.tokens(own));
  }

  /**
   * Puts the mark of a summary into the message if there is need and anything to summarise, and stores it. True if it did.
   * `asked`: the person wants it; `refused`: the provider would not take the request.
   */
  async make(
    why: "nearing" | "refused" | "asked",
    own: Message,
    beside: Beside,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { run, settings, past, emit, keep, models } = this.turn;
    const model = await raceAbort(() => models.current(), signal);
    await raceAbort(() => past.prepare(own, model, run), signal);
    const estimate = this.estimate(own, beside);
    const isDemo = model.provider === "demo";
    if (why === "nearing" && isDemo) return false;
    const known = await raceAbort(() => windowOf(model, estimate), signal);
    const contextWindow = (known ?? CONTEXT) / this.ratio();
    const limit = limitOf(contextWindow);
    if (why === "nearing" && estimate <= limit) return false;
    const said = past.tokens(own);
    const budget = why === "refused" ? LESS * said : limit - (estimate - said);
    const planned = planCompaction(past.with(own), budget, why === "asked");
    if (!planned) return false;
    // It may be larger than is thought here, and what the person has just said is not shortened on a guess.
    if (why === "nearing" && known === null && !isToldWhole(planned)) return false;
    const begun = isAskedSummary(own);
    const id = begun ?? randomUUID();
    if (begun === undefined) emit({ type: "data-compaction", id, data: { state: "working" } });
    const data = await compactHistory(planned, {
      model: isDemo ? null : model.model,
      fits: ONE_REQUEST * (why === "refused" ? Math.min(contextWindow, estimate) : contextWindow),
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
    const kept = await keep().catch((cause) => {
      throw new StoreFailure("The summary could not be stored", { cause });
    });
    run.identity = kept.identity ?? run.identity;
    signal.throwIfAborted();
    return true;
  }

  /** How the provider's own count compares with the estimate. */
  ratio(): number {
    const { account, run } = this.turn;
    const last = account.metadata.context ?? run.lastContext;
    const ratio = last ? last.tokens / last.estimate : 1;
    return Math.min(RATIO.most, Math.max(RATIO.least, ratio));
  }
}

/** About the tokens that a request to summarise may hold. */
export const summaryFits = async (model: ResolvedModel): Promise<number> =>
  ONE_REQUEST * ((await windowOf(model, Number.POSITIVE_INFINITY)) ?? CONTEXT);

/** The context of a model, in tokens; null where it is not known. Its server is asked only where nobody knows it, and waited for only in need. */
async function windowOf(
  { contextWindow, findWindow }: ResolvedModel,
  estimate: number,
): Promise<number | null> {
  if (contextWindow) return contextWindow;
  const asked = findWindow?.();
  return (estimate > SURELY_FITS && (await asked)) || null;
}

/** The mark of a summary that was asked for. */
export const isAskedSummary = ({ parts }: Pick<Message, "parts">) =>
  parts.flatMap((part) =>
    part.type === "data-compaction" && part.data.state === "working" ? [part.id ?? ""] : [],
  )[0];
