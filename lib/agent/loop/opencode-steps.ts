import type { ModelMessage } from "ai";
import {
  MAX_OUTPUT_CHARS,
  ownCalls,
  pathIn,
  plainName,
  renamedOpenCodeChunk,
  WORK,
} from "@/lib/agent/calls/opencode-parts";
import { messageTooLong, unreadWhy } from "@/lib/agent/message/bounds";
import type { Draft } from "@/lib/agent/message/draft";
import { textTokens, writtenTokens } from "@/lib/agent/message/estimate";
import { type Chunk, isOpen, isToolPart, type Part, type ToolPart } from "@/lib/agent/message/message";
import type { Past } from "@/lib/agent/prompt/past";
import type { StepAccount } from "@/lib/agent/step/account";
import { readForModel } from "@/lib/agent/step/in-time";
import { OverLimit, overLimit, readStepLimits, type StepLimits, silenceMs } from "@/lib/agent/step/limits";
import type { StepModels } from "@/lib/agent/step/models";
import { type ModelStep, modelStep } from "@/lib/agent/step/step";
import { spenderOf, withinBudget } from "@/lib/agent/step/within-budget";
import { mayOffer, whyNot } from "@/lib/code/deno/opencode/guard";
import { type ChatRequest, type OpenCodeAnswer, toPrompt } from "@/lib/code/deno/opencode/wire";
import type { OpenCodeWriter } from "@/lib/code/deno/opencode/writer";
import { raceAbort } from "@/lib/shared/abort";
import type { Settings } from "@/lib/store/agents/settings";
import type { RunContext } from "@/lib/store/loop/run-context";
import { withFallbackModels } from "./ask-model";

export type OpenCodeTurn = {
  run: RunContext;
  settings: Settings;
  limits: StepLimits;
  models: StepModels;
  account: StepAccount;
  past: Past;
  emit(chunk: Chunk): void;
  /** Stores the message so far. `pending` is the number of user messages that arrived in the meantime. */
  keep(): Promise<{ pending: number }>;
};
export type Now = { draft: Draft; signal: AbortSignal };
type AssistantMessage = Extract<ModelMessage, { role: "assistant" }>;

/**
 * Handles OpenCode's model requests as steps of the run: each is counted, limited and stored, and its text
 * and calls are added to the message. Calls that OpenCode may not make are refused before it receives them.
 */
export class OpenCodeSteps {
  private readonly turn: OpenCodeTurn;
  private readonly answersByCall = new Map<string, AssistantMessage>();
  private readonly refused = new Map<string, string>();

  constructor(turn: OpenCodeTurn) {
    this.turn = turn;
  }

  /**
   * Answers one request. Returns false if the user sent a message in the meantime, because the run must read
   * that message first.
   */
  async answer(request: ChatRequest, to: OpenCodeAnswer, now: Now, writer: OpenCodeWriter): Promise<boolean> {
    const { turn } = this;
    const { draft, signal } = now;
    const { account, models, limits, emit } = turn;
    await this.settle(writer, now);
    const over = overLimit(account.used(), limits) ?? messageTooLong(draft.parts);
    if (over) throw new OverLimit(over);
    emit({ type: "start-step" });
    const before = draft.parts.length;
    const step = await withFallbackModels({ models, account, emit, draft, signal }, () =>
      this.ask(request, (text) => to.text(text), now),
    );
    const calls = draft.parts.slice(before).filter(isToolPart);
    this.remember(draft.parts.slice(before));
    for (const call of calls) this.refuse(call, writer.workFolder);
    // Store the step before OpenCode acts on it.
    const { pending } = await readForModel(() => turn.keep());
    emit({ type: "message-metadata", messageMetadata: account.metadata });
    emit({ type: "finish-step" });
    if (pending > 0) return false;
    for (const { toolCallId, input, type } of calls)
      if (this.refused.has(toolCallId)) to.call(toolCallId, "refused", "{}");
      else to.call(toolCallId, plainName(type), JSON.stringify(input));
    to.end(step.finishReason, step);
    return true;
  }

