import { answer, areWaiting, installCalls } from "./calls";
import { installConsole } from "./console";
import { installCrypto } from "./crypto";
import { AsyncFunction, charCode, install, NativePromise, onceSettled, parse } from "./intrinsics";
import { toJson } from "./json";
import { describeThrown, errorMessage } from "./thrown";
import { fire, installTimers, msToNext } from "./timers";
import { installWeb } from "./web";

const MAX_RESULT_BYTES = 1_000_000;
/**
 * Globals to remove: they use memory outside the limits, use threads, or could run code after the call has
 * ended.
 */
const REMOVED_GLOBALS = ["WebAssembly", "SharedArrayBuffer", "Atomics", "FinalizationRegistry"];

type Entry = "start" | "check" | "tick" | "answer" | "rest";
type Speak = (place: number, what: string, ...rest: (string | number)[]) => void;

/**
 * Installs the globals of a fresh context. Returns the only function that the host calls in the context.
 * `speak` is the only function that the context calls in the host. The sandboxed code can access neither.
 */
export function open(place: number, speak: Speak, random: (count: number) => string) {
  let hasReturned = false;
  const { isOver, isResolved, end, threw, resolve } = outcome(place, speak);

  for (const name of REMOVED_GLOBALS) Reflect.deleteProperty(globalThis, name);
  installTimers();
  installConsole((line) => {
    if (!isOver()) speak(place, "log", line);
  });
  installCalls(
    (call, op, args) => {
      if (!isOver()) speak(place, "call", call, op, args);
    },
    () => end("calls"),
  );
  installCrypto(random);
  installWeb();
  install("resolve", resolve);
  install("queueMicrotask", (run: () => void) => {
    onceSettled(NativePromise.resolve(), run);
  });

  const start = (code: string, args: string): void => {
    install("args", parse(args));
    const run = compile(code);
    if (!run) return;
    onceSettled(
      run(),
      (value) => {
        hasReturned = true;
        if (value !== undefined) resolve(value);
      },
      (error) => {
        if (!isResolved()) threw(error);
      },
    );
  };
  const compile = (code: string) => {
    try {
      // A function created by the constructor has two lines before its body.
      return new AsyncFunction(`${code}\n//# sourceURL=code.js`);
    } catch (error) {
      end("syntax", errorMessage(error));
    }
  };
  const check = (code: string): void => {
    if (compile(code)) end("done", "null");
  };
  /**
   * Returns the milliseconds until the next timer, or -1 if there is none. The host calls it when the context
   * is idle. Ends the call if nothing can continue it.
   */
  const rest = (): number => {
    const ms = msToNext();
    if (ms < 0 && !areWaiting()) {
      if (isResolved() || !hasReturned) end("stuck");
      else end("done", "null");
    }
    return ms;
  };
  const tick = (): void => {
    try {
      fire();
    } catch (error) {
      if (!isResolved()) threw(error);
    }
  };
  return (
    entry: Entry,
    first?: string | number,
    second?: boolean,
    third = "null",
    fourth = "",
  ): number | undefined => {
    if (isOver()) return;
    if (entry === "rest") return rest();
    if (entry === "start") start(String(first), third);
    if (entry === "check") check(String(first));
    if (entry === "tick") tick();
    if (entry === "answer") answer(Number(first), second === true, third, fourth);
  };
}

/** Tracks the end of the call. Only the first end is sent to the host. */
function outcome(place: number, speak: Speak) {
  let isOver = false;
  let isResolved = false;

  const end = (kind: string, text = "", name = "", stack = ""): void => {
    if (isOver) return;
    isOver = true;
    speak(place, "end", kind, text, name, stack);
  };
  const threw = (error: unknown): void => {
    const { name, message, stack } = describeThrown(error);
    end("threw", message, name, stack);
  };
  const finish = (value: unknown): void => {
    if (isOver) return;
    try {
      const { json, note } = toJson(value ?? null);
      if (note) speak(place, "log", note);
      if (isTooLong(json)) end("large", `${json.length}`);
      else end("done", json);
    } catch (error) {
      end("result", errorMessage(error));
    }
  };
  /**
   * Ends the call with `value`, like a return. The first value counts, even if the code later returns or
   * throws.
   */
  const resolve = (value?: unknown): void => {
    if (isResolved) return;
    isResolved = true;
    if (isThenable(value)) {
      const promise = new NativePromise((done) => done(value));
      onceSettled(promise, finish, threw);
    } else {
      finish(value);
    }
  };
  return { isOver: () => isOver, isResolved: () => isResolved, end, threw, resolve };
}

function isTooLong(json: string): boolean {
  if (json.length * 3 <= MAX_RESULT_BYTES) return false;
  let bytes = json.length;
  for (let at = 0; at < json.length && bytes <= MAX_RESULT_BYTES; at++) {
    const code = charCode(json, at);
    // A surrogate pair has four bytes in UTF-8, two for each half.
    if (code > 0x7f) bytes += code > 0x7ff && (code & 0xf800) !== 0xd800 ? 2 : 1;
  }
  return bytes > MAX_RESULT_BYTES;
}

function isThenable(value: unknown): boolean {
  try {
    return typeof value === "object" && value !== null && "then" in value;
  } catch {
    return false;
  }
}
