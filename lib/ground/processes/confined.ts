import type { ChildProcess } from "node:child_process";
import { z } from "zod";
import { type ConfinedProgram, end, startProgram } from "./program";
import { residentMb } from "./resident";

/** Kills a process that has not reported ready after this time. */
const START_MS = 20_000;
const LOOK_MS = 100;
/** Characters of stderr that are kept, and the maximum before the process is killed. */
const TAIL = 8_000;
const MAX_STDERR = 1_000_000;
/** After the exit, waits this long for output that is still in the pipe. */
const DRAIN_MS = 100;

const greeting = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("ready") }),
  z.strictObject({ type: z.literal("broken"), message: z.string(), code: z.string().nullish() }),
]);

/**
 * Why a process ended. `time`: its call took too long. `silence`: it was not ready in time. `memory`,
 * `temporary`: it exceeded its memory or its temporary disk space. `garbage`: it violated the protocol.
 * `flood`: it wrote too much to stderr. `broken`: it could not start. `died`: anything else.
 */
export type Death = "time" | "silence" | "memory" | "temporary" | "garbage" | "flood" | "broken" | "died";

/**
 * Error of a call whose process ended before it answered. The process no longer exists when this is thrown.
 */
export class Died extends Error {
  override readonly name = "Died";
  readonly how: Death;
  readonly code: string | null;
  constructor(how: Death, message = "", code: string | null = null) {
    super(message);
    this.how = how;
    this.code = code;
  }
}

/** Compares the name instead of using `instanceof`, because each bundle has its own copy of the class. */
export const isDied = (error: unknown): error is Died => error instanceof Error && error.name === "Died";

/**
 * Kind of a process. `messageSchema` validates its messages, which are untrusted; `memoryMb` limits its
 * resident memory.
 */
type Kind<Output> = { program: ConfinedProgram; messageSchema: z.ZodType<Output>; memoryMb: number };

/**
 * A confined process, which handles one conversation at a time. The server kills it if a conversation exceeds
 * its time or memory, if it is not ready in time, if it sends an invalid message, or if it floods stderr. On
 * Linux the server checks the memory every 100 ms; Easel's own child programs also check themselves every 20
 * ms, on every system. The isolation is always a process, never a worker thread. In the processes of
 * databases, pages and PDFs a worker thread only monitors the main thread. Sandbox processes must not start
 * worker threads and monitor from their main thread, because their isolates run on separate threads.
 */
export class Confined<Output, Input = unknown> {
  /**
   * Resolves when the process first reports that it is ready. Rejects with Died if the process ends before that.
   */
  readonly ready: Promise<void>;
  readonly gone: Promise<Died>;
  isReady = false;
  hasBeenReady = false;
  /** True once the server has decided to kill the process. Its messages are then ignored. */
  isKilled = false;
  onReady: () => void = () => {};
  private readonly kind: Kind<Output>;
  private readonly child: ChildProcess;
  private readonly say: (message: unknown) => void;
  private readonly coming = Promise.withResolvers<void>();
  private readonly going = Promise.withResolvers<Died>();
  private conversation: { hear(message: Output): void; fail(died: Died): void } | undefined;
  private silence: NodeJS.Timeout | undefined;
  private errors = "";
  private written = 0;
  private broken: { message: string; code?: string | null } | undefined;
  private how: Death | undefined;
  private died: Died | undefined;

  /** Throws if the system rejects the start at once. A later failure to start rejects `ready`. */
  constructor(kind: Kind<Output>) {
    this.kind = kind;
    this.ready = this.coming.promise;
    this.gone = this.going.promise;
    this.ready.catch(() => {});
    this.child = startProgram(kind.program);
    this.say = kind.program.channel.open(this.child, (message) => this.take(message));
    this.awaitReady(START_MS);
    this.child.stderr?.on("data", (chunk) => this.complain(String(chunk)));
    this.child.on("error", (error) => (this.pid ? this.kill() : this.leave(error.message)));
    this.child.on("exit", (code, signal) => {
      const leave = () => this.leave(`the process ended with ${signal ?? code}`);
      const late = setTimeout(leave, DRAIN_MS);
      this.child.once("close", () => {
        clearTimeout(late);
        leave();
      });
    });
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /**
   * Sends a request and passes each message of the process to `hear` until `hear` returns a value. Kills the
   * process after `ms`. Rejects with Died once the process has ended.
   */
  converse<T>(request: Input, ms: number, hear: (message: Output) => T | undefined): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const wall = setTimeout(() => this.kill("time"), ms);
    const look = setInterval(() => {
      if (residentMb(this.pid) > this.kind.memoryMb) this.kill("memory");
    }, LOOK_MS);
    const over = () => {
      clearTimeout(wall);
      clearInterval(look);
      this.conversation = undefined;
    };
    this.conversation = {
      hear(message) {
        const value = hear(message);
        if (value === undefined) return;
        over();
        resolve(value);
      },
      fail(died) {
        over();
        reject(died);
      },
    };
    if (this.died) this.conversation.fail(this.died);
    else this.send(request);
    return promise;
  }

  send(message: Input): void {
    if (!this.isKilled) this.say(message);
  }

  /** Marks the process as busy until it reports ready again. Kills it after `ms`. */
  awaitReady(ms: number): void {
    this.isReady = false;
    this.silence = setTimeout(() => this.kill("silence"), ms);
  }

  kill(how?: Death): void {
    this.how ??= how;
    this.isKilled = true;
    this.isReady = false;
    // If the process has already ended, its pid may belong to another process.
    if (!this.died) end(this.child, this.kind.program);
  }

  async end(): Promise<void> {
    this.child.ref();
    this.kill();
    await this.gone;
  }

  private take(message: unknown): void {
    if (this.isKilled) return;
    if (this.conversation) {
      const parsed = this.kind.messageSchema.safeParse(message);
      if (parsed.success) this.conversation.hear(parsed.data);
      else this.kill("garbage");
      return;
    }
    const greeted = this.isReady ? undefined : greeting.safeParse(message).data;
    clearTimeout(this.silence);
    if (greeted?.type === "ready") {
      this.isReady = true;
      this.hasBeenReady = true;
      this.coming.resolve();
      this.onReady();
    } else {
      this.broken = greeted;
      this.kill(greeted ? "broken" : "garbage");
    }
  }

  private complain(text: string): void {
    this.errors = (this.errors + text).slice(-TAIL);
    this.written += text.length;
    if (this.written > MAX_STDERR) this.kill("flood");
  }

  private leave(reason: string): void {
    if (this.died) return;
    clearTimeout(this.silence);
    this.kill();
    const how = this.how ?? findDeathReason(this.errors) ?? (this.hasBeenReady ? "died" : "broken");
    const line = this.hasBeenReady ? undefined : this.errors.split("\n").find((one) => /error/i.test(one));
    this.died = new Died(how, this.broken?.message ?? line ?? reason, this.broken?.code);
    this.conversation?.fail(this.died);
    this.coming.reject(this.died);
    this.going.resolve(this.died);
  }
}

/** Returns the reason that the watcher or V8 wrote to stderr. */
function findDeathReason(errors: string): Death | undefined {
  const [, reason] = /\n(memory|temporary)\n/.exec(errors) ?? [];
  if (reason === "temporary") return reason;
  return reason || /out of memory|allocation failed/i.test(errors) ? "memory" : undefined;
}
