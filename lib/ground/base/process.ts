type Singleton = { value: unknown; close?: () => unknown; isPersistent?: boolean };

const KEY = Symbol.for("easel.owned");
const CLOSE = Symbol.for("easel.close");
const CLOSING = Symbol.for("easel.closing");
type Scope = typeof globalThis & {
  [KEY]?: Map<string, Singleton>;
  [CLOSE]?: () => Promise<void>;
  [CLOSING]?: boolean;
};

/** The bundler copies modules into each entry point, so process-wide singletons are stored on globalThis. */
function registry(): Map<string, Singleton> {
  const scope = globalThis as Scope;
  scope[KEY] ??= new Map();
  scope[CLOSE] ??= closeAll;
  return scope[KEY];
}

/**
 * Returns the process-wide singleton `name`, creating it on first use. All bundles share it; `close` runs at
 * shutdown.
 */
export function singleton<T>(name: string, create: () => T, close?: (value: T) => unknown): T {
  const all = registry();
  const existing = all.get(name);
  if (existing) return existing.value as T;
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
    for (const [name, { close, isPersistent }] of [...all].reverse()) {
      if (isPersistent) continue;
      all.delete(name);
      await close?.();
    }
  } finally {
    scope[CLOSING] = false;
  }
}

export const isClosing = (): boolean => (globalThis as Scope)[CLOSING] === true;

/** Makes `singleton(name)` call `read` at each access, also after `closeAll`. For tests. */
export const overrideSingleton = (name: string, read: () => unknown): void =>
  void registry().set(name, {
    isPersistent: true,
    get value() {
      return read();
    },
  });
