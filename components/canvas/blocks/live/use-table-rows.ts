import { useCallback, useMemo } from "react";
import { type Cell, cellText } from "@/lib/shared/data/cell";
import type { Row } from "../table-columns";
import type { LiveRow } from "./live-rows";

/** The rows of a result as a table draws them; a row that has stayed the same is the same object. */
export function useTableRows(rows: readonly LiveRow[], names: readonly string[]) {
  const said = names.join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: what they say is all that they are
  const known = useMemo(
    () => ({ drawn: new WeakMap<LiveRow, Row>(), from: new WeakMap<Row, LiveRow>() }),
    [said],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: what they say is all that they are
  const drawn = useMemo(
    () =>
      rows.map((row) => {
        const old = known.drawn.get(row);
        if (old) return old;
        const now: Row = Object.fromEntries(names.map((name, at) => [name, shown(row.cells[at] ?? null)]));
        known.drawn.set(row, now);
        known.from.set(now, row);
        return now;
      }),
    [rows, known],
  );
  const rowOf = useCallback((row: Row) => known.from.get(row), [known]);
  const idOf = useCallback((row: Row) => known.from.get(row)?.id ?? "", [known]);
  return { rows: drawn, rowOf, idOf };
}

/** What no JSON number holds is a text: sorted by size and written in full all the same. */
const shown = (cell: Cell): unknown => (typeof cell === "object" && cell !== null ? cellText(cell) : cell);
