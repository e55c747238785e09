import { useCallback, useMemo, useRef, useState } from "react";

export type Chosen<Key> = ReadonlyMap<string, Key>;
type RowKey<Key> = { id: string; key: Key };

/**
 * Selects the rows from one index to another, or deselects them if the last one was selected. Rows that are
 * not loaded stay unchanged.
 */
export function choose<Key>(
  before: Chosen<Key>,
  rowKeyAt: (index: number) => RowKey<Key> | undefined,
  from: number,
  to: number,
): Chosen<Key> {
  const next = new Map(before);
  const last = rowKeyAt(to);
  const isChoosing = !last || !before.has(last.id);
  for (let at = Math.min(from, to); at <= Math.max(from, to); at++) {
    const row = rowKeyAt(at);
    if (!row) continue;
    if (isChoosing) next.set(row.id, row.key);
    else next.delete(row.id);
  }
  return next;
}

/**
 * Selects rows by their key, so that a row stays selected when its position changes. The caller must memoize
 * `rowKeyAt`, because the returned object changes with it.
 */
export function useSelection<Key>(rowKeyAt: (index: number) => RowKey<Key> | undefined) {
  const [chosen, setChosen] = useState<Chosen<Key>>(new Map());
  const last = useRef<number>(undefined);
  const select = useCallback(
    (index: number, isRange: boolean) => {
      const from = isRange ? (last.current ?? index) : index;
      last.current = index;
      setChosen((before) => choose(before, rowKeyAt, from, index));
    },
    [rowKeyAt],
  );
  const clear = useCallback(() => setChosen(new Map()), []);
  return useMemo(() => {
    const has = (index: number) => chosen.has(rowKeyAt(index)?.id ?? "");
    return { select, clear, has, count: chosen.size, keys: () => [...chosen.values()] };
  }, [select, clear, chosen, rowKeyAt]);
}

export type Selection = Omit<ReturnType<typeof useSelection>, "keys">;
