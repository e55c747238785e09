import { LIMITS } from "@/lib/shared/frame/limits";
import { failed } from "./failures";
import { send, sendLarge } from "./port";

export type Update = (now: unknown) => unknown;
export type Cell = {
  value: unknown;
  /** Settles when the page has said what is stored. */
  arrival: Promise<void>;
  isKnown: boolean;
  subscribe: (onChange: () => void) => () => void;
  read: () => unknown;
  write: (update: Update) => void;
};

type Inside = Cell & { arrive: () => void; early: Update[]; written: number; listeners: Set<() => void> };

const FLUSH_MS = 16;

const cells = new Map<string, Inside>();
const dirty = new Map<string, unknown>();
let sets = 0;
let flushedAt = 0;
let isDue = false;

/** One value of the agent's state, as this frame sees it: what is written here counts at once. */
export function cellOf(key: string): Cell {
  const known = cells.get(key);
  if (known) return known;
  if (cells.size >= LIMITS.keys) {
    throw new Error(
      `A component can follow at most ${LIMITS.keys} state keys. Keep related values in one object.`,
    );
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  const listeners = new Set<() => void>();
  const cell: Inside = {
    value: null,
    arrival: promise,
    arrive: resolve,
    isKnown: false,
    early: [],
    written: 0,
    listeners,
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    read: () => cell.value,
    write: (update) => (cell.isKnown ? write(key, cell, update(cell.value)) : cell.early.push(update)),
  };
  cells.set(key, cell);
  send({ type: "watch", key });
  return cell;
}

/** What the page says of a key. What this frame wrote after `seen` is newer, and will win there too. */
export function receive(key: string, value: unknown, seen: number): void {
  const cell = cells.get(key);
  if (!cell || dirty.has(key) || cell.written > seen) return;
  const isFirst = !cell.isKnown;
  cell.isKnown = true;
  show(cell, value ?? null);
  if (!isFirst) return;
  for (const update of cell.early.splice(0)) write(key, cell, update(cell.value));
  cell.arrive();
}

function write(key: string, cell: Inside, value: unknown): void {
  if (Object.is(value, cell.value)) return;
  show(cell, value ?? null);
  dirty.set(key, cell.value);
  if (isDue) return;
  isDue = true;
  // The first goes at once; what follows it within a frame of the screen goes together.
  const wait = flushedAt + FLUSH_MS - performance.now();
  if (wait > 0) setTimeout(flush, wait);
  else queueMicrotask(flush);
}

function show(cell: Inside, value: unknown): void {
  cell.value = value;
  for (const tell of cell.listeners) tell();
}

/** Sends what was written; called before anything whose order matters to the agent. */
export function flush(): void {
  isDue = false;
  if (dirty.size === 0) return;
  flushedAt = performance.now();
  const entries = [...dirty];
  dirty.clear();
  for (const entry of entries) {
    const [key] = entry;
    const id = ++sets;
    const cell = cells.get(key);
    if (cell) cell.written = id;
    try {
      sendLarge({ type: "set", id, entries: [entry] }, `The state “${key}”`);
    } catch (error) {
      failed("event", error);
    }
  }
}
