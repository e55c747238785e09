import { LIMITS } from "@/lib/shared/frame/limits";
import type { Scope, ToFrame, ToPage } from "@/lib/shared/frame/protocol";
import { keepCaret } from "./caret";
import { failed } from "./failures";
import { toPlain } from "./plain";
import { send, sendLarge } from "./port";

type Written = Extract<ToPage, { type: "set" }>["entries"][number];
export type Update = (now: unknown) => unknown;
export type Cell = {
  value: unknown;
  loaded: Promise<void>;
  isLoaded: boolean;
  subscribe: (onChange: () => void) => () => void;
  read: () => unknown;
  /** `initial` is the value that `update` gets instead of null. */
  write: (update: Update, initial?: unknown) => void;
};

type Inside = Cell & {
  key: string;
  scope: Scope;
  arrive: () => void;
  early: [update: Update, initial: unknown][];
  written: number;
  /** The initial value that the next write changes, because nothing was stored. */
  changed: unknown;
  /** Number of the last value from the page that was applied. */
  at: number | undefined;
  listeners: Set<() => void>;
};

const FLUSH_MS = 16;

const cells = new Map<string, Inside>();
const dirty = new Set<Inside>();
let sets = 0;
let flushedAt = 0;
let isDue = false;

const nameOf = (key: string, scope: Scope): string => `${scope ?? "agent"} ${key}`;

/**
 * Returns a value of the agent's or the surface's state as this frame sees it. The frame sees its own writes at once.
 * Throws on an invalid key or too many keys.
 */
export function cellOf(key: string, scope?: Scope): Cell {
  if (typeof key !== "string" || key === "" || key.length > 512)
    throw new TypeError('A state key is a string of 1 to 512 characters, as in useAgentState("rows", []).');
  const name = nameOf(key, scope);
  const existing = cells.get(name);
  if (existing) return existing;
  if (cells.size >= LIMITS.keys) {
    throw new Error(
      `A component can follow at most ${LIMITS.keys} state keys. Keep related values in one object.`,
    );
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  const listeners = new Set<() => void>();
  const cell: Inside = {
    key,
    scope,
    value: null,
    loaded: promise,
    arrive: resolve,
    isLoaded: false,
    early: [],
    written: 0,
    changed: undefined,
    at: undefined,
    listeners,
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    read: () => cell.value,
    write: (update, initial) =>
      cell.isLoaded ? change(cell, update, initial) : cell.early.push([update, initial]),
  };
  cells.set(name, cell);
  send({ type: "watch", key, scope });
  return cell;
}

/**
 * Applies a value from the page. Ignores the value if this frame has written since write number `seen`: the frame's
 * value is newer, and the page will adopt it.
 */
export function receive({ key, scope, value, seen, at }: Extract<ToFrame, { type: "state" }>): void {
  const cell = cells.get(nameOf(key, scope));
  if (!cell || dirty.has(cell) || cell.written > seen) return;
  const isFirst = !cell.isLoaded;
  cell.isLoaded = true;
  cell.at = at;
  keepCaret(() => show(cell, value ?? null));
  if (!isFirst) return;
  for (const [update, initial] of cell.early.splice(0)) change(cell, update, initial);
  cell.arrive();
}

function change(cell: Inside, update: Update, initial: unknown): void {
  if (cell.value === null && !dirty.has(cell)) cell.changed = plainOrUndefined(initial);
  write(cell, update(cell.value));
}

/** Returns the value if it can be sent as JSON. */
function plainOrUndefined(value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  try {
    const { value: plain, files } = toPlain(value, "The initial value");
    return files.length > 0 ? undefined : plain;
  } catch {
    return undefined;
  }
}

function write(cell: Inside, value: unknown): void {
  if (Object.is(value, cell.value)) return;
  const stored = storable(cell, value);
  show(cell, (stored ? stored.value : value) ?? null);
  if (!stored) return;
  dirty.add(cell);
  if (isDue) return;
  isDue = true;
  // Send the first write at once, and later writes at most once every `FLUSH_MS`.
  const wait = flushedAt + FLUSH_MS - performance.now();
  if (wait > 0) setTimeout(flush, wait);
  else queueMicrotask(flush);
}

/**
 * Returns the value as JSON stores it, so that every tab shows the same. Reports the error and returns
 * undefined if it cannot be stored.
 */
function storable({ key }: Inside, value: unknown): { value: unknown } | undefined {
  const name = `The state “${key}”`;
  try {
    const { value: plain, files, isConverted } = toPlain(value, name);
    const [file] = files;
    if (file)
      throw new TypeError(
        `${file.path} is a file, which cannot be stored in the state. Answer with callTool(action, { file }): it stores the file.`,
      );
    return { value: isConverted ? plain : value };
  } catch (error) {
    failed("event", error);
    return undefined;
  }
}

function show(cell: Inside, value: unknown): void {
  cell.value = value;
  for (const tell of cell.listeners) tell();
}

/** Sends pending writes. Call it before any message whose order matters to the agent. */
export function flush(): void {
  isDue = false;
  if (dirty.size === 0) return;
  flushedAt = performance.now();
  const changed = [...dirty];
  dirty.clear();
  for (const cell of changed) {
    const { key, scope } = cell;
    const id = ++sets;
    cell.written = id;
    try {
      sendLarge({ type: "set", id, scope, entries: [entryOf(cell)] }, `The state “${key}”`);
    } catch (error) {
      failed("event", error);
    }
  }
}

function entryOf(cell: Inside): Written {
  const { key, value, at, changed } = cell;
  cell.changed = undefined;
  if (at === undefined) return [key, value];
  return changed === undefined ? [key, value, at] : [key, value, at, changed];
}
