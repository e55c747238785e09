import { openIsolate } from "./isolate.mjs";
import { watch } from "./watch.mjs";

/**
 * Maximum contexts that one isolate opens before it is replaced. A used context leaves little in memory, and a new
 * isolate starts within milliseconds.
 */
const MAX_PLACES = 1_000;
/** Milliseconds in which code that has given its result must become idle. */
const REST_MS = 50;
const LOG_MS = 20;
/** Maximum resident memory. A process with more is replaced. */
const MAX_RSS = 160 * 2 ** 20;

/** Runs one call at a time. The parent sends the next one after this process reports that it is ready. */
export class Runs {
  #ivm;
  #script;
  #memoryMb;
  #send;
  #isolate;
  #run;

  constructor(ivm, { script, memoryMb, send }) {
    this.#ivm = ivm;
    this.#script = script;
    this.#memoryMb = memoryMb;
    this.#send = send;
    this.#open(memoryMb);
    this.#isolate.prepare();
  }

  begin({ id, owner, code, args, limits, isCheck }) {
    const { memoryMb } = limits;
    this.#send({ type: "began", id });
    const isAnothers = this.#isolate.owner !== undefined && this.#isolate.owner !== owner;
    if (isAnothers || this.#isolate.memoryMb !== memoryMb || this.#isolate.isLost()) this.#open(memoryMb);
    const watching = watch(limits, {
      over: (kind) => this.#fail(kind),
      slow: () => this.#send({ type: "slow", id }),
    });
    this.#run = { id, code, place: this.#isolate.take(owner), inside: 0, lines: [], watch: watching };
    if (isCheck) void this.#enter("check", code);
    else void this.#enter("start", code, true, args);
  }

  answer({ id, call, isDone, text, name = "" }) {
    if (this.#run?.id === id) void this.#enter("answer", call, isDone, text, name);
  }

  #open(memoryMb) {
    const { compiled } = this.#isolate ?? {};
    this.#isolate?.close();
    this.#isolate = openIsolate(this.#ivm, {
      ...{ script: this.#script, compiled, memoryMb },
      hear: (...args) => this.#hear(...args),
      lost: () => this.#fail("memory"),
    });
  }

  async #enter(...entry) {
    const run = this.#run;
    if (!run) return;
    const ms = await this.#within(run, entry);
    if (run.inside > 0) return;
    if (run.outcome) return this.#finish(run);
    if (entry[0] !== "rest") return this.#enter("rest");
    clearTimeout(run.timer);
    if (ms >= 0) run.timer = setTimeout(() => this.#enter("tick"), ms);
  }

  async #within(run, entry) {
    run.inside++;
    try {
      return await run.place.enter(...entry);
    } catch (error) {
      if (this.#isolate.isLost()) this.#fail("memory");
      else this.#uncaught(run, error);
    } finally {
      run.inside--;
    }
  }

  #uncaught(run, error) {
    const { name = "", message = String(error), stack = "" } = error ?? {};
    if (run.outcome) this.#log(`[sandbox] Unhandled promise rejection: ${name} ${message}`);
    else this.#hear("end", "threw", message, name, stack);
  }

  #hear(what, ...args) {
    const run = this.#run;
    if (!run || run.outcome) return;
    if (what === "log") this.#log(args[0]);
    if (what === "call") this.#send({ type: "call", id: run.id, call: args[0], op: args[1], args: args[2] });
    if (what !== "end") return;
    const [kind, text, name, stack] = args;
    run.outcome = { kind, text, name, stack };
    clearTimeout(run.timer);
    run.timer = setTimeout(() => this.#end(run, false), REST_MS);
  }

  #log(line) {
    const run = this.#run;
    run.lines.push(line);
    run.flush ??= setTimeout(() => this.#flush(run), LOG_MS);
  }

  #flush(run) {
    run.flush = undefined;
    const lines = run.lines.splice(0);
    if (!run.isOver && lines.length > 0) this.#send({ type: "log", id: run.id, lines });
  }

  /** Reports an exceeded limit. The parent then kills this process. */
  #fail(kind) {
    const run = this.#run;
    if (!run || run.isOver) return;
    run.outcome = { kind, text: "", name: "", stack: "" };
    this.#end(run, false);
  }

  #end(run, isReady) {
    if (run.isOver) return;
    run.isOver = true;
    run.watch.stop();
    clearTimeout(run.timer);
    clearTimeout(run.flush);
    this.#send({ type: "end", id: run.id, outcome: run.outcome, lines: run.lines, isReady });
  }

  async #finish(run) {
    if (run !== this.#run) return;
    if (run.outcome.kind === "syntax") run.outcome.place = await this.#isolate.breakOf(run.code);
    this.#run = undefined;
    const isFit = !this.#isolate.isLost() && !run.watch.isSlowed() && process.memoryUsage.rss() < MAX_RSS;
    if (!run.isOver) this.#end(run, isFit);
    else if (isFit) this.#send({ type: "ready" });
    if (!isFit) return;
    run.place.close();
    if (this.#isolate.places() >= MAX_PLACES) this.#open(this.#memoryMb);
    this.#isolate.prepare();
  }
}
