import { createContext, Script } from "node:vm";

/**
 * So long may one try hold up the whole server, and so much may all of them work. A try that was cut off before it had
 * worked that much was kept waiting by a busy machine, and there is another one.
 */
const MOST_MS = 40;
const TRIES = 25;

const script = new Script("work()");

export type Within<T> = { ok: true; value: T } | { ok: false; why: "late" | "deep" };

/**
 * Does synchronous work on what others wrote, such as a schema with a pattern that backtracks for ever, and gives it up
 * when its time or its stack is over: V8 ends what runs in a context of its own, a regular expression too.
 */
export function within<T>(work: () => T): Within<T> {
  const begin = process.threadCpuUsage();
  for (let attempt = 1; ; attempt++) {
    let done: { value: T } | undefined;
    const context = createContext({
      work: () => {
        done = { value: work() };
      },
    });
    try {
      script.runInContext(context, { timeout: MOST_MS });
      if (done) return { ok: true, ...done };
    } catch (error) {
      if (isDeep(error)) return { ok: false, why: "deep" };
      if (!isLate(error)) throw error;
    }
    const { user, system } = process.threadCpuUsage(begin);
    // A little less, for the clock that ends a try and this one are two.
    if (attempt === TRIES || (user + system) / 1_000 > MOST_MS * 0.9) return { ok: false, why: "late" };
  }
}

// By their looks: such errors may be of the context's own classes.
const isDeep = (error: unknown) => nameOf(error, "name") === "RangeError";
const isLate = (error: unknown) => nameOf(error, "code") === "ERR_SCRIPT_EXECUTION_TIMEOUT";

const nameOf = (error: unknown, field: "name" | "code"): unknown =>
  typeof error === "object" && error !== null ? Reflect.get(error, field) : undefined;
