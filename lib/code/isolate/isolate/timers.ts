import { apply, install, NativeError, NativeTypeError, now } from "./intrinsics";

const MAX_TIMERS = 10_000;
const MAX_DELAY_MS = 2 ** 31 - 1;

type Timer = { at: number; every: number | null; run: (...args: unknown[]) => void; args: unknown[] };

const timers: Record<number, Timer> = { __proto__: null } as never;
let count = 0;
let last = 0;

/** Returns the milliseconds until the next timer is due, or -1 if there is none. */
export function msToNext(): number {
  const id = next();
  return id === 0 ? -1 : Math.max(0, at(id) - now());
}

/** Runs one timer if it is due. Only one, so that its promise callbacks run before the next. */
export function fire(): void {
  const id = next();
  const timer = timers[id];
  if (!timer || timer.at > now()) return;
  if (timer.every === null) clear(id);
  else timer.at = now() + timer.every;
  apply(timer.run, undefined, timer.args);
}

export function installTimers(): void {
  install("setTimeout", (run: unknown, ms?: unknown, ...args: unknown[]) => add(run, ms, args, false));
  install("setInterval", (run: unknown, ms?: unknown, ...args: unknown[]) => add(run, ms, args, true));
  install("setImmediate", (run: unknown, ...args: unknown[]) => add(run, 0, args, false));
  for (const name of ["clearTimeout", "clearInterval", "clearImmediate"]) install(name, clear);
}

function add(run: unknown, ms: unknown, args: unknown[], repeats: boolean): number {
  if (typeof run !== "function") throw new NativeTypeError("A timer needs a function to call");
  if (count >= MAX_TIMERS)
    throw new NativeError(`There are ${MAX_TIMERS} timers already: clear some, or use fewer`);
  const wait = Math.min(Math.max(Number(ms) || 0, 1), MAX_DELAY_MS);
  const id = ++last;
  timers[id] = { at: now() + wait, every: repeats ? wait : null, run: run as Timer["run"], args };
  count++;
  return id;
}

function clear(id: unknown): void {
  if (typeof id !== "number" || !timers[id]) return;
  delete timers[id];
  count--;
}

function next(): number {
  let found = 0;
  for (const key in timers) {
    const id = +key;
    if (found === 0 || at(id) < at(found)) found = id;
  }
  return found;
}

const at = (id: number): number => timers[id]?.at ?? Number.POSITIVE_INFINITY;
