type Owned = { value: unknown; close?: () => unknown; isKept?: boolean };

const KEY = Symbol.for("easel.owned");
const CLOSE = Symbol.for("easel.close");
const CLOSING = Symbol.for("easel.closing");
type Scope = typeof globalThis & {
  [KEY]?: Map<string, Owned>;
  [CLOSE]?: () => Promise<void>;
  [CLOSING]?: boolean;
};

/** The bundler copies modules per entry, so what a process has once hangs on globalThis. */
function registry(): Map<string, Owned> {
  const scope = globalThis as Scope;
  scope[KEY] ??= new Map();
  scope[CLOSE] ??= closeAll;
  return scope[KEY];
}

/** One `name` per process: made on first use, shared by every bundle, closed at shutdown. */
export function owned<T>(name: string, create: () => T, close?: (value: T) => unknown): T {
  const all = registry();
  const known = all.get(name);
  if (known) return known.value as T;
  const value = create();
  all.set(name, { value, close: close && (() => close(value)) });
  return value;
}

/** Closes what was made, newest first: what came later leans on what came before. */
export async function closeAll(): Promise<void> {
  const all = registry();
  const scope = globalThis as Scope;
  scope[CLOSING] = true;
  try {
    for (const [name, { close, isKept }] of [...all].reverse()) {
      if (isKept) continue;
      all.delete(name);
      await close?.();
    }
  } finally {
    scope[CLOSING] = false;
  }
}

/** Whether the process is at its end: what fails now may have failed for that alone. */
export const isClosing = (): boolean => (globalThis as Scope)[CLOSING] === true;

/** What `read` gives is asked for each time, in place of what a process has once: also after a `closeAll`. */
export const readAnew = (name: string, read: () => unknown): void =>
  void registry().set(name, {
    isKept: true,
    get value() {
      return read();
    },
  });
