import { setImmediate } from "node:timers/promises";
import type { FinishReason } from "ai";
import { closingSettlement } from "@/lib/agent/calls/answer";
import { settleCalls } from "@/lib/agent/calls/calls";
import { collectReadOrigins } from "@/lib/agent/calls/unstored-origins";
import { messageTooLong } from "@/lib/agent/message/bounds";
import { onlyBroken } from "@/lib/agent/message/broken-input";
import { toChunks } from "@/lib/agent/message/chunks";
import { Draft } from "@/lib/agent/message/draft";
import { isOpen, isToolPart, type Message } from "@/lib/agent/message/message";
import { boundBy } from "@/lib/agent/offer/reach";
import { isAskedSummary } from "@/lib/agent/prompt/context-window";
import { isContent } from "@/lib/agent/prompt/history";
import { PromptSnapshot } from "@/lib/agent/prompt/prompt-snapshot";
import { inTime, LostRun } from "@/lib/agent/step/in-time";
import { overLimit } from "@/lib/agent/step/limits";
import { sampleFor } from "@/lib/agent/step/sample";
import { postponeTitles, titleLater } from "@/lib/agent/step/title";
import { watchTurn } from "@/lib/agent/trials/probation";
import { actingRight } from "@/lib/ground/base/acting";
import { log } from "@/lib/ground/base/log";
import { traced } from "@/lib/ground/telemetry/spans";
import { explainFinish } from "@/lib/models/providers/errors";
import { textOf } from "@/lib/shared/chat/parts";
import type { Sample } from "@/lib/shared/mcp/server-ask";
import type { Notice } from "@/lib/shared/notice";
import { publish } from "@/lib/store/bus";
import { readCurrentRun } from "@/lib/store/loop/asks";
import { readDecided, readInterrupted } from "@/lib/store/loop/calls";
import type { RunStatus } from "@/lib/store/loop/run-context";
import { settle } from "@/lib/store/loop/settlements";
import { readNewUserMessages, turnPage } from "@/lib/store/loop/steps";
import { isUnreachable, withRetry } from "@/lib/store/unreachable";
import type { NewCodeJob } from "@/lib/tools/toolsets/context";
import { askAgentFor } from "./ask-agent";
import { askModel } from "./ask-model";
import { beginCodeJob } from "./code-job";
import { asksForSession, endChatSessionLater } from "./end-chat-session";
import { crashedTooOften, emptyAnswer, notShared, stopped } from "./endings";
import { rememberEnded } from "./expected-run";
import { closeInterrupted } from "./interrupted";
import { LiveMessage, stopReason } from "./live";
import { guardOf } from "./turn-guard";
import { TurnState } from "./turn-state";

const MAX_CRASHES = 3;

/**
 * Executes a run until it waits for the user or ends. Each round is a model step, its tool calls and one
 * durable write. Followers see the end of a step only after the write.
 */
export class AgentTurn extends TurnState {
  /** Code of the error that ended the run. */
  private failure: string | undefined;

  /** Never throws. Each outcome is stored, or the run is left for another server to resume. */
  work(): Promise<void> {
    if (this.isProgram()) return this.workThrough();
    const { agentId, conversationId } = this.run;
    const attributes = { "gen_ai.agent.id": agentId, "gen_ai.conversation.id": conversationId };
    return traced({ name: "invoke_agent", attributes }, async (note) => {
      await this.workThrough();
      const { model, usage } = this.account.metadata;
      note({
        "gen_ai.request.model": model ?? undefined,
        "gen_ai.usage.input_tokens": usage?.inputTokens,
        "gen_ai.usage.output_tokens": usage?.outputTokens,
        "error.type": this.failure,
      });
    });
  }

  private async workThrough(): Promise<void> {
    try {
      this.emit({ type: "start", messageId: this.run.messageId, messageMetadata: this.account.metadata });
      for (const chunk of toChunks(this.draft.parts)) this.live.message.emit(chunk);
      this.live.message.replays(this.draft.parts.length);
      let continues = await this.resume().catch((error) => this.handleError(error));
      while (continues) continues = await this.step().catch((error) => this.handleError(error));
      const hasFailed =
        this.failure !== undefined ||
        this.draft.parts.some((part) => isToolPart(part) && part.state === "output-error");
      if (hasFailed) void watchTurn(this.run.agentId);
    } finally {
      this.offers.close();
      await this.openCode?.close();
      this.live.end();
    }
  }

