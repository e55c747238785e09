import { convertToModelMessages, type ModelMessage } from "ai";
import { log } from "@/lib/log";
import { explainFinish, explainModelError } from "@/lib/models/errors";
import { resolveModel } from "@/lib/models/index";
import type { Notice } from "@/lib/shared/notice";
import { publish } from "@/lib/store/bus";
import { readDecided, readInterrupted } from "@/lib/store/calls";
import { flush } from "@/lib/store/events";
import type { RunContext, RunError, RunStatus } from "@/lib/store/runs";
import { parseSettings, type Settings } from "@/lib/store/settings";
import { type Saved, type StepSave, saveStep, turnPage } from "@/lib/store/steps";
import { patiently } from "@/lib/store/unreachable";
import { settleCalls } from "./calls";
import { limits, overLimit } from "./limits";
import { LiveMessage, type LiveRun, stopReason } from "./live";
import { type Chunk, Draft, isOpen, type Message, type Part, toChunks } from "./message";
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
  private readonly began = performance.now();
  private readonly activeBefore: number;
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
    this.activeBefore = run.activeMs;
    const history = run.history as Message[];
    this.earlier = history.filter(({ id }) => id !== run.messageId);
    this.draft = new Draft(history.find(({ id }) => id === run.messageId)?.parts ?? []);
  }

  /** Never throws: every way out is stored, or leaves the run to whoever takes it up next. */
  async work(): Promise<void> {
    try {
      this.emit({ type: "start", messageId: this.run.messageId });
      for (const chunk of toChunks(this.draft.parts)) this.live.message.emit(chunk);
      let goOn = this.run.crashes <= MAX_CRASHES || (await this.fail(givenUp));
      // Calls that were decided, or begun by a server that died, come first; then what the person said meanwhile.
      if (goOn && this.draft.stepTools().some(isOpen)) goOn = await this.endStep(true);
      else if (goOn && this.run.pending > 0) await this.turnPage();
      while (goOn) goOn = await this.step();
    } catch (error) {
      await this.leave(error);
    } finally {
      this.live.end();
    }
  }

  private async step(): Promise<boolean> {
    const over = overLimit({ ...this.run, activeMs: this.activeMs() }, limits.parse(this.settings.limits));
    if (over) return this.fail(over, "limit");
    const tools = this.offer();
    this.emit({ type: "start-step" });
    let step: ModelStep;
    try {
      const { model } = await resolveModel(this.run.model ?? undefined);
      step = await modelStep({
        model,
        system: instructions({
          identity: this.run.identity,
          tools: tools.prompt,
          now: new Date(),
          timeZone: localTimeZone,
        }),
        messages: await this.messages(),
        tools: tools.forModel,
        signal: this.live.abort.signal,
        draft: this.draft,
        emit: (chunk) => this.emit(chunk),
      });
    } catch (error) {
      if (this.live.abort.signal.aborted) throw error;
      log.warn("A model call failed", error, { run: this.run.id });
      return this.fail(explainModelError(error));
    }
    this.run.steps += 1;
    this.run.inputTokens += step.inputTokens;
    this.run.outputTokens += step.outputTokens;
    const cut = explainFinish(step.finishReason);
    if (cut && this.draft.stepTools().length === 0) return this.fail(cut);
    return this.endStep();
  }

  /** Settles the step's calls and stores all of it; true when the loop goes on. */
  private async endStep(reopened = false): Promise<boolean> {
    const { draft, run } = this;
    const settled = await settleCalls({
      draft,
      offer: this.offer(),
      decided: reopened ? await readDecided(run) : new Map(),
      interrupted: reopened ? await readInterrupted(run) : new Set(),
      context: {
        agentId: run.agentId,
        conversationId: run.conversationId,
        runId: run.id,
        signal: this.live.abort.signal,
      },
      emit: (chunk) => this.emit(chunk),
      intend: async (calls) => {
        await this.save({ status: "running", calls });
      },
    });
    this.settledCalls = settled.calls;
    if (stopReason(this.live.abort.signal)) throw this.live.abort.signal.reason;
    const called = draft.stepTools().length > 0;
    const status = settled.asks.length > 0 ? "waiting" : called ? "running" : "completed";
    const saved = await this.save({ status, ...settled });
    this.emit({ type: "finish-step" });
    if (saved.status !== "running") {
      await this.finish(called ? "tool-calls" : "stop");
      return false;
    }
    if (saved.stopRequested) throw "stopped";
    if (saved.pending > 0) await this.turnPage();
    return true;
  }

  /** The person has said something meanwhile: this message ends here, theirs follows, and a new one answers it. */
  private async turnPage(): Promise<void> {
    const page = await turnPage(this.run);
    if (!page) throw new LostRun();
    await this.finish("stop");
    this.live.message.end();
    const { messageId, said } = page;
    this.earlier = [...this.earlier, this.asMessage(), ...(said as Message[])];
    this.earlierForModel = null;
    this.draft = new Draft();
    this.run.messageId = messageId;
    this.run.attempt += 1;
    this.live.turnTo(new LiveMessage({ runId: this.run.id, messageId, attempt: this.run.attempt }));
    this.emit({ type: "start", messageId });
    this.changed();
  }

  /** Ends the run with a notice in the message that says why. Always false: the loop does not go on. */
  private async fail(
    error: RunError,
    kind: Notice["kind"] = "error",
    status: RunStatus = "failed",
  ): Promise<false> {
    this.closeOpen(error.message);
    this.emit({ type: "data-notice", data: { kind, ...error } });
    const saved = await this.save({ status, ...(status === "failed" && { error }) });
    if (status === "stopped") this.emit({ type: "abort", reason: "stopped" });
    await this.finish(status === "stopped" ? "stop" : "error");
    log.info("A run has ended early", undefined, {
      run: this.run.id,
      code: error.code,
      status: saved.status,
    });
    return false;
  }

  private async leave(error: unknown): Promise<void> {
    const reason = error instanceof LostRun ? "lost" : stopReason(this.live.abort.signal);
    try {
      if (reason === "stopped" || error === "stopped") {
        await this.fail({ code: "stopped", message: "You stopped it here." }, "stopped", "stopped");
      } else if (reason === null) {
        const id = log.fault("A run broke", error, { run: this.run.id });
        await this.fail({
          code: "internal",
          message: `Something went wrong (error ${id}). Try again; what came so far is kept.`,
        });
      }
    } catch (again) {
      // Nothing can be stored now. The lease runs out and the run is taken up from its last save.
      if (!(again instanceof LostRun))
        log.error("The end of a run was not stored", again, { run: this.run.id });
    }
  }

  private async finish(finishReason: "stop" | "tool-calls" | "error"): Promise<void> {
    this.emit({ type: "finish", finishReason });
    await flush();
    this.changed();
  }

  private async save(step: Pick<StepSave, "status"> & Partial<StepSave>): Promise<Saved> {
    const { run } = this;
    const { steps, inputTokens, outputTokens } = run;
    const used = { steps, inputTokens, outputTokens, activeMs: this.activeMs() };
    const calls = this.settledCalls;
    const saved = await patiently(() =>
      saveStep({ run, parts: this.draft.parts, asks: [], calls, ...used, ...step }),
    );
    if (!saved) throw new LostRun();
    this.settledCalls = [];
    return saved;
  }

  private emit(chunk: Chunk): void {
    this.draft.apply(chunk);
    this.live.message.emit(chunk);
  }

  /** Leaves nothing half written: open prose ends, open calls get `why` as their error. */
  private closeOpen(why: string): void {
    for (const chunk of this.draft.openProse()) this.emit(chunk);
    for (const { toolCallId } of this.draft.stepTools().filter(isOpen))
      this.emit({ type: "tool-output-error", toolCallId, errorText: why });
  }

  private offer() {
    return offer(this.settings, loadedToolsets([...this.earlier, this.asMessage()]), this.run.approvedTools);
  }

  private async messages(): Promise<ModelMessage[]> {
    this.earlierForModel ??= convertToModelMessages(this.earlier.filter(hasContent));
    const own = this.asMessage();
    return [...(await this.earlierForModel), ...(hasContent(own) ? await convertToModelMessages([own]) : [])];
  }

  private asMessage(): Message {
    return { id: this.run.messageId, role: "assistant", parts: this.draft.parts };
  }

  private activeMs(): number {
    return Math.round(this.activeBefore + performance.now() - this.began);
  }

  private changed(): void {
    publish({ type: "conversation", agent: this.run.agentId, id: this.run.conversationId });
  }
}

const givenUp: RunError = {
  code: "crashed",
  message:
    "The server went down several times in the middle of this answer, so it was given up. Try again, or ask in another way.",
};

/** Providers refuse empty messages, such as one that was stopped before its first word. */
const hasContent = ({ parts }: Message) =>
  parts.some((part: Part) => part.type !== "step-start" && part.type !== "data-notice");
