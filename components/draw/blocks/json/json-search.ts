import { childId, entriesOf, ROOT } from "./json-nodes";

/** Nobody goes through more. */
export const MAX_HITS = 5_000;

/**
 * The ids of all nodes whose name or value holds the words, from top to bottom. Pauses after every node, so that a
 * large document can be searched between two frames.
 */
export function* search(data: unknown, words: string): Generator<string | undefined> {
  const wanted = words.toLowerCase();
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
      // The place in a list is not a word of the document.
      stack.push({ id: childId(id, key), name: typeof key === "number" ? "" : key, value: child });
    }
  }
}
