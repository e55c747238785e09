type Owned = { value: unknown; close?: () => unknown; isKept?: boolean };

const KEY = Symbol.for("easel.owned");
const CLOSE = Symbol.for("easel.close");
const CLOSING = Symbol.for("easel.closing");
type Scope = typeof globalThis & {
  [KEY]?: Map<string, Owned>;
  [CLOSE]?: () => Promise<void>;
  [CLOSING]?: boolean;
};

/** The bundler copies modules into each entry point, so process-wide singletons are stored on globalThis. */
function registry(): Map<string, Owned> {
  const scope = globalThis as Scope;
  scope[KEY] ??= new Map();
  scope[CLOSE] ??= closeAll;
  return scope[KEY];
}

/**
 * Returns the process-wide singleton `name`, creating it on first use. All bundles share it; `close` runs at
 * shutdown.
 */
export function owned<T>(name: string, create: () => T, close?: (value: T) => unknown): T {
  const all = registry();
  const known = all.get(name);
  if (known) return known.value as T;
  const value = create();
  all.set(name, { value, close: close && (() => close(value)) });
  return value;
}

/** Closes in reverse order of creation, because later resources may depend on earlier ones. */
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

export const isClosing = (): boolean => (globalThis as Scope)[CLOSING] === true;

/** Makes `owned(name)` call `read` at each access, also after `closeAll`. For tests. */
export const readAnew = (name: string, read: () => unknown): void =>
  void registry().set(name, {
    isKept: true,
    get value() {
      return read();
    },
  });
