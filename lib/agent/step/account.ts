import { costOf } from "@/lib/models/providers/catalog";
import type { ResolvedModel } from "@/lib/models/providers/index";
import type {
  CallTimes,
  FallbackUse,
  MessageMetadata,
  RecalledFact,
  RefusedTool,
  Usage,
} from "@/lib/shared/chat/metadata";
import type { Shown } from "@/lib/shared/components/shown";
import type { ModelCallRow } from "@/lib/store/hot/model-calls";
import type { RunContext } from "@/lib/store/loop/run-context";
import type { StepSave } from "@/lib/store/loop/steps";
import type { ModelStep } from "./step";

type PricedModel = Pick<ResolvedModel, "id" | "baseUrl">;
type Used = ModelStep & Pick<ModelCallRow, "reservationId">;

const nothing: Usage = { inputTokens: 0, outputTokens: 0 };

type Counters = Pick<RunContext, "metadata" | "steps" | "inputTokens" | "outputTokens" | "activeMs">;

export class StepAccount {
  private meta: MessageMetadata;
  private unsaved: ModelCallRow | null = null;
  private began = performance.now();
  private idleCalls = 0;
  private idleSince = 0;
  private readonly run: Counters;

  constructor(run: Counters) {
    this.run = { ...run };
    this.meta = run.metadata ?? {};
  }

  get metadata(): MessageMetadata {
    return this.meta;
  }

  /**
   * Returns the usage of the run since the user's last message. `cost` is in US dollars and includes only
   * models with a known price.
   */
  used() {
    const { steps, inputTokens, outputTokens, activeMs } = this.run;
    const until = this.idleCalls > 0 ? this.idleSince : performance.now();
    const now = Math.round(activeMs + until - this.began);
    return { steps, inputTokens, outputTokens, activeMs: now, cost: this.meta.usage?.cost ?? 0 };
  }

  /** Active time stops while all running calls only wait for subagents. */
  readonly idle = {
    begin: () => {
      if (this.idleCalls++ === 0) this.idleSince = performance.now();
    },
    end: () => {
      if (--this.idleCalls === 0) this.began += performance.now() - this.idleSince;
    },
  };

  /**
   * Resets the counters for a new message: the limits restrict work without the user, who has just written.
   */
  startMessage(): void {
    this.meta = {};
    this.began = performance.now();
    Object.assign(this.run, { steps: 0, inputTokens: 0, outputTokens: 0, activeMs: 0 });
  }

  toSave() {
    return { ...this.used(), metadata: this.meta, modelCall: this.unsaved };
  }

  saved(): void {
    this.unsaved = null;
  }

  /** Counts a finished step. `estimate` is the estimated size of its prompt in tokens. */
  spent(model: PricedModel, step: Used, estimate = 0): void {
    this.unsaved = this.aside(model, step);
    this.run.steps += 1;
    const { inputTokens } = step;
    if (inputTokens > 0 && estimate > 0)
      this.meta = { ...this.meta, context: { tokens: inputTokens, estimate } };
  }

  succeeded(succession: FallbackUse): void {
    this.meta = { ...this.meta, succession };
  }

  refused(tools: readonly RefusedTool[]): void {
    this.meta = { ...this.meta, refusedTools: [...(this.meta.refusedTools ?? []), ...tools] };
  }

  /**
   * Stores the recalled facts with the message, so that it continues with the same facts after an answer or a
   * crash.
   */
  recalled(recalled: RecalledFact[]): void {
    this.meta = { ...this.meta, recalled };
  }

  /** Counts a model call that is not a step, such as a summary. Returns its row, which the caller stores. */
  aside({ id: model, baseUrl }: PricedModel, step: Used): ModelCallRow {
    const { inputTokens, outputTokens, cachedTokens, reasoningTokens, reservationId } = step;
    const cost = costOf(model, step, baseUrl);
    this.run.inputTokens += inputTokens;
    this.run.outputTokens += outputTokens;
    const { usage = nothing } = this.meta as { usage?: Usage };
    this.meta = {
      ...this.meta,
      model,
      usage: {
        inputTokens: usage.inputTokens + inputTokens,
        outputTokens: usage.outputTokens + outputTokens,
        ...sumField("cachedTokens", usage.cachedTokens, cachedTokens),
        ...sumField("reasoningTokens", usage.reasoningTokens, reasoningTokens),
        ...sumField("cost", usage.cost, cost),
      },
    };
    return { model, inputTokens, cachedTokens, outputTokens, cost: cost ?? null, reservationId };
  }

  /**
   * Adds the tool calls of a step to the metadata: their durations, the rules that refused them, the reasons of
   * approvals that the tool's policy did not require, and the content shown by asks, by call id.
   */
  settled(ran: StepSave["calls"], asks: StepSave["asks"] = [], shown: Record<string, Shown> = {}): void {
    const calls = { ...this.meta.calls };
    const add = (toolCallId: string, more: CallTimes) => {
      calls[toolCallId] = { ...calls[toolCallId], ...more };
    };
    for (const { toolCallId, durationMs, refusedBy } of ran) {
      if (durationMs !== null) add(toolCallId, { durationMs });
      if (refusedBy) add(toolCallId, { refusedBy });
    }
    for (const { toolCallId, because } of asks) if (because) add(toolCallId, { because });
    for (const [toolCallId, one] of Object.entries(shown)) add(toolCallId, { shown: one });
    this.meta = { ...this.meta, calls };
  }
}

const sumField = (name: keyof Usage, before = 0, now = 0) =>
  before + now > 0 ? { [name]: before + now } : {};
