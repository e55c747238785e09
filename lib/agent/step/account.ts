import { costOf } from "@/lib/models/providers/catalog";
import type { ResolvedModel } from "@/lib/models/providers/index";
import type {
  CallTimes,
  MessageMetadata,
  RecalledFact,
  RefusedTool,
  Succession,
  Usage,
} from "@/lib/shared/chat/metadata";
import type { Shown } from "@/lib/shared/components/shown";
import type { ModelCallRow } from "@/lib/store/hot/model-calls";
import type { RunContext } from "@/lib/store/loop/run-context";
import type { StepSave } from "@/lib/store/loop/steps";
import type { ModelStep } from "./step";

type Asked = Pick<ResolvedModel, "id" | "baseUrl">;
type Used = ModelStep & Pick<ModelCallRow, "reservationId">;

const nothing: Usage = { inputTokens: 0, outputTokens: 0 };

type Counters = Pick<RunContext, "metadata" | "steps" | "inputTokens" | "outputTokens" | "activeMs">;

/** Keeps count of what a run and its message have used, and how long its calls took, while it is written. */
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

  /** Of the run, since the person's last message; `cost` in US dollars, as far as prices are known. */
  used() {
    const { steps, inputTokens, outputTokens, activeMs } = this.run;
    const until = this.idleCalls > 0 ? this.idleSince : performance.now();
    const now = Math.round(activeMs + until - this.began);
    return { steps, inputTokens, outputTokens, activeMs: now, cost: this.meta.usage?.cost ?? 0 };
  }

  /** While calls of it only wait for helpers, its time stands still. */
  readonly idle = {
    begin: () => {
      if (this.idleCalls++ === 0) this.idleSince = performance.now();
    },
    end: () => {
      if (--this.idleCalls === 0) this.began += performance.now() - this.idleSince;
    },
  };

  /** The limits are for what nobody watches, and somebody is here: a new message counts from nothing. */
  startMessage(): void {
    this.meta = {};
    this.began = performance.now();
    Object.assign(this.run, { steps: 0, inputTokens: 0, outputTokens: 0, activeMs: 0 });
  }

  /** What a save takes along: the counts, and the model call that none has taken yet. */
  toSave() {
    return { ...this.used(), metadata: this.meta, modelCall: this.unsaved };
  }

  saved(): void {
    this.unsaved = null;
  }

  /** A step of the model has ended, that was given about `estimate` tokens. */
  spent(model: Asked, step: Used, estimate = 0): void {
    this.unsaved = this.aside(model, step);
    this.run.steps += 1;
    const { inputTokens } = step;
    if (inputTokens > 0 && estimate > 0)
      this.meta = { ...this.meta, context: { tokens: inputTokens, estimate } };
  }

  /** Another model answers from now on. */
  succeeded(succession: Succession): void {
    this.meta = { ...this.meta, succession };
  }

  /** The message is written without these tools. */
  refused(tools: readonly RefusedTool[]): void {
    this.meta = { ...this.meta, refusedTools: [...(this.meta.refusedTools ?? []), ...tools] };
  }

  /** These facts are what the message was begun with, also where it goes on after an answer or a crash. */
  recalled(recalled: RecalledFact[]): void {
    this.meta = { ...this.meta, recalled };
  }

  /** A call that is no step, such as one for a summary; whoever made it stores its row. */
  aside({ id: model, baseUrl }: Asked, step: Used): ModelCallRow {
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
        ...some("cachedTokens", usage.cachedTokens, cachedTokens),
        ...some("reasoningTokens", usage.reasoningTokens, reasoningTokens),
        ...some("cost", usage.cost, cost),
      },
    };
    return { model, inputTokens, cachedTokens, outputTokens, cost: cost ?? null, reservationId };
  }

  /**
   * The tool calls of a step: how long they took, why approvals ask where it is not the policy of their tool, and what asks
   * put before the person, by call id.
   */
  settled(ran: StepSave["calls"], asks: StepSave["asks"] = [], shown: Record<string, Shown> = {}): void {
    const calls = { ...this.meta.calls };
    const add = (toolCallId: string, more: CallTimes) => {
      calls[toolCallId] = { ...calls[toolCallId], ...more };
    };
    for (const { toolCallId, durationMs } of ran) if (durationMs !== null) add(toolCallId, { durationMs });
    for (const { toolCallId, because } of asks) if (because) add(toolCallId, { because });
    for (const [toolCallId, one] of Object.entries(shown)) add(toolCallId, { shown: one });
    this.meta = { ...this.meta, calls };
  }
}

/** The sum under its name, or nothing where there is none to speak of. */
const some = (name: keyof Usage, before = 0, now = 0) => (before + now > 0 ? { [name]: before + now } : {});