  private async ask(
    request: ChatRequest,
    say: (text: string) => void,
    { draft, signal }: Now,
  ): Promise<ModelStep> {
    const { run, settings, models, account, emit } = this.turn;
    const chosen = await raceAbort(() => models.current(), signal);
    const { system, messages, tools } = toPrompt(request, {
      mayOffer,
      earlierAnswers: this.answersByCall,
      refused: this.refused,
    });
    const maxSilenceMs = silenceMs(readStepLimits(settings.limits), { isLocal: chosen.isLocal });
    const before = draft.parts.length;
    const step = await withinBudget(
      {
        ...{ spender: spenderOf(run), budget: settings.budget, model: chosen },
        inputTokens: textTokens(JSON.stringify([request.messages, request.tools])),
        written: () => writtenTokens(draft.parts.slice(before)),
      },
      (maxOutputTokens) =>
        modelStep({
          ...{ model: chosen.model, system, messages, tools, maxOutputTokens, maxSilenceMs, signal, draft },
          emit: (chunk) => {
            emit(renamedOpenCodeChunk(chunk));
            if (chunk.type === "text-delta") say(chunk.delta);
          },
        }),
    );
    account.spent(chosen, step);
    return step;
  }

  /**
   * Keeps the model's answer with the provider metadata. The next request must contain this metadata, but
   * OpenCode drops it.
   */
  private remember(parts: readonly Part[]): void {
    const content = parts.flatMap((part): Exclude<AssistantMessage["content"], string> => {
      if (isToolPart(part))
        return [
          {
            ...{ type: "tool-call", toolCallId: part.toolCallId, toolName: plainName(part.type) },
            ...{ input: part.input ?? {}, providerOptions: part.callProviderMetadata },
          },
        ];
      if ((part.type !== "text" && part.type !== "reasoning") || part.text.trim() === "") return [];
      return [{ type: part.type, text: part.text, providerOptions: part.providerMetadata }];
    });
    const first = parts.find(isToolPart);
    if (first) this.answersByCall.set(first.toolCallId, { role: "assistant", content });
  }

  private refuse(call: ToolPart, folder: string): void {
    const { toolCallId } = call;
    const why =
      (call.state === "output-error" ? call.errorText : unreadWhy(call)) ??
      whyNot(plainName(call.type), call.input, folder);
    if (why === null || why === undefined) return;
    this.refused.set(toolCallId, why);
    if (isOpen(call)) this.turn.emit({ type: "tool-output-error", toolCallId, errorText: why });
  }

  async settle(writer: OpenCodeWriter, { draft, signal }: Now): Promise<void> {
    const open = ownCalls(draft).filter(isOpen);
    if (open.length === 0) return;
    const states = await writer.calls(signal);
    for (const { toolCallId, type, input } of open) {
      const state = states.get(toolCallId);
      if (state?.status === "error")
        this.turn.emit({
          type: "tool-output-error",
          toolCallId,
          errorText: state.error.slice(0, MAX_OUTPUT_CHARS),
        });
      if (state?.status !== "completed") continue;
      const path = plainName(type) === "edit" ? pathIn(input, writer.workFolder) : null;
      const content = path === null ? null : await writer.read(path);
      const output = { said: state.output.slice(0, MAX_OUTPUT_CHARS), ...(content !== null && { content }) };
      this.turn.emit({ type: "tool-output-available", toolCallId, output });
    }
  }

  /**
   * Settles OpenCode's calls that a crash interrupted. A file whose full text is in the call counts as
   * written, because the next OpenCode process receives it.
   */
  resume(draft: Draft): void {
    for (const { toolCallId, type, input } of ownCalls(draft).filter(isOpen))
      if (plainName(type) === "write" && pathIn(input, WORK) !== null)
        this.turn.emit({
          type: "tool-output-available",
          toolCallId,
          output: { said: "Written after a restart." },
        });
    this.failOpenCalls(draft, "A restart interrupted this call.");
  }

  failOpenCalls(draft: Draft, why: string): void {
    for (const { toolCallId } of ownCalls(draft).filter(isOpen))
      this.turn.emit({ type: "tool-output-error", toolCallId, errorText: why });
  }
}
