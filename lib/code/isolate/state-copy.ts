import type { SandboxState } from "./host";

/** A state whose writes stay in memory and override the stored values. `writes` returns them, by key. */
export function stateCopy(state: SandboxState): SandboxState & { writes(): Record<string, unknown> } {
  const written = new Map<string, { value: unknown } | null>();
  return {
    writes: () => Object.fromEntries([...written].sort(([a], [b]) => (a < b ? -1 : 1))),
    async get(key) {
      const own = written.get(key);
      return own === undefined ? state.get(key) : (own?.value ?? null);
    },
    async set(key, value) {
      written.set(key, { value });
    },
    async delete(key) {
      const wasThere = written.has(key) ? written.get(key) !== null : (await state.list(key)).includes(key);
      written.set(key, null);
      return wasThere;
    },
    async list(prefix = "") {
      const keys = new Set(await state.list(prefix));
      for (const [key, own] of written) if (key.startsWith(prefix)) own ? keys.add(key) : keys.delete(key);
      return [...keys].sort();
    },
  };
}
