import { openIsolate } from "./isolate.mjs";
import { watch } from "./watch.mjs";

/** Contexts leave little behind, and an isolate is made in milliseconds. */
const MAX_PLACES = 1_000;
/** Code that has its result and goes on all the same has so long to come to rest. */
const REST_MS = 50;
const LOG_MS = 20;
/** A process that has grown beyond this is replaced. */
const MAX_RSS = 160 * 2 ** 20;

/** Runs one call at a time; the parent gives the next one when this process says that it is ready. */
export function startRuns(ivm, { script, memoryMb, send }) {
  let isolate;
  let run;

  const open = (memory) => {
    const { compiled } = isolate ?? {};
    isolate?.close();
    isolate = openIsolate(ivm, { script, compiled, memoryMb: memory, hear, lost: () => fail("memory") });
  };

  const begin = ({ id, owner, code, args, limits, isCheck }) => {
    send({ type: "began", id });
    const isAnothers = isolate.owner !== undefined && isolate.owner !== owner;
    if (isAnothers || isolate.memoryMb !== limits.memoryMb || isolate.isLost()) open(limits.memoryMb);
    const watching = watch(limits, { over: fail, slow: () => send({ type: "slow", id }) });
    run = { id, code, place: isolate.take(owner), inside: 0, lines: [], watch: watching };
    if (isCheck) void enter("check", code);
    else void enter("start", code, true, args);
  };

  /** Into the isolate and back; what is queued there runs in its order. */
  const enter = async (...entry) => {
    const mine = run;
    if (!mine) return;
    const ms = await within(mine, entry);
    if (mine.inside > 0) return;
    if (mine.outcome) return finish(mine);
    if (entry[0] !== "rest") return enter("rest");
    clearTimeout(mine.timer);
    if (ms >= 0) mine.timer = setTimeout(enter, ms, "tick");
  };

  const within = async (mine, entry) => {
    mine.inside++;
    try {
      return await mine.place.enter(...entry);
    } catch (error) {
      if (isolate.isLost()) fail("memory");
      else uncaught(mine, error);
    } finally {
      mine.inside--;
    }
  };

  /** A promise was rejected, and nobody was there to catch it. */
  const uncaught = (mine, error) => {
    const { name = "", message = String(error), stack = "" } = error ?? {};
    if (mine.outcome) log(`[sandbox] A promise was rejected and nothing caught it: ${name} ${message}`);
    else hear("end", "threw", message, name, stack);
  };

  const hear = (what, ...said) => {
    if (!run || run.outcome) return;
    if (what === "log") log(said[0]);
    if (what === "call") send({ type: "call", id: run.id, call: said[0], op: said[1], args: said[2] });
    if (what !== "end") return;
    const [kind, text, name, stack] = said;
    const mine = run;
    run.outcome = { kind, text, name, stack };
    clearTimeout(run.timer);
    run.timer = setTimeout(() => end(mine, false), REST_MS);
  };

  const log = (line) => {
    run.lines.push(line);
    run.flush ??= setTimeout(flush, LOG_MS, run);
  };

  const flush = (mine) => {
    mine.flush = undefined;
    const lines = mine.lines.splice(0);
    if (!mine.isOver && lines.length > 0) send({ type: "log", id: mine.id, lines });
  };

  /** Something ran out: the parent will kill this process. */
  const fail = (kind) => {
    if (!run || run.isOver) return;
    run.outcome = { kind, text: "", name: "", stack: "" };
    end(run, false);
  };

  const end = (mine, isReady) => {
    if (mine.isOver) return;
    mine.isOver = true;
    mine.watch.stop();
    clearTimeout(mine.timer);
    clearTimeout(mine.flush);
    send({ type: "end", id: mine.id, outcome: mine.outcome, lines: mine.lines, isReady });
  };

  const finish = async (mine) => {
    if (mine !== run) return;
    if (mine.outcome.kind === "syntax") mine.outcome.place = await isolate.breakOf(mine.code);
    run = undefined;
    const isFit = !isolate.isLost() && !mine.watch.isSlowed() && process.memoryUsage.rss() < MAX_RSS;
    if (!mine.isOver) end(mine, isFit);
    else if (isFit) send({ type: "ready" });
    if (!isFit) return;
    mine.place.close();
    if (isolate.places() >= MAX_PLACES) open(memoryMb);
    isolate.prepare();
  };

  const answer = ({ id, call, isDone, text }) => {
    if (run?.id === id) void enter("answer", call, isDone, text);
  };

  open(memoryMb);
  isolate.prepare();
  return { begin, answer };
}
