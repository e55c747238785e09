import { childId, entriesOf, ROOT } from "./json-nodes";

export const MAX_HITS = 5_000;

/**
 * Yields the id of each node whose name or value contains the words, from top to bottom, and undefined for
 * other nodes. One node per step, so that a search can pause between frames.
 */
export function* search(data: unknown, query: string): Generator<string | undefined> {
  const wanted = query.toLowerCase();
  const stack: { id: string; name: string; value: unknown }[] = [{ id: ROOT, name: "", value: data }];
  for (let node = stack.pop(); node; node = stack.pop()) {
    const { id, name, value } = node;
    const isParent = typeof value === "object" && value !== null;
    const isHit =
      name.toLowerCase().includes(wanted) || (!isParent && String(value).toLowerCase().includes(wanted));
    yield isHit ? id : undefined;
    if (!isParent) continue;
    const entries = entriesOf(value);
    for (let at = entries.length - 1; at >= 0; at--) {
      const [key, child] = entries[at] ?? ["", undefined];
      stack.push({ id: childId(id, key), name: typeof key === "number" ? "" : key, value: child });
    }
  }
}
