import { useCallback, useEffect, useState } from "react";
import * as z from "zod/mini";
import type { StoredEntry } from "@/components/client/surface-state";
import type { Sorting } from "@/components/draw/grid/column";

const tableView = z.object({
  filter: z.string(),
  sorting: z.array(z.object({ id: z.string(), desc: z.boolean() })),
});

type TableView = z.infer<typeof tableView>;

const ALL: TableView = { filter: "", sorting: [] };

/** Returns the user's filter and sorting. They are stored with the surface or, without one, in the component. */
export function useTableView(stored: StoredEntry | undefined) {
  const [view, setView] = useState(() => readView(stored) ?? ALL);
  useEffect(() => {
    if (!stored) return;
    const show = () => setView((now) => readView(stored) ?? now);
    void stored.ready().then(show);
    return stored.subscribe(show);
  }, [stored]);
  const change = useCallback(
    (part: Partial<TableView>) =>
      setView((before) => {
        const next = { ...before, ...part };
        stored?.write(next);
        return next;
      }),
    [stored],
  );
  const [sorted] = view.sorting;
  const sorting: Sorting | undefined = sorted && { column: Number(sorted.id), desc: sorted.desc };
  return {
    filter: view.filter,
    sorting,
    setFilter: (filter: string) => change({ filter }),
    setSorting: (to: Sorting | undefined) =>
      change({ sorting: to ? [{ id: String(to.column), desc: to.desc }] : [] }),
  };
}

const readView = (stored: StoredEntry | undefined): TableView | undefined =>
  tableView.safeParse(stored?.read()).data;
