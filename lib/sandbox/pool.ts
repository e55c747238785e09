import { availableParallelism } from "node:os";
import { log } from "@/lib/base/log";
import { AppError } from "@/lib/shared/errors";
import type { Job } from "./job";
import { LIMITS } from "./limits";
import { type Outcome, outcomeOf } from "./protocol";
import { SandboxProcess } from "./sandbox-process";
import { isolateScript } from "./script";

/** One process for each core, and one that is ready when another is killed. */
const BASE = Math.min(availableParallelism(), 4) + 1;
const MOST = 4 * BASE;
/** A call that takes longer counts as having its process for itself: one more is started. */
const LONG_MS = 50;
/** Nobody waits longer for a process. */
const PATIENCE_MS = 30_000;
const TIDY_MS = 10_000;
/** After so long without a call, one process is kept. */
const IDLE_MS = 300_000;
/** A start that failed is not tried again before. */
const RETRY_MS = 5_000;

type Waiting = {
  job: Job;
  late: NodeJS.Timeout;
  /** Whose turn it is already. */
  process?: SandboxProcess;
  settle(outcome: Outcome | "lost"): void;
  fail(error: unknown): void;
};

/** The processes of the sandbox, and who waits for one. */
export class Pool {
  private readonly processes = new Set<SandboxProcess>();
  private readonly queue: Waiting[] = [];
  private readonly tidying = setInterval(() => this.tidy(), TIDY_MS).unref();
  private readonly watchers: (() => void)[] = [];
  private script: string | undefined;
  private wanted = 1;
  private lastCall = performance.now();
  private failure: { reason: string; at: number } | undefined;
  private isClosed = false;

  /** Starts a process, where there is none. */
  async warm(): Promise<void> {
    try {
      this.script ??= await isolateScript();
    } catch (error) {
      log.error("The script of the sandbox could not be bundled", error);
      throw this.unavailable();
    }
    this.fill();
  }

  /** Whether a process is there and has spoken. */
  async health(patienceMs: number): Promise<"ok" | "down" | "off"> {
    try {
      await this.warm();
    } catch {
      return "down";
    }
    if (this.processes.size > 0 && !this.isUp()) await this.change(patienceMs);
    if (this.isUp()) return "ok";
    return this.failure ? "down" : "off";
  }

  async run(job: Job, signal: AbortSignal): Promise<Outcome> {
    this.lastCall = performance.now();
    this.wanted = BASE;
    await this.warm();
    const outcome = await this.attempt(job, signal);
    // It had not begun, so it may be given to another one.
    const second = outcome === "lost" ? await this.attempt(job, signal) : outcome;
    return second === "lost" ? outcomeOf("died") : second;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.tidying);
    for (const { fail } of this.queue.splice(0)) fail(this.unavailable());
    await Promise.all([...this.processes].map((process) => process.end()));
  }

  private async attempt(job: Job, signal: AbortSignal): Promise<Outcome | "lost"> {
    signal.throwIfAborted();
    if (this.isClosed || this.processes.size === 0) throw this.unavailable();
    const { promise, resolve, reject } = Promise.withResolvers<Outcome | "lost">();
    const late = setTimeout(() => reject(busy()), PATIENCE_MS);
    const waiting: Waiting = { job, late, settle: resolve, fail: reject };
    const stop = () => {
      waiting.process?.kill();
      reject(signal.reason);
    };
    signal.addEventListener("abort", stop, { once: true });
    this.queue.push(waiting);
    this.dispatch();
    try {
      return await promise;
    } finally {
      signal.removeEventListener("abort", stop);
      clearTimeout(late);
      const at = this.queue.indexOf(waiting);
      if (at >= 0) this.queue.splice(at, 1);
    }
  }

  /** Gives those who wait to the processes that are idle. */
  private dispatch(): void {
    for (;;) {
      const [next] = this.queue;
      const process = next && this.idleFor(next.job.owner);
      if (!process) return;
      this.queue.shift();
      clearTimeout(next.late);
      next.process = process;
      const long = setTimeout(() => this.fill(), LONG_MS + 1);
      void process.run(next.job).then((outcome) => {
        clearTimeout(long);
        this.lastCall = performance.now();
        next.settle(outcome);
      });
    }
  }

  /** One with this owner's isolate, or with nobody's, or any. */
  private idleFor(owner: string): SandboxProcess | undefined {
    const idle = [...this.processes].filter(({ isIdle }) => isIdle);
    return (
      idle.find((each) => each.owner === owner) ?? idle.find((each) => each.owner === undefined) ?? idle[0]
    );
  }

  /** Starts what is missing: long calls have their processes for themselves. */
  private fill(): void {
    const { script, failure } = this;
    if (this.isClosed || !script) return;
    if (failure && performance.now() - failure.at < RETRY_MS) return;
    const missing = Math.min(this.wanted + this.long(), MOST) - this.processes.size;
    for (let count = 0; count < missing; count++) {
      const process = new SandboxProcess(script, LIMITS.memoryMb, {
        ready: () => this.ready(),
        gone: (gone, reason) => this.gone(gone, reason),
      });
      this.processes.add(process);
    }
  }

  private long(): number {
    const before = performance.now() - LONG_MS;
    return [...this.processes].filter(({ busySince }) => busySince > 0 && busySince < before).length;
  }

  private ready(): void {
    this.failure = undefined;
    this.tell();
    this.dispatch();
  }

  private gone(process: SandboxProcess, reason: string | undefined): void {
    if (!this.processes.delete(process) || this.isClosed) return;
    if (reason) {
      if (!this.failure) log.warn("A process of the sandbox did not start", undefined, { reason });
      this.failure = { reason, at: performance.now() };
    }
    this.fill();
    if (this.processes.size === 0) for (const { fail } of this.queue.splice(0)) fail(this.unavailable());
    this.tell();
  }

  private tidy(): void {
    if (performance.now() - this.lastCall > IDLE_MS) this.wanted = 1;
    const spare = this.processes.size - this.wanted - this.long();
    const idle = [...this.processes].filter(({ isIdle }) => isIdle);
    for (const process of idle.slice(0, Math.max(0, spare))) process.kill();
  }

  private isUp(): boolean {
    return [...this.processes].some(({ hasBeenReady }) => hasBeenReady);
  }

  /** When a process has come or gone, or the time is up. */
  private change(patienceMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, patienceMs);
      this.watchers.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  private tell(): void {
    for (const watcher of this.watchers.splice(0)) watcher();
  }

  private unavailable(): AppError {
    const reason = this.failure ? ` (${this.failure.reason})` : "";
    const words = this.isClosed
      ? "The server is stopping: call again when it is back."
      : `The sandbox cannot start on this machine${reason}. No code can be run in it: do without, and tell the person.`;
    return new AppError("unavailable", words);
  }
}

const busy = () =>
  new AppError(
    "unavailable",
    "Every sandbox has been busy for 30 s: wait for the other calls to end, then try again.",
  );
