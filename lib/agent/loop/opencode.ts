import { randomUUID } from "node:crypto";
import {
  hasWorked,
  isRun,
  lastRun,
  openCodeFailureMessage,
  sourcesIn,
} from "@/lib/agent/calls/opencode-parts";
import type { Draft } from "@/lib/agent/message/draft";
import { CONTEXT } from "@/lib/agent/message/estimate";
import type { Message } from "@/lib/agent/message/message";
import type { ModelStep } from "@/lib/agent/step/step";
import { resolveInputFiles } from "@/lib/code/deno/files";
import { openCodePath } from "@/lib/code/deno/opencode/installed";
import type { ChatRequest, OpenCodeAnswer } from "@/lib/code/deno/opencode/wire";
import { OpenCodeWriter, WriterFailed, type WrittenProgram } from "@/lib/code/deno/opencode/writer";
import { recordExecution } from "@/lib/code/traces/record";
import { raceAbort } from "@/lib/shared/abort";
import { textOf } from "@/lib/shared/chat/parts";
import { taskIn } from "@/lib/shared/code/task";
import { AppError } from "@/lib/shared/errors";
import type { FileRow } from "@/lib/store/data/files";
import type { RunContext } from "@/lib/store/loop/run-context";
import { type Now, OpenCodeSteps, type OpenCodeTurn } from "./opencode-steps";

const MAX_PROGRAM_RUNS = 5;
const MAX_REMINDERS = 2;
const RUN_MS = 60_000;

type Finish = Pick<ModelStep, "finishReason">;

export const isForOpenCode = ({ origin, history }: RunContext): boolean =>
  origin === "code" && taskIn((history as Message[]).flatMap(({ parts }) => parts))?.worker === "opencode";

/**
 * Lets OpenCode do the work of a run instead of the agent's own loop. Each model request of OpenCode is a
 * step of the run, so it is counted, limited and stored like any other, with its text and calls in the
 * message. A call of the tool `code` then runs the program, and OpenCode receives the errors of a failed
 * program.
 */
export class OpenCodeWork {
  private readonly turn: OpenCodeTurn;
  private readonly steps: OpenCodeSteps;
  private writer: OpenCodeWriter | undefined;
  private files: FileRow[] = [];
  private cannotStart = false;
  /** The number of user messages and the failed call that this OpenCode process has received. */
  private delivered = { messages: 0, failure: "" };
  private now: Now | undefined;
  /** Aborts the current round when the user sends a message. */
  private round = new AbortController();

  constructor(turn: OpenCodeTurn) {
    this.turn = turn;
    this.steps = new OpenCodeSteps(turn);
  }

  get isAtWork(): boolean {
    return !this.cannotStart;
  }

  isDone(draft: Draft): boolean {
    const last = lastRun(draft.parts);
    return last !== undefined && (hasWorked(last) || last.state === "output-denied");
  }

  resume(draft: Draft): void {
    this.steps.resume(draft);
  }

  /**
   * Runs one round: OpenCode works until it stops, then its program is called. Returns null if OpenCode
   * cannot start on this server.
   */
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

  async close(): Promise<void> {
    const { writer } = this;
    this.writer = undefined;
    this.delivered = { messages: 0, failure: "" };
    await writer?.close();
  }

  private async work(now: Now): Promise<Finish> {
    const { draft, signal } = now;
    const programRuns = draft.parts.filter(isRun).length;
    if (programRuns >= MAX_PROGRAM_RUNS)
      throw new AppError(
        "unavailable",
        `OpenCode's program has failed ${programRuns} times, so the job was ended.`,
      );
    let prompt = await this.begin(draft, signal);
    for (let reminders = 0; ; reminders++) {
      const writer = await this.sendPrompt(prompt, now);
      if (!writer) return { finishReason: "stop" };
      const written = await writer.written();
      if ("entry" in written) return this.call(written, draft);
      // The user asked a question, and OpenCode answered it without changing the program.
      if (programRuns === 0 && this.turn.past.messages.length > 1) return { finishReason: "stop" };
      if (reminders === MAX_REMINDERS)
        throw new WriterFailed(`OpenCode wrote no program. ${written.problem}`);
      prompt = written.problem;
    }
  }

  /** Starts OpenCode if it is not running, and returns the next prompt for it. */
  private async begin(draft: Draft, signal: AbortSignal): Promise<string> {
    const { run, past, models } = this.turn;
    const userTexts = past.messages.filter(({ role }) => role === "user").map(textOf);
    const parts = [...past.messages.flatMap((message) => message.parts), ...draft.parts];
    const last = lastRun(parts);
    const failure = last && !hasWorked(last) ? last : undefined;
    if (!this.writer) {
      const binary = openCodePath();
      if (!binary)
        throw new WriterFailed("OpenCode is no longer installed on this server.", { isStart: true });
      this.files = await resolveInputFiles(run.agentId, run.conversationId, taskIn(parts)?.files ?? []);
      const sources = sourcesIn(parts);
      const model = await raceAbort(() => models.current(), signal);
      const contextWindow = model.contextWindow ?? CONTEXT;
      const answer = (request: ChatRequest, to: OpenCodeAnswer) => this.answer(request, to);
      this.writer = await OpenCodeWriter.begin({
        ...{ binary, files: this.files, sources, contextWindow, answer, signal },
        packages: this.turn.settings.toolsets.code?.packages ?? false,
      });
      this.delivered = { messages: 0, failure: "" };
      const names = [...this.files.map(({ name }) => name), ...Object.keys(sources)];
      if (names.length > 0) userTexts.push(`These files exist already: ${names.join(", ")}.`);
    }
    const news = userTexts.slice(this.delivered.messages);
    if (failure && failure.toolCallId !== this.delivered.failure) news.push(openCodeFailureMessage(failure));
    this.delivered = {
      messages: past.messages.filter(({ role }) => role === "user").length,
      failure: failure?.toolCallId ?? "",
    };
    return news.join("\n\n") || "Go on.";
  }

  /** Returns null if the user sent a message, which has priority. */
  private async sendPrompt(prompt: string, now: Now): Promise<OpenCodeWriter | null> {
    const { writer } = this;
    if (!writer) throw new WriterFailed("OpenCode was stopped.");
    this.round = new AbortController();
    const { signal: turned } = this.round;
    try {
      await writer.tell(prompt, AbortSignal.any([now.signal, turned]));
      await this.steps.settle(writer, now);
      return writer;
    } catch (error) {
      if (!turned.aborted) throw error;
      await this.close();
      return null;
    } finally {
      if (!now.signal.aborted)
        this.steps.failOpenCalls(now.draft, "OpenCode stopped before this call was done.");
    }
  }

  /** Calls the tool that runs the program, unless the same input was run successfully before. */
  private call({ entry, code, modules }: Exclude<WrittenProgram, { problem: string }>, draft: Draft): Finish {
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

  private async answer(request: ChatRequest, to: OpenCodeAnswer): Promise<void> {
    const { now, writer } = this;
    if (!now || !writer) throw new WriterFailed("OpenCode called its model without having a task.");
    if (!(await this.steps.answer(request, to, now, writer))) this.round.abort();
  }

  /** Records a failure of OpenCode itself as a failed execution, and returns the error for the user. */
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
