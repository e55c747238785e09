import type { SurfaceEntries } from "@/components/client/surface-state";
import type { StateSource } from "@/components/draw/frame/state-link";

type Values = Readonly<Record<string, unknown>>;

/** Values from the server for a reader. The reader's changes override them on this page until it closes. */
export class SharedValues {
  /** Called after a write of the reader. */
  onWrite: ((key: string, value: unknown) => void) | undefined;
  readonly #own = new Map<string, unknown>();
  readonly #listeners = new Set<() => void>();
  #values: Values = {};

  give(values: Values): void {
    this.#values = values;
    this.#tell();
  }

  /** Like `give`, but keeps the other values. */
  add(values: Values): void {
    this.give({ ...this.#values, ...values });
  }

  read(key: string): unknown {
    if (this.#own.has(key)) return this.#own.get(key);
    return Object.hasOwn(this.#values, key) ? this.#values[key] : undefined;
  }

  write(key: string, value: unknown): void {
    this.#own.set(key, value);
    this.#tell();
    this.onWrite?.(key, value);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

export function stateOf(shared: SharedValues): StateSource {
  return {
    flush: () => {},
    follow: (deliver) => {
      const shown = new Map<string, string>();
      let seen = 0;
      const show = (key: string) => {
        const value = shared.read(key) ?? null;
        const text = JSON.stringify(value);
        if (shown.get(key) === text) return;
        shown.set(key, text);
        deliver(key, value, seen);
      };
      const leave = shared.subscribe(() => {
        for (const key of [...shown.keys()]) show(key);
      });
      return {
        watch: show,
        unwatch: (key) => shown.delete(key),
        set: (id, entries) => {
          seen = id;
          for (const [key, value] of entries) {
            shown.set(key, JSON.stringify(value ?? null));
            shared.write(key, value);
          }
        },
        close: leave,
      };
    },
  };
}

/**
 * Exposes the values as entries of a surface, which are named `state:` and the key. `nameOf` returns the key
 * of an entry.
 */
export const entriesOf = (shared: SharedValues, nameOf: (entry: string) => string): SurfaceEntries => ({
  read: (entry) => shared.read(nameOf(entry)),
  ready: async () => {},
  write: (entry, value) => shared.write(nameOf(entry), value),
  subscribe: (listener) => shared.subscribe(listener),
});
