"use client";

import { useCallback, useMemo, useRef, useState } from "react";
import { type Key, keyText } from "./cells";
import type { Row } from "./row-pages";

/** The rows that are chosen, by their keys. */
export function useSelection(rowAt: (index: number) => Row | undefined) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Key>>(new Map());
  const last = useRef<number>(undefined);

  const select = useCallback(
    (index: number, isRange: boolean) => {
      const from = isRange ? (last.current ?? index) : index;
      last.current = index;
      setChosen((before) => {
        const next = new Map(before);
        const key = rowAt(index)?.key;
        const isTaking = !key || !before.has(keyText(key));
        for (let at = Math.min(from, index); at <= Math.max(from, index); at++) {
          const key = rowAt(at)?.key;
          if (!key) continue;
          if (isTaking) next.set(keyText(key), key);
          else next.delete(keyText(key));
        }
        return next;
      });
    },
    [rowAt],
  );
  const clear = useCallback(() => setChosen(new Map()), []);
  return useMemo(
    () => ({
      select,
      clear,
      count: chosen.size,
      keys: () => [...chosen.values()],
      has: ({ key }: Row) => key !== undefined && chosen.has(keyText(key)),
    }),
    [select, clear, chosen],
  );
}

export type Selection = ReturnType<typeof useSelection>;
