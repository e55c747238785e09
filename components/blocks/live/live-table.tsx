"use client";

import { useCallback, useEffect, useMemo } from "react";
import type { Block } from "@/lib/shared/blocks";
import { type Query, uniqueNames } from "@/lib/shared/blocks/live";
import type { TableColumn } from "@/lib/shared/blocks/table";
import { type Cell, cellText } from "@/lib/shared/data/cell";
import { Coming } from "../coming";
import type { BlockProps } from "../props";
import type { Row } from "../table-columns";
import { TableGrid } from "../table-grid";
import { LiveError, readingFailed } from "./live-error";
import { LiveMark } from "./live-mark";
import { LiveRefusals } from "./live-refusals";
import type { LiveRow } from "./live-rows";
import { recordEdit } from "./recorded-edits";
import { useEditing } from "./use-editing";
import { useLive } from "./use-live";

type LiveTableProps = { block: Omit<Block<"table">, "data"> & { data: Query }; ask: BlockProps["ask"] };

/** A table of what a query gives, whose cells may be changed where they are those of a table. */
export function LiveTable({ block, ask }: LiveTableProps) {
  const { live, state, place } = useLive(block.data);
  const { result, rows, error } = state;
  const names = useMemo(() => uniqueNames(result?.columns ?? []), [result?.columns]);
  const said = names.join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: what they say is all that they are
  const columns = useMemo(() => {
    const boxes = new Set(result?.source?.booleans?.map((at) => names[at]));
    const all = block.columns ?? names.map((name): TableColumn => ({ key: name, label: name }));
    return all.map((column) => (boxes.has(column.key) ? { kind: "checkbox" as const, ...column } : column));
  }, [block.columns, said, result?.source?.booleans?.join()]);
  const isAnswerable = block.editable && (ask.state === "waiting" || ask.state === "late");
  useEffect(
    () => (isAnswerable ? live.edits.onWritten((edit) => recordEdit(ask.edits, edit)) : undefined),
    [isAnswerable, live, ask.edits],
  );
  const table = useTableRows(rows, names);
  const editing = useEditing({ live, state, columns, names, rowOf: table.rowOf });
  const retry = () => live.retry();
  return (
    <div ref={place}>
      {error !== undefined && ask.state !== "streaming" && (
        <LiveError message={readingFailed(error)} onRetry={retry} />
      )}
      {block.editable && <LiveRefusals edits={live.edits} />}
      {result ? (
        <TableGrid
          columns={columns}
          rows={table.rows}
          name={ask.title ?? "Table"}
          kept={ask.kept}
          live={{
            idOf: table.idOf,
            isCut: result.truncated,
            mark: <LiveMark query={block.data} state={state} onRetry={retry} />,
            editing: block.editable ? editing : undefined,
          }}
        />
      ) : (
        (error === undefined || ask.state === "streaming") && <Coming type="table" />
      )}
    </div>
  );
}

/** The rows of a result as a table draws them; a row that has stayed the same is the same object. */
function useTableRows(rows: readonly LiveRow[], names: readonly string[]) {
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
