import { useCallback, useEffect, useState } from "react";
import * as z from "zod/mini";
import type { Kept } from "@/components/client/sheet-state";
import type { Sorting } from "@/components/draw/grid/column";

const tableView = z.object({
  filter: z.string(),
  sorting: z.array(z.object({ id: z.string(), desc: z.boolean() })),
});

type TableView = z.infer<typeof tableView>;

const ALL: TableView = { filter: "", sorting: [] };

/** Returns the reader's filter and sorting, stored with the sheet or, without one, in the component. */
export function useTableView(kept: Kept | undefined) {
  const [view, setView] = useState(() => readView(kept) ?? ALL);
  useEffect(() => {
    if (!kept) return;
    const show = () => setView((now) => readView(kept) ?? now);
    void kept.ready().then(show);
    return kept.subscribe(show);
  }, [kept]);
  const change = useCallback(
    (part: Partial<TableView>) =>
      setView((before) => {
        const next = { ...before, ...part };
        kept?.write(next);
        return next;
      }),
    [kept],
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

const readView = (kept: Kept | undefined): TableView | undefined => tableView.safeParse(kept?.read()).data;
