import type { ChildProcess } from "node:child_process";
import { z } from "zod";
import { type ConfinedProgram, end, startProgram } from "./program";
import { residentMb } from "./resident";

/** What has not said that it is ready by then never will. */
const START_MS = 20_000;
const LOOK_MS = 100;
/** Characters of stderr: how many of the last are read, and how many may come before the process is killed. */
const TAIL = 8_000;
const MAX_STDERR = 1_000_000;
/** What it wrote may arrive after its end. */
const DRAIN_MS = 100;

const greeting = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("ready") }),
  z.strictObject({ type: z.literal("broken"), message: z.string(), code: z.string().nullish() }),
]);

/**
 * How a process ended: its time was up, it did not speak when it should have, it took too much memory or too much disk
 * for temporary files, it said what its protocol does not know, it wrote to stderr without end, it never came up, or
 * something else ended it.
 */
export type Death = "time" | "silence" | "memory" | "temporary" | "garbage" | "flood" | "broken" | "died";

/** What a call of a process rejects with that did not live to answer; by then nothing of it runs any more. */
export class Died extends Error {
  override readonly name = "Died";
  readonly how: Death;
  /** Of what was broken, where the process told it. */
  readonly code: string | null;
  constructor(how: Death, message = "", code: string | null = null) {
    super(message);
    this.how = how;
    this.code = code;
  }
}

/** By name: each bundle carries its own copy of the class, and one process serves them all. */
export const isDied = (error: unknown): error is Died => error instanceof Error && error.name === "Died";

/** One kind of process. `hears` is what it may say, which is taken for hostile; `memoryMb` is what may be resident. */
type Kind<Said> = { program: ConfinedProgram; hears: z.ZodType<Said>; memoryMb: number };

/**
 * A confined process, which has one conversation at a time and is killed whenever in doubt: when a conversation takes longer
 * than its time, or more memory (looked at every 100 ms on Linux; our own programs look at themselves every 20 ms on any
 * system), when it does not say in time that it is ready, when it says what it may not, and when it floods stderr.
 *
 * What is isolated is always a process. Worker threads only look on, in the processes of databases, pages and PDFs; those of
 * the sandbox may start none, and look on from their main thread, for their isolates have threads of their own.
 */
export class Confined<Said, Told = unknown> {
  /** Resolves when it first takes work; rejects with Died where it never will. */
  readonly ready: Promise<void>;
  /** Resolves when it is no more, with how that came. */
  readonly gone: Promise<Died>;
  isReady = false;
  hasBeenReady = false;
  /** Nothing that it says is heard any more. */
  isKilled = false;
  onReady: () => void = () => {};
  private readonly kind: Kind<Said>;
  private readonly child: ChildProcess;
  private readonly say: (message: unknown) => void;
  private readonly coming = Promise.withResolvers<void>();
  private readonly going = Promise.withResolvers<Died>();
  private conversation: { hear(said: Said): void; fail(died: Died): void } | undefined;
  private silence: NodeJS.Timeout | undefined;
  private errors = "";
  private written = 0;
  private broken: { message: string; code?: string | null } | undefined;
  private how: Death | undefined;
  private died: Died | undefined;

  /** Throws what the system throws at once; otherwise `ready` tells that nothing could be started. */
  constructor(kind: Kind<Said>) {
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
      const leave = () => this.leave(`it ended with ${signal ?? code}`);
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
   * Sends a request, and gives what is said from then on to `hear` until that returns something. Rejects with Died as soon
   * as the process is gone, which is killed after `ms`.
   */
  converse<T>(request: Told, ms: number, hear: (said: Said) => T | undefined): Promise<T> {
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
      hear(said) {
        const value = hear(said);
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

  send(message: Told): void {
    if (!this.isKilled) this.say(message);
  }

  /** It takes no work until it has said once more that it is ready, which it has to within so many ms. */
  awaitReady(ms: number): void {
    this.isReady = false;
    this.silence = setTimeout(() => this.kill("silence"), ms);
  }

  kill(how?: Death): void {
    this.how ??= how;
    this.isKilled = true;
    this.isReady = false;
    // Its number may be another's by then.
    if (!this.died) end(this.child, this.kind.program);
  }

  /** Resolves when it is gone. */
  async end(): Promise<void> {
    this.child.ref();
    this.kill();
    await this.gone;
  }

  private take(message: unknown): void {
    if (this.isKilled) return;
    if (this.conversation) {
      const said = this.kind.hears.safeParse(message);
      if (said.success) this.conversation.hear(said.data);
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
    const how = this.how ?? told(this.errors) ?? (this.hasBeenReady ? "died" : "broken");
    const line = this.hasBeenReady ? undefined : this.errors.split("\n").find((one) => /error/i.test(one));
    this.died = new Died(how, this.broken?.message ?? line ?? reason, this.broken?.code);
    this.conversation?.fail(this.died);
    this.coming.reject(this.died);
    this.going.resolve(this.died);
  }
}

/** How it ended, as its watcher or the engine wrote it last. */
function told(errors: string): Death | undefined {
  const [, word] = /\n(memory|temporary)\n/.exec(errors) ?? [];
  if (word === "temporary") return word;
  return word || /out of memory|allocation failed/i.test(errors) ? "memory" : undefined;
}
