import type { ChildProcess } from "node:child_process";
import { fork } from "./fork";
import { type Answers, type Death, Died, Refused, type Request, type Said, said } from "./protocol";

/** What has not said that it is ready by then never will. */
const START_MS = 20_000;
const STDERR = 2_000;

type Waiting = { answer(said: Said): void; fail(error: Error): void };

/** One forked process with one database open, which does one thing at a time. When in doubt it is killed. */
export class DatabaseProcess {
  isGone = false;
  /** Resolves when it can be asked; throws Died when it cannot start. */
  readonly ready: Promise<void>;
  private readonly exited: Promise<void>;
  private readonly child: ChildProcess;
  private waiting: Waiting | undefined;
  private errors = "";
  private how: Death | undefined;

  constructor(folder: string) {
    this.child = fork(folder);
    this.exited = new Promise((resolve) => {
      this.child.once("exit", () => resolve());
      if (!this.child.pid) resolve();
    });
    this.child.stderr?.on("data", (chunk) => {
      this.errors = (this.errors + chunk).slice(-STDERR);
    });
    this.child.on("message", (message) => this.hear(message));
    this.child.on("error", (error) => this.leave(error.message));
    this.child.on("exit", (code, signal) => this.leave(`it ended with ${signal ?? code}`));
    this.ready = this.wait(START_MS).then((first) => {
      if ("ready" in first && first.ready) return;
      this.kill();
      throw "message" in first ? new Died("broken", first.message, first.disk) : new Died("broken");
    });
    this.ready.catch(() => {});
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Throws Refused where SQLite says no, and Died where the process did not live to answer. */
  async ask<R extends Request>(request: R, ms: number): Promise<Answers[R["op"]]> {
    const answered = this.wait(ms);
    // Whether it arrived shows by what comes back; a process that is gone says so itself.
    if (this.child.connected) this.child.send(request, () => {});
    const answer = await answered;
    if ("ready" in answer) throw new Died("died");
    if (!answer.ok) throw new Refused(answer.error);
    return answer.value as Answers[R["op"]];
  }

  kill(how?: Death): void {
    this.how ??= how;
    this.isGone = true;
    this.child.kill("SIGKILL");
  }

  /** Resolves when it is gone. */
  async end(): Promise<void> {
    this.child.ref();
    this.kill();
    await this.exited;
  }

  private wait(ms: number): Promise<Said> {
    return new Promise((resolve, reject) => {
      if (this.isGone) return reject(new Died("died"));
      const late = setTimeout(() => this.kill("time"), ms);
      const settle = () => {
        clearTimeout(late);
        this.waiting = undefined;
      };
      this.waiting = {
        answer(answer) {
          settle();
          resolve(answer);
        },
        fail(error) {
          settle();
          reject(error);
        },
      };
    });
  }

  private hear(message: unknown): void {
    const parsed = said.safeParse(message);
    if (parsed.success && this.waiting) this.waiting.answer(parsed.data);
    else this.kill();
  }

  private leave(reason: string): void {
    this.kill();
    const [, word] = /\n(memory|temporary)\n/.exec(this.errors) ?? [];
    const isMemory = word === "memory" || /out of memory|allocation failed/i.test(this.errors);
    const how = this.how ?? (isMemory ? "memory" : word ? "temporary" : "died");
    this.waiting?.fail(new Died(how, reason));
  }
}
