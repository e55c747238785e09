import { type ChildProcess, spawn } from "node:child_process";
import { realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { folder } from "./folder";
import type { Job } from "./job";
import { stepAside } from "./priority";
import { fromProcess, type Outcome, outcomeOf, type Said, type ToProcess } from "./protocol";

/** What has not said that it is ready by then never will. */
const START_MS = 20_000;
/** Code that has ended has so long to come to rest. */
const REST_MS = 250;
const STDERR = 2_000;

type Events = {
  /** It takes the next job. */
  ready(process: SandboxProcess): void;
  /** It is no more; `reason` is there where it never came up. */
  gone(process: SandboxProcess, reason?: string): void;
};
type Running = {
  id: number;
  job: Job;
  hasBegun: boolean;
  wall: NodeJS.Timeout;
  settle(outcome: Outcome | "lost"): void;
};

/** One forked process, which has one call at a time. Whenever one ends badly, the process is killed. */
export class SandboxProcess {
  /** Whose isolate it keeps warm. */
  owner: string | undefined;
  isIdle = false;
  hasBeenReady = false;
  /** When its call began, by `performance.now()`; 0 when it has none. */
  busySince = 0;
  private readonly exited: Promise<void>;
  private readonly child: ChildProcess;
  private readonly events: Events;
  private running: Running | undefined;
  private deadline: NodeJS.Timeout | undefined;
  private errors = "";
  private last = 0;

  constructor(script: string, memoryMb: number, events: Events) {
    this.events = events;
    this.child = fork();
    this.exited = new Promise((resolve) => {
      this.child.once("exit", () => resolve());
      if (!this.child.pid) resolve();
    });
    this.deadline = setTimeout(() => this.kill(), START_MS);
    this.child.stderr?.on("data", (chunk) => {
      this.errors = (this.errors + chunk).slice(-STDERR);
    });
    this.child.on("message", (message) => this.hear(message));
    this.child.on("error", (error) => this.leave(error.message));
    this.child.on("exit", (code, signal) => this.leave(`it ended with ${signal ?? code}`));
    this.tell({ script, memoryMb });
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Resolves to "lost" when the process had died before it began. */
  run(job: Job): Promise<Outcome | "lost"> {
    const { owner, code, args, limits, isCheck } = job;
    const id = ++this.last;
    this.isIdle = false;
    this.owner = owner;
    this.busySince = performance.now();
    return new Promise((settle) => {
      const wall = setTimeout(() => this.fail("wall"), limits.wallMs);
      this.running = { id, job, hasBegun: false, wall, settle };
      this.tell({ type: "run", id, owner, code, args, limits, isCheck });
    });
  }

  kill(): void {
    this.isIdle = false;
    this.child.kill("SIGKILL");
  }

  /** Resolves when it is gone. */
  async end(): Promise<void> {
    this.child.ref();
    this.kill();
    await this.exited;
  }

  /** Ends the call, and the process with it. */
  fail(kind: Outcome["kind"]): void {
    this.kill();
    this.settle(outcomeOf(kind));
  }

  private hear(message: unknown): void {
    const said = fromProcess.safeParse(message);
    if (said.success) this.take(said.data);
    else this.fail("died");
  }

  private take(said: Said): void {
    if (said.type === "broken") this.leave(said.message);
    if (said.type === "ready") this.rest(true);
    const { running } = this;
    // What is said of another call was said before that one ended.
    if (!running || !("id" in said) || running.id !== said.id) return;
    if (said.type === "began") running.hasBegun = true;
    if (said.type === "slow" && this.pid) stepAside(this.pid);
    if (said.type === "log") running.job.log(said.lines);
    if (said.type === "call") void this.call(running, said.call, said.op, said.args);
    if (said.type === "end") {
      if (said.lines.length > 0) running.job.log(said.lines);
      const isSpent = said.outcome.kind === "cpu" || said.outcome.kind === "memory";
      if (isSpent) this.kill();
      this.settle(said.outcome);
      if (!isSpent) this.rest(said.isReady);
    }
  }

  private rest(isReady: boolean): void {
    clearTimeout(this.deadline);
    if (!isReady) {
      this.deadline = setTimeout(() => this.kill(), REST_MS);
      return;
    }
    if (this.running || this.child.killed) return;
    this.hasBeenReady = true;
    this.isIdle = true;
    this.events.ready(this);
  }

  private async call({ id, job }: Running, call: number, op: string, args: string): Promise<void> {
    const answer = await job.call(op, args).then(
      (text) => ({ isDone: true, text }),
      (error: unknown) => ({ isDone: false, text: error instanceof Error ? error.message : String(error) }),
    );
    if (this.running?.id === id) this.tell({ type: "answer", id, call, ...answer });
  }

  private tell(message: ToProcess): void {
    // Whether it arrived shows by what comes back; a process that is gone says so itself.
    if (this.child.connected) this.child.send(message, () => {});
  }

  private settle(outcome: Outcome | "lost"): void {
    const { running } = this;
    if (!running) return;
    this.running = undefined;
    this.busySince = 0;
    clearTimeout(running.wall);
    running.settle(outcome);
  }

  private leave(reason: string): void {
    clearTimeout(this.deadline);
    this.kill();
    const isMemory = /out of memory|allocation failed/i.test(this.errors);
    this.settle(this.running?.hasBegun ? outcomeOf(isMemory ? "memory" : "died") : "lost");
    const [said] = this.errors.split("\n").filter((line) => /error/i.test(line));
    this.events.gone(this, this.hasBeenReady ? undefined : (said ?? reason));
  }
}

/**
 * A process for sandboxes, with an empty environment. Should code ever get out of its isolate, Node's permissions still
 * keep it from files, processes and threads.
 */
function fork(): ChildProcess {
  const sources = join(folder(), "process");
  const modules = join(folder(), "../../node_modules");
  const readable = [sources, modules, realpathSync(modules), "/etc/alpine-release"];
  const { execPath } = process;
  const args = [
    // The engine's snapshot and isolated-vm do not go together.
    "--no-node-snapshot",
    "--permission",
    "--allow-addons",
    ...readable.map((path) => `--allow-fs-read=${path}`),
    join(sources, "main.mjs"),
  ];
  // Not node's `fork`: the bundler would look for the file.
  const child = spawn(execPath, args, {
    env: Object.create(null),
    cwd: sources,
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  sacrificeFirst(child.pid);
  // What waits for a call has a timer; a process that only stands ready shall keep nobody from ending.
  child.unref();
  child.channel?.unref();
  if (child.stderr && "unref" in child.stderr && typeof child.stderr.unref === "function")
    child.stderr.unref();
  return child;
}

/** Where memory runs out all the same, the kernel shall take this process and not the server. Linux only. */
function sacrificeFirst(pid: number | undefined): void {
  try {
    if (pid) writeFileSync(`/proc/${pid}/oom_score_adj`, "1000");
  } catch {
    // Another system, or one that does not let us.
  }
}
