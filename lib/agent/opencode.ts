import { randomUUID } from "node:crypto";
import type { ModelMessage } from "ai";
import { givenFiles } from "@/lib/code/files";
import { mayOffer, whyNot } from "@/lib/code/opencode/guard";
import { openCodePath } from "@/lib/code/opencode/installed";
import { type Answer, type ChatRequest, toPrompt } from "@/lib/code/opencode/wire";
import { Writer, WriterFailed, type Written } from "@/lib/code/opencode/writer";
import { raceAbort } from "@/lib/shared/abort";
import { textOf } from "@/lib/shared/chat/parts";
import { taskIn } from "@/lib/shared/code/task";
import { AppError } from "@/lib/shared/errors";
import type { FileRow } from "@/lib/store/files";
import type { RunContext } from "@/lib/store/runs";
import type { Settings } from "@/lib/store/settings";
import { recordExecution } from "@/lib/traces/record";
import type { Account } from "./account";
import { withSuccessors } from "./ask-model";
import { tooLong, unreadWhy } from "./bounds";
import { CONTEXT, textTokens, writtenTokens } from "./estimate";
import { readForModel } from "./in-time";
import { type Limits, OverLimit, overLimit, readLimits, silenceMs } from "./limits";
import {
  type Chunk,
  type Draft,
  isOpen,
  isToolPart,
  type Message,
  type Part,
  type ToolPart,
} from "./message";
import type { Models } from "./models";
import {
  failureWords,
  hasWorked,
  isRun,
  lastRun,
  MAX_OUTPUT,
  ownCalls,
  pathIn,
  plainName,
  renamed,
  sourcesIn,
} from "./opencode-parts";
import type { Past } from "./past";
import { type ModelStep, modelStep } from "./step";
import { spenderOf, withinBudget } from "./within-budget";

/** Of one run: programs that failed, before it is given up. */
const MAX_TRIES = 5;
/** Reminders that there is no program to run yet. */
const MAX_REMINDERS = 2;
const RUN_MS = 60_000;

type Turn = {
  run: RunContext;
  settings: Settings;
  limits: Limits;
  models: Models;
  account: Account;
  past: Past;
  emit(chunk: Chunk): void;
  /** Stores the message so far; `pending` counts what the person has said meanwhile. */
  keep(): Promise<{ pending: number }>;
};
type Now = { draft: Draft; signal: AbortSignal };
type Finish = Pick<ModelStep, "finishReason">;
type AssistantMessage = Extract<ModelMessage, { role: "assistant" }>;

/** Whether OpenCode writes in this conversation. */
export const isForOpenCode = ({ origin, history }: RunContext): boolean =>
  origin === "code" && taskIn((history as Message[]).flatMap(({ parts }) => parts))?.worker === "opencode";

/**
 * Has OpenCode do the work of a run in which the agent would otherwise ask its model. Each request that OpenCode makes of the
 * model is a step of the run: its text and its calls stand in the message, and it is counted, limited, and stored as any other. What it
 * has written is then run by a call of the tool `code`, and it is shown what fails.
 */
export class OpenCodeWork {
  private readonly turn: Turn;
  private writer: Writer | undefined;
  private files: FileRow[] = [];
  private cannotStart = false;
  /** How many of the person's messages, and which call's failure, this OpenCode was told. */
  private told = { messages: 0, failure: "" };
  private now: Now | undefined;
  private readonly said = new Map<string, AssistantMessage>();
  private readonly refused = new Map<string, string>();
  /** Ends a round because the person said something. */
  private round = new AbortController();

  constructor(turn: Turn) {
    this.turn = turn;
  }

  get isAtWork(): boolean {
    return !this.cannotStart;
  }

  /** Whether the program of this message ran well, or may not be run: then nothing is left to do. */
  isDone(draft: Draft): boolean {
    const last = lastRun(draft.parts);
    return last !== undefined && (hasWorked(last) || last.state === "output-denied");
  }

  /** Calls that OpenCode was about when its server died. */
  takeUp(draft: Draft): void {
    for (const { toolCallId } of ownCalls(draft).filter(isOpen))
      this.turn.emit({ type: "tool-output-error", toolCallId, errorText: "It was cut off by a restart." });
  }

