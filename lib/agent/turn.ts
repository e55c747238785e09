import type { ModelMessage } from "ai";
import { log } from "@/lib/log";
import { explainFinish, explainModelError } from "@/lib/models/errors";
import { resolveModel } from "@/lib/models/index";
import { Late, raceAbort, withDeadline } from "@/lib/shared/abort";
import type { Notice } from "@/lib/shared/notice";
import { publish } from "@/lib/store/bus";
import { readDecided, readInterrupted } from "@/lib/store/calls";
import { flush } from "@/lib/store/events";
import type { RunContext, RunError, RunStatus } from "@/lib/store/runs";
import { parseSettings, type Settings } from "@/lib/store/settings";
import { type Saved, type StepSave, saveStep, turnPage } from "@/lib/store/steps";
import { isUnreachable, patiently } from "@/lib/store/unreachable";
import { settleCalls } from "./calls";
import { givenUp, silent, stopped } from "./endings";
import { isContent, toModelMessages } from "./history";
import { overLimit, readLimits, timeIsUp, timeLeftMs } from "./limits";
import { LiveMessage, type LiveRun, stopReason } from "./live";
import { type Chunk, Draft, isOpen, type Message, toChunks } from "./message";
import { instructions, localTimeZone } from "./prompt";
import { type ModelStep, modelStep } from "./step";
import { loadedToolsets, offer } from "./toolset";

/** A run may take its server down this often before it is given up. */
const MAX_CRASHES = 3;

/** The run is another server's now: what this one has streamed since the last save does not count. */
class LostRun extends Error {}

/**
 * Works on a run from where it stands until it waits for the person or has ended: model step, tool calls, one durable
 * write, and again. What the person sees of a step's end comes after the write.
 */
export class Turn {
  private readonly run: RunContext;
  private readonly live: LiveRun;
  private readonly settings: Settings;
  private readonly limits;
  private began = performance.now();
  /** Everything before the message that is written now, as the model gets it; converted once a message. */
  private earlier: Message[];
  private earlierForModel: Promise<ModelMessage[]> | null = null;
  private draft: Draft;
  /** Results of this step that are not stored yet. */
  private settledCalls: StepSave["calls"] = [];

  constructor(run: RunContext, live: LiveRun) {
    this.run = run;
    this.live = live;
    this.settings = parseSettings(run.settings);
    this.limits = readLimits(this.settings.limits);
    const history = run.history as Message[];
    const own = history.findIndex(({ id }) => id === run.messageId);
    // What comes after it was said meanwhile; turning the page reads it.
    this.earlier = history.slice(0, own);
    this.draft = new Draft(history[own]?.parts ?? []);
  }

  /** Never throws: every way out is stored, or leaves the run to whoever takes it up next. */
  async work(): Promise<void> {
    try {
      this.emit({ type: "start", messageId: this.run.messageId });
      for (const chunk of toChunks(this.draft.parts)) this.live.message.emit(chunk);
      let goOn = await this.takeUp().catch((error) => this.leave(error));
      while (goOn) goOn = await this.step().catch((error) => this.leave(error));
    } finally {
      this.live.end();
    }
  }

  /** Calls that were decided, or begun by a server that died, come first; then what the person said meanwhile. */
  private async takeUp(): Promise<boolean> {
    if (this.run.crashes > MAX_CRASHES) return this.fail(givenUp);
    if (this.draft.stepTools().some(isOpen)) return this.endStep(true);
    return this.run.pending === 0 || this.turnPage();
  }

  private async step(): Promise<boolean> {
    const over = overLimit(this.used(), this.limits);
    if (over) return this.fail(over, "limit");
    this.emit({ type: "start-step" });
    const { signal } = this.live.abort;
    let step: ModelStep;
    try {
      step = await withDeadline(signal, timeLeftMs(this.used(), this.limits), (both) => this.askModel(both));
    } catch (error) {
      if (signal.aborted) throw error;
      if (error instanceof Late) return this.fail(timeIsUp(this.limits), "limit");
      log.warn("A model call failed", error, { run: this.run.id });
      return this.fail(explainModelError(error));
    }
    this.run.steps += 1;
    this.run.inputTokens += step.inputTokens;
    this.run.outputTokens += step.outputTokens;
    const cut = explainFinish(step.finishReason) ?? (this.draft.parts.some(isContent) ? undefined : silent);
    if (cut && this.draft.stepTools().length === 0) return this.fail(cut);
    return this.endStep();
  }

  private async askModel(signal: AbortSignal): Promise<ModelStep> {
    const { forModel, prompt } = this.offer();
    const { model } = await raceAbort(() => resolveModel(this.run.model ?? undefined), signal);
    this.earlierForModel ??= toModelMessages(this.earlier);
    return modelStep({
      model,
      system: instructions({
        identity: this.run.identity,
        tools: prompt,
        now: new Date(),
        timeZone: localTimeZone,
      }),
      messages: [...(await this.earlierForModel), ...(await toModelMessages([this.asMessage()]))],
      tools: forModel,
      signal,
      draft: this.draft,
      emit: (chunk) => this.emit(chunk),
    });
  }

