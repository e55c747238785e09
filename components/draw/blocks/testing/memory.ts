import type { Kept } from "@/components/client/sheet-state";

export function memory(first?: unknown): Kept & { value: unknown } {
  const listeners = new Set<() => void>();
  const kept = {
    value: first,
    read: () => kept.value,
    ready: async () => {},
    write(value: unknown) {
      kept.value = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    problem: () => undefined,
  };
  return kept;
}