  /** One round: OpenCode writes until it stops, and what it wrote is called. Null where OpenCode cannot be started here. */
  async step(now: Now): Promise<Finish | null> {
    if (this.cannotStart) return null;
    this.now = now;
    try {
      return await this.work(now);
    } catch (error) {
      if (!(error instanceof WriterFailed)) throw error;
      await this.close();
      now.signal.throwIfAborted();
      if (!error.isStart) throw await this.recorded(error);
      this.cannotStart = true;
      const data = { worker: "agent" as const, files: this.files.map(({ id }) => id), why: error.message };
      this.turn.emit({ type: "data-task", data });
      return null;
    } finally {
      this.now = undefined;
    }
  }

  /** Ends it at once. */
  async close(): Promise<void> {
    const { writer } = this;
    this.writer = undefined;
    this.told = { messages: 0, failure: "" };
    await writer?.close();
  }

  private async work({ draft, signal }: Now): Promise<Finish> {
    const tries = draft.parts.filter(isRun).length;
    if (tries >= MAX_TRIES)
      throw new AppError("unavailable", `What OpenCode wrote has failed ${tries} times, so it was given up.`);
    let words = await this.begin(draft, signal);
    for (let reminders = 0; ; reminders++) {
      const writer = await this.tell(words, { draft, signal });
      if (!writer) return { finishReason: "stop" };
      const written = await writer.written();
      if ("entry" in written) return this.call(written, draft);
      // It was asked something, and has answered.
      if (tries === 0 && this.turn.past.messages.length > 1) return { finishReason: "stop" };
      if (reminders === MAX_REMINDERS)
        throw new WriterFailed(`OpenCode wrote no program. ${written.problem}`);
      words = written.problem;
    }
  }

  /** Starts it where it is not there, and gives what it is to be told now. */
  private async begin(draft: Draft, signal: AbortSignal): Promise<string> {
    const { run, past, models } = this.turn;
    const said = past.messages.filter(({ role }) => role === "user").map(textOf);
    const parts = [...past.messages.flatMap((message) => message.parts), ...draft.parts];
    const last = lastRun(parts);
    const failure = last && !hasWorked(last) ? last : undefined;
    if (!this.writer) {
      const binary = openCodePath();
      if (!binary) throw new WriterFailed("OpenCode is not installed here any more.", { isStart: true });
      this.files = await givenFiles(run.agentId, run.conversationId, taskIn(parts)?.files ?? []);
      const sources = sourcesIn(parts);
      const model = await raceAbort(() => models.current(), signal);
      const contextWindow = model.contextWindow ?? CONTEXT;
      const answer = (request: ChatRequest, to: Answer) => this.answer(request, to);
      this.writer = await Writer.begin({
        ...{ binary, files: this.files, sources, contextWindow, answer, signal },
        packages: this.turn.settings.toolsets.code?.packages ?? false,
      });
      this.told = { messages: 0, failure: "" };
      const names = [...this.files.map(({ name }) => name), ...Object.keys(sources)];
      if (names.length > 0) said.push(`These files are there already: ${names.join(", ")}.`);
    }
    const news = said.slice(this.told.messages);
    if (failure && failure.toolCallId !== this.told.failure) news.push(failureWords(failure));
    this.told = {
      messages: past.messages.filter(({ role }) => role === "user").length,
      failure: failure?.toolCallId ?? "",
    };
    return news.join("\n\n") || "Go on.";
  }

  /** Null where the person has said something meanwhile, which comes first. */
  private async tell(words: string, { draft, signal }: Now): Promise<Writer | null> {
    const { writer } = this;
    if (!writer) throw new WriterFailed("OpenCode was ended.");
    this.round = new AbortController();
    const { signal: turned } = this.round;
    try {
      await writer.tell(words, AbortSignal.any([signal, turned]));
      await this.settle(writer, draft, signal);
      return writer;
    } catch (error) {
      if (!turned.aborted) throw error;
      await this.close();
      return null;
    } finally {
      const left = signal.aborted ? [] : ownCalls(draft).filter(isOpen);
      for (const { toolCallId } of left)
        this.turn.emit({
          type: "tool-output-error",
          toolCallId,
          errorText: "It was ended before this was done.",
        });
    }
  }

