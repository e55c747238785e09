/** Replaces web storage, which an opaque origin lacks. The values last as long as the frame. */
function memory(): Storage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(String(key)) ?? null,
    setItem: (key, value) => void entries.set(String(key), String(value)),
    removeItem: (key) => void entries.delete(String(key)),
    clear: () => entries.clear(),
  };
}

/** The storage of Claude's artifacts, which answers with promises. */
function promised(entries: Storage) {
  const keys = () => Array.from({ length: entries.length }, (_, n) => entries.key(n) ?? "");
  return {
    async get(key: string, shared = false) {
      const value = entries.getItem(key);
      if (value === null) throw new Error(`Nothing is stored under ${JSON.stringify(key)}.`);
      return { key, value, shared };
    },
    async set(key: string, value: string, shared = false) {
      entries.setItem(key, value);
      return { key, value, shared };
    },
    async delete(key: string, shared = false) {
      const deleted = entries.getItem(key) !== null;
      entries.removeItem(key);
      return { key, deleted, shared };
    },
    async list(prefix = "", shared = false) {
      return { keys: keys().filter((key) => key.startsWith(prefix)), prefix, shared };
    },
  };
}

export function giveStorage(): void {
  Object.defineProperty(globalThis, "storage", {
    value: promised(memory()),
    configurable: true,
    writable: true,
  });
  for (const name of ["localStorage", "sessionStorage"])
    Object.defineProperty(globalThis, name, { value: memory(), configurable: true });
}
