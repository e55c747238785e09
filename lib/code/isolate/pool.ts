import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/ground/base/log";
import { isDied } from "@/lib/ground/processes/confined";
import { ProcessPool } from "@/lib/ground/processes/pool";
import { AppError } from "@/lib/shared/errors";
import type { SandboxJob } from "./job";
import { type SandboxOutcome, sandboxOutcomeOf } from "./protocol";
import { SandboxProcess } from "./sandbox-process";
import { isolateScript } from "./script";

/** The usual number of processes: one for each core, at most 4, and one that replaces a killed process. */
const BASE = Math.min(availableParallelism(), 4) + 1;
const MAX = 4 * BASE;
/** A call that runs for more milliseconds counts as long. For each long call, one more process may start. */
const LONG_MS = 50;
/** Milliseconds after which an idle process beyond the current maximum ends. */
const SPARE_MS = 10_000;
/** Milliseconds without a call after which only one process is kept. */
const IDLE_MS = 300_000;

export class SandboxPool {
  private readonly pool: ProcessPool<SandboxProcess, string> = new ProcessPool({
    name: "The sandbox",
    max: () => Math.min((this.isUsed() ? BASE : 1) + this.pool.longer(LONG_MS), MAX),
    isEager: true,
    idleMs: SPARE_MS,
    start: () => new SandboxProcess(this.script),
    // Prefer a process with this owner's isolate, then one without an isolate.
    pick: (free, owner) =>
      free.find((each) => each.owner === owner) ?? free.find((each) => each.owner === undefined) ?? free[0],
  });
  private bundling: Promise<string> | undefined;
  private script = "";
  private lastCall = -IDLE_MS;
  private hasFailed = false;

  /**
   * Returns "down" if no process can start, and "off" if none has started within `patienceMs`. Starts a
   * process if none is running.
   */
  async health(patienceMs: number): Promise<"ok" | "down" | "off"> {
    try {
      await this.bundle();
      this.pool.fill("");
      const up = Promise.any(this.pool.all.map(({ ready }) => ready)).then(() => "ok" as const);
      const late = sleep(patienceMs, this.hasFailed ? ("down" as const) : ("off" as const), { ref: false });
      return await Promise.race([up, late]);
    } catch {
      return "down";
    }
  }

  async run(job: SandboxJob, signal: AbortSignal): Promise<SandboxOutcome> {
    await this.bundle();
    const outcome = await this.attempt(job, signal);
    // The process died before the call began, so run the call in another process, once.
    const second = outcome === "lost" ? await this.attempt(job, signal) : outcome;
    return second === "lost" ? sandboxOutcomeOf("died") : second;
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private async attempt(job: SandboxJob, signal: AbortSignal): Promise<SandboxOutcome | "lost"> {
    this.lastCall = performance.now();
    const work = async (process: SandboxProcess) => {
      this.hasFailed = false;
      const long = setTimeout(() => this.pool.fill(job.owner), LONG_MS + 1);
      const outcome = await process.run(job);
      clearTimeout(long);
      this.lastCall = performance.now();
      // An abort also ends the process, so throw the abort's reason instead.
      signal.throwIfAborted();
      return outcome;
    };
    try {
      return await this.pool.run(job.owner, work, { signal });
    } catch (error) {
      if (!isDied(error)) throw error;
      this.hasFailed = true;
      log.warn("A sandbox process did not start", undefined, { reason: error.message });
      throw unavailable(` (${error.message})`);
    }
  }

  private async bundle(): Promise<void> {
    try {
      this.bundling ??= isolateScript();
      this.script = await this.bundling;
    } catch (error) {
      this.bundling = undefined;
      log.error("The script of the sandbox could not be bundled", error);
      throw unavailable();
    }
  }

  private isUsed(): boolean {
    return performance.now() - this.lastCall < IDLE_MS;
  }
}

const unavailable = (reason = "") =>
  new AppError(
    "unavailable",
    `The sandbox cannot start on this machine${reason}. No code can run: continue without it, and tell the user.`,
  );