  /** Calls the tool that runs what was written, unless just that has run well before. */
  private call({ entry, code, modules }: Exclude<Written, { problem: string }>, draft: Draft): Finish {
    const { past, emit } = this.turn;
    const files = this.files.map(({ id }) => id);
    const input = {
      ...{ action: "execute", entry, code, modules, timeout_ms: RUN_MS },
      ...(files.length > 0 && { files }),
    };
    emit({ type: "start-step" });
    const before = lastRun([...past.messages.flatMap(({ parts }) => parts), ...draft.parts]);
    const isSame = before && hasWorked(before) && JSON.stringify(before.input) === JSON.stringify(input);
    if (isSame) return { finishReason: "stop" };
    const named = { toolCallId: `call_${randomUUID().replaceAll("-", "")}`, toolName: "code" };
    emit({ type: "tool-input-start", ...named });
    emit({ type: "tool-input-available", ...named, input });
    return { finishReason: "tool-calls" };
  }

  /** One request that OpenCode makes of the model, as a step of the run. */
  private async answer(request: ChatRequest, to: Answer): Promise<void> {
    const { now, writer, turn } = this;
    if (!now || !writer) throw new WriterFailed("OpenCode asked its model when it had nothing to do.");
    const { draft, signal } = now;
    const { account, models, limits, emit } = turn;
    await this.settle(writer, draft, signal);
    const over = overLimit(account.used(), limits) ?? tooLong(draft.parts);
    if (over) throw new OverLimit(over);
    emit({ type: "start-step" });
    const before = draft.parts.length;
    const step = await withSuccessors({ models, account, emit, draft, signal }, () =>
      this.ask(request, (text) => to.text(text), now),
    );
    const calls = draft.parts.slice(before).filter(isToolPart);
    this.remember(draft.parts.slice(before));
    for (const call of calls) this.refuse(call, writer.workFolder);
    // It is stored before anything is done with it.
    const { pending } = await readForModel(() => turn.keep());
    emit({ type: "message-metadata", messageMetadata: account.metadata });
    emit({ type: "finish-step" });
    if (pending > 0) return this.round.abort();
    for (const { toolCallId, input, type } of calls)
      if (this.refused.has(toolCallId)) to.call(toolCallId, "refused", "{}");
      else to.call(toolCallId, plainName(type), JSON.stringify(input));
    to.end(step.finishReason, step);
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
      said: this.said,
      refused: this.refused,
    });
    const maxSilenceMs = silenceMs(readLimits(settings.limits), { isLocal: chosen.isLocal });
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
            emit(renamed(chunk));
            if (chunk.type === "text-delta") say(chunk.delta);
          },
        }),
    );
    account.spent(chosen, step);
    return step;
  }

  /** What the model has answered, with what its provider wants to have back, which OpenCode does not hand on. */
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
    if (first) this.said.set(first.toolCallId, { role: "assistant", content });
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

  /** What has become of its calls. */
  private async settle(writer: Writer, draft: Draft, signal: AbortSignal): Promise<void> {
    const open = ownCalls(draft).filter(isOpen);
    if (open.length === 0) return;
    const states = await writer.calls(signal);
    for (const { toolCallId, type, input } of open) {
      const state = states.get(toolCallId);
      if (state?.status === "error")
        this.turn.emit({
          type: "tool-output-error",
          toolCallId,
          errorText: state.error.slice(0, MAX_OUTPUT),
        });
      if (state?.status !== "completed") continue;
      const path = plainName(type) === "edit" ? pathIn(input, writer.workFolder) : null;
      const content = path === null ? null : await writer.read(path);
      const output = { said: state.output.slice(0, MAX_OUTPUT), ...(content !== null && { content }) };
      this.turn.emit({ type: "tool-output-available", toolCallId, output });
    }
  }

  /** That OpenCode itself failed is on the record of what fails. */
  private async recorded(error: WriterFailed): Promise<AppError> {
    const { run, past } = this.turn;
    const { agentId, conversationId, messageId } = run;
    const task = past.messages.find(({ role }) => role === "user");
    await recordExecution(
      { agentId, conversationId, messageId, toolName: "code", origins: () => run.readWeb },
      {
        ...{ runner: "opencode", code: task ? textOf(task) : "", stdout: "", stderr: error.message },
        ...{
          exitCode: null,
          durationMs: this.turn.account.used().activeMs,
          success: false,
          reason: "runtime",
        },
      },
    );
    return new AppError("unavailable", error.message, { cause: error });
  }
}