  /**
   * Settles calls that the user decided or that a crash interrupted, then handles messages that arrived in
   * the meantime. Returns true if the loop continues.
   */
  private async resume(): Promise<boolean> {
    if (this.run.crashes > MAX_CRASHES) return this.fail(crashedTooOften);
    if (isAskedSummary(this.asMessage())) return this.summarise();
    await this.awaitServers();
    this.openCode?.resume(this.draft);
    if (this.isProgram() || this.draft.stepTools().some(isOpen)) return this.endStep(true);
    return this.run.pending === 0 || this.startNextMessage();
  }

  private async step(): Promise<boolean> {
    const over =
      overLimit(this.account.used(), this.limits) ??
      messageTooLong(this.draft.parts) ??
      onlyBroken(this.draft.parts);
    if (over) return this.fail(over, "limit");
    if ((await actingRight(this.run.agentId)) === null) return this.fail(notShared);
    const [own, offer] = [this.asMessage(), await this.offer()];
    const { contextWindow, draft, refused, snapshot } = this;
    postponeTitles();
    const step = await this.inTime(
      async (signal) =>
        (await this.openCode?.step({ draft, signal })) ??
        askModel({ contextWindow, own, draft, offer, refused, snapshot, signal }),
    );
    if (!step.ok) return this.fail(step.why, step.kind);
    const cut =
      explainFinish(step.value.finishReason) ?? (draft.parts.some(isContent) ? undefined : emptyAnswer);
    if (cut && draft.stepTools().length === 0) return this.fail(cut);
    return this.endStep(false, step.value.finishReason);
  }

  private async summarise(): Promise<boolean> {
    const [own, offer] = [this.asMessage(), await this.offer()];
    const made = await this.inTime((signal) => this.contextWindow.make("asked", own, offer, signal));
    if (!made.ok) return this.fail(made.why, made.kind);
    for (const chunk of await this.draft.closing("")) this.emit(chunk);
    const saved = await this.save({ status: "completed" });
    this.emit({ type: "message-metadata", messageMetadata: this.account.metadata });
    if (saved.status === "running") return this.startNextMessage();
    this.finish("stop");
    return false;
  }

  private inTime<T>(work: (signal: AbortSignal) => Promise<T>) {
    const { limits, account, run, live } = this;
    return inTime({ signal: live.abort.signal, used: account.used(), limits, runId: run.id }, work);
  }

  /** Settles the step's calls and saves the step. Returns true if the loop continues. */
  private async endStep(reopened = false, finishReason?: FinishReason): Promise<boolean> {
    const { draft, run } = this;
    const { agentId, conversationId, messageId } = run;
    const { signal } = this.live.abort;
    const offer = await this.offer();
    const mayReach = boundBy(await this.reachOf(), agentId);
    const messages = () => this.past.with(this.asMessage());
    const { shown, ...settled } = await settleCalls({
      ...{ draft, offer, finishReason },
      decided: reopened ? await withRetry(() => readDecided(run)) : new Map(),
      interrupted: reopened ? await withRetry(() => readInterrupted(run)) : new Set(),
      readOrigins: collectReadOrigins(run, this.unstoredOrigins()),
      messages,
      guard: () => guardOf({ run, settings: this.settings, offer, snapshot: this.snapshot, messages }),
      context: {
        ...{ agentId, conversationId, messageId, runId: run.id, signal },
        ...(mayReach && { mayReach }),
        runner: this.openCode?.isAtWork ? "opencode" : "deno",
        ...(run.origin !== "code" && {
          beginCodeJob: (task: NewCodeJob) => beginCodeJob(run, this.start, task),
          askAgent: askAgentFor({ run, start: this.start, idle: this.account.idle }),
        }),
        sample: (wanted: Sample, signal: AbortSignal) =>
          sampleFor(
            { run, settings: this.settings, models: this.models, account: this.account },
            wanted,
            signal,
          ),
      },
      emit: (chunk) => this.emit(chunk),
      intend: async (calls) => {
        await this.save({ status: "running", calls });
      },
    });
    this.saves.settled(settled.calls);
    this.account.settled(settled.calls, settled.asks, shown);
    signal.throwIfAborted();
    const called = draft.stepTools().length > 0;
    const goesOn = called && !this.isProgram() && !this.openCode?.isDone(draft);
    const waits = settled.asks.some(({ shownOnly }) => shownOnly === undefined);
    const status = waits ? "waiting" : goesOn ? "running" : "completed";
    // Let the last text reach the followers before the write occupies the event loop.
    if (!called) await setImmediate();
    const saved = await this.save({ status, ...settled }, { isAhead: status === "running" });
    this.emit({ type: "message-metadata", messageMetadata: this.account.metadata });
    this.emit({ type: "finish-step" });
    if (settled.asks.some(({ awaits }) => awaits)) publish({ type: "asked", agent: agentId });
    if (saved.status !== "running") {
      this.finish(called ? "tool-calls" : "stop");
      // Let the end reach the followers before other work.
      await setImmediate();
      if (saved.status === "completed")
        rememberEnded(this.run, this.past.with(this.asMessage()), this.account.metadata.context ?? null);
      if ((saved.status === "completed" || saved.status === "waiting") && !this.isProgram())
        void titleLater(this.run, () => this.models.current());
      if (draft.parts.some(asksForSession)) endChatSessionLater({ ...run, equipment: this.equipment });
      return false;
    }
    signal.throwIfAborted();
    if (status === "waiting") await this.closeAsks();
    return saved.pending === 0 || this.startNextMessage();
  }