  /** Settles the step's calls and stores all of it; true when the loop goes on. */
  private async endStep(reopened = false): Promise<boolean> {
    const { draft, run } = this;
    const { signal } = this.live.abort;
    const settled = await settleCalls({
      draft,
      offer: this.offer(),
      decided: reopened ? await patiently(() => readDecided(run)) : new Map(),
      interrupted: reopened ? await patiently(() => readInterrupted(run)) : new Set(),
      context: { agentId: run.agentId, conversationId: run.conversationId, runId: run.id, signal },
      emit: (chunk) => this.emit(chunk),
      intend: async (calls) => {
        await this.save({ status: "running", calls });
      },
    });
    this.settledCalls = settled.calls;
    signal.throwIfAborted();
    const called = draft.stepTools().length > 0;
    const status = settled.asks.length > 0 ? "waiting" : called ? "running" : "completed";
    const saved = await this.save({ status, ...settled });
    this.emit({ type: "finish-step" });
    if (saved.status !== "running") {
      await this.finish(called ? "tool-calls" : "stop");
      return false;
    }
    if (saved.stopRequested) this.live.abort.abort("stopped");
    signal.throwIfAborted();
    return saved.pending === 0 || this.turnPage();
  }

  /** The person has said something meanwhile: this message ends here, theirs follows, and a new one answers it. */
  private async turnPage(finishReason: "stop" | "error" = "stop"): Promise<true> {
    const page = await patiently(() => turnPage(this.run));
    if (!page) throw new LostRun();
    await this.finish(finishReason);
    this.live.message.end();
    const { messageId, said } = page;
    this.earlier = [...this.earlier, this.asMessage(), ...(said as Message[])];
    this.earlierForModel = null;
    this.draft = new Draft();
    // The limits are for what nobody watches, and somebody is here.
    Object.assign(this.run, { messageId, steps: 0, inputTokens: 0, outputTokens: 0, activeMs: 0 });
    this.began = performance.now();
    this.run.attempt += 1;
    this.live.turnTo(new LiveMessage({ runId: this.run.id, messageId, attempt: this.run.attempt }));
    this.emit({ type: "start", messageId });
    this.changed();
    return true;
  }

  /**
   * Ends the run with a notice in the message that says why. True when the person has said something meanwhile: that is
   * a turn of its own, and the loop goes on with it.
   */
  private async fail(
    error: RunError,
    kind: Notice["kind"] = "error",
    status: RunStatus = "failed",
  ): Promise<boolean> {
    for (const chunk of await this.draft.closing(error.message)) this.emit(chunk);
    this.emit({ type: "data-notice", data: { kind, ...error } });
    const saved = await this.save({ status, ...(status === "failed" && { error }) });
    log.info("A run has ended early", undefined, { run: this.run.id, code: error.code });
    if (saved.status === "running") return this.turnPage("error");
    if (status === "stopped") this.emit({ type: "abort", reason: "stopped" });
    await this.finish(status === "stopped" ? "stop" : "error");
    return false;
  }

  /** What becomes of the run after an error. Never throws; true when the loop goes on. */
  private async leave(error: unknown): Promise<boolean> {
    const reason = error instanceof LostRun ? "lost" : stopReason(this.live.abort.signal);
    try {
      if (reason === "stopped") return await this.fail(stopped, "stopped", "stopped");
      if (reason === null && isUnreachable(error)) throw error;
      if (reason === null) {
        const id = log.fault("A run broke", error, { run: this.run.id });
        const message = `Something went wrong (error ${id}). Try again; what came so far is kept.`;
        return await this.fail({ code: "internal", message });
      }
    } catch (again) {
      // Nothing can be stored now. The lease runs out, and the run is taken up from its last save.
      if (!(again instanceof LostRun)) log.error("A run is left for now", again, { run: this.run.id });
    }
    this.changed();
    return false;
  }

  private async finish(finishReason: "stop" | "tool-calls" | "error"): Promise<void> {
    this.emit({ type: "finish", finishReason });
    this.changed();
    await flush();
  }

  private async save(step: Pick<StepSave, "status"> & Partial<StepSave>): Promise<Saved> {
    const { run, settledCalls: calls } = this;
    const saved = await patiently(() =>
      saveStep({ run, parts: this.draft.parts, asks: [], calls, ...this.used(), ...step }),
    );
    if (!saved) throw new LostRun();
    this.settledCalls = [];
    return saved;
  }

  private emit(chunk: Chunk): void {
    this.draft.apply(chunk);
    this.live.message.emit(chunk);
  }

  private offer() {
    return offer(this.settings, loadedToolsets([...this.earlier, this.asMessage()]), this.run.approvedTools);
  }

  private asMessage(): Message {
    return { id: this.run.messageId, role: "assistant", parts: this.draft.parts };
  }

  private used() {
    const { steps, inputTokens, outputTokens, activeMs } = this.run;
    const used = { steps, inputTokens, outputTokens };
    return { ...used, activeMs: Math.round(activeMs + performance.now() - this.began) };
  }

  private changed(): void {
    publish({ type: "conversation", agent: this.run.agentId, id: this.run.conversationId });
  }
}
