import { useCallback, useState } from "react";

/** What a reader has chosen to see of a table. */
export type TableView = { filter: string; sorting: { id: string; desc: boolean }[] };

/** So many tables are remembered; beyond that the ones that were left alone longest begin anew. */
const MOST = 200;
const ALL: TableView = { filter: "", sorting: [] };

const chosen = new Map<string, TableView>();

/**
 * It outlives the table's element, which is made anew when its sheet is pinned, and lasts as long as the tab. Without a
 * key it is the element's own.
 */
export function useTableView(key: string | undefined) {
  const [view, setView] = useState(() => (key === undefined ? undefined : chosen.get(key)) ?? ALL);
  const change = useCallback(
    (part: Partial<TableView>) =>
      setView((before) => {
        const next = { ...before, ...part };
        if (key !== undefined) remember(key, next);
        return next;
      }),
    [key],
  );
  return [view, change] as const;
}

function remember(key: string, view: TableView): void {
  chosen.delete(key);
  chosen.set(key, view);
  const [oldest] = chosen.keys();
  if (chosen.size > MOST && oldest !== undefined) chosen.delete(oldest);
}