  /**
   * Closes the step's asks because the user sent a message before seeing them. The model reads this as a
   * message instead of an answer.
   */
  private async closeAsks(): Promise<void> {
    const [currentRun, news] = await withRetry(() =>
      Promise.all([readCurrentRun(this.run.conversationId), readNewUserMessages(this.run)]),
    );
    if (currentRun?.attempt !== this.run.attempt) throw new LostRun();
    const text = (news as Message[]).map(textOf).join("\n").trim();
    const closed = closingSettlement(currentRun, "running", { action: "message", text });
    const taken = await withRetry(() => settle({ ...closed, from: "running" }));
    if (!taken) throw new LostRun();
    this.run.attempt = taken.attempt;
    const open = new Set(
      this.draft
        .stepTools()
        .filter(isOpen)
        .map(({ toolCallId }) => toolCallId),
    );
    const parts = closed.parts as Message["parts"];
    for (const chunk of toChunks(parts.filter((part) => isToolPart(part) && open.has(part.toolCallId))))
      this.emit(chunk);
  }

  /** Ends this message because the user sent another one, and begins a new message that answers it. */
  private async startNextMessage(finishReason: "stop" | "error" = "stop"): Promise<true> {
    if (!(await this.saves.isOnDisk())) await this.save({ status: "running" });
    const page = await withRetry(() => turnPage(this.run));
    if (!page) throw new LostRun();
    this.live.message.release();
    this.finish(finishReason);
    const { messageId, said: messages, readWeb, readThrough } = page;
    this.past.add(this.asMessage(), ...(messages as Message[]));
    this.draft = new Draft();
    this.account.startMessage();
    this.models.restart();
    this.snapshot = new PromptSnapshot(this.run.agentId, this.recallQuery(), undefined, {
      projectId: this.run.projectId,
    });
    Object.assign(this.run, { messageId, readWeb, readThrough });
    this.run.attempt += 1;
    this.live.turnTo(new LiveMessage({ runId: this.run.id, messageId, attempt: this.run.attempt }));
    this.emit({ type: "start", messageId });
    this.changed();
    return true;
  }

  /**
   * Ends the run with a notice that states the reason. Returns true if the user sent a message in the
   * meantime, because the loop then continues with it.
   */
  private async fail(
    why: Omit<Notice, "kind">,
    kind: Notice["kind"] = "error",
    status: RunStatus = "failed",
  ): Promise<boolean> {
    const { code, message } = why;
    if (status === "failed") this.failure = code;
    const calls = await closeInterrupted(this.run, this.draft, (chunk) => this.emit(chunk));
    for (const chunk of await this.draft.closing(message)) this.emit(chunk);
    this.emit({ type: "data-notice", data: { kind, ...why } });
    const saved = await this.save({
      status,
      calls,
      ...(status === "failed" && { error: { code, message } }),
    });
    log.info("A run has ended early", undefined, { run: this.run.id, code });
    if (saved.status === "running") return this.startNextMessage("error");
    if (status === "stopped") this.emit({ type: "abort", reason: "stopped" });
    this.finish(status === "stopped" ? "stop" : "error");
    return false;
  }

  /** Handles an error of the run. Never throws. Returns true if the loop continues. */
  private async handleError(error: unknown): Promise<boolean> {
    const reason = error instanceof LostRun ? "lost" : stopReason(this.live.abort.signal);
    try {
      if (reason === "stopped") return await this.fail(stopped, "stopped", "stopped");
      if (reason === null && isUnreachable(error)) throw error;
      if (reason === null) {
        const id = log.fault("A run failed unexpectedly", error, { run: this.run.id });
        const message = `Something went wrong (error ${id}). Try again. The answer so far is kept.`;
        return await this.fail({ code: "internal", message });
      }
    } catch (again) {
      // Nothing can be stored now. The lease expires, and a server resumes the run from its last save.
      if (!(again instanceof LostRun))
        log.error("A run could not be saved and will be resumed", again, { run: this.run.id });
    }
    this.changed();
    return false;
  }
}
