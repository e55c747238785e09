import type { StoredEntry } from "@/components/client/surface-state";

export function memory(first?: unknown): StoredEntry & { value: unknown } {
  const listeners = new Set<() => void>();
  const stored = {
    value: first,
    read: () => stored.value,
    ready: async () => {},
    write(value: unknown) {
      stored.value = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    problem: () => undefined,
  };
  return stored;
}
