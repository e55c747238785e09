"use client";

import { useEffect, useMemo } from "react";
import { Refusals } from "@/components/draw/grid/refusals";
import type { LiveRow } from "@/components/draw/live-queries/live-rows";
import { useStable } from "@/components/ui/kit/hooks/use-stable";
import type { Block } from "@/lib/shared/blocks";
import { type Query, uniqueNames } from "@/lib/shared/blocks/live";
import type { TableColumn } from "@/lib/shared/blocks/table-column";
import { type Cell, cellText } from "@/lib/shared/data/cell";
import { t as common } from "@/lib/shared/i18n/en/common";
import { Coming } from "../coming";
import type { BlockProps } from "../props";
import type { Row } from "../table/table-columns";
import { TableGrid } from "../table/table-grid";
import { LiveError, readingFailed } from "./live-error";
import { LiveMark } from "./live-mark";
import { recordEdit } from "./recorded-edits";
import { useEditing } from "./use-editing";
import { useLive } from "./use-live";

type LiveTableProps = { block: Omit<Block<"table">, "data"> & { data: Query }; ask: BlockProps["ask"] };

/** Table of a live query. Its cells can be edited if they belong to a table of the database. */
export function LiveTable({ block, ask }: LiveTableProps) {
  const { live, state, place } = useLive(block.data);
  const { result, rows, error } = state;
  const names = useStable(uniqueNames(result?.columns ?? []));
  const booleans = useStable(result?.source?.booleans ?? []);
  const columns = useMemo(() => {
    const boxes = new Set(booleans.map((at) => names[at]));
    const all = block.columns ?? names.map((name): TableColumn => ({ key: name, label: name }));
    return all.map((column) => (boxes.has(column.key) ? { kind: "checkbox" as const, ...column } : column));
  }, [block.columns, names, booleans]);
  const isAnswerable = block.editable && (ask.state === "waiting" || ask.state === "late");
  useEffect(
    () => (isAnswerable ? live.onWritten((edit) => recordEdit(ask.edits, edit)) : undefined),
    [isAnswerable, live, ask.edits],
  );
  const drawn = useMemo(() => drawnRows(names), [names]);
  const tableRows = useMemo(() => rows.map(drawn.row), [rows, drawn]);
  const editing = useEditing({ live, state, columns, names, rowOf: drawn.from });
  const retry = () => live.retry();
  return (
    <div ref={place}>
      {error !== undefined && ask.state !== "streaming" && (
        <LiveError message={readingFailed(error)} onRetry={retry} />
      )}
      {block.editable && <Refusals edits={live.edits} labelOf={editing?.labelOf} className="mb-2" />}
      {result ? (
        <TableGrid
          columns={columns}
          rows={tableRows}
          name={ask.title ?? common("table")}
          stored={ask.stored}
          actions={block.actions && { all: block.actions, ask }}
          live={{
            idOf: (row) => drawn.from(row)?.id ?? "",
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

/**
 * Returns functions that convert rows of a result to rows of the table and back. An unchanged row stays the same
 * object.
 */
function drawnRows(names: readonly string[]) {
  const drawn = new WeakMap<LiveRow, Row>();
  const from = new WeakMap<Row, LiveRow>();
  const row = (live: LiveRow): Row => {
    const cached = drawn.get(live);
    if (cached) return cached;
    const now: Row = Object.fromEntries(names.map((name, at) => [name, shown(live.cells[at] ?? null)]));
    drawn.set(live, now);
    from.set(now, live);
    return now;
  };
  return { row, from: (row: Row) => from.get(row) };
}

/** Converts a value that JSON numbers cannot hold to a string, which is still sorted by size and shown in full. */
const shown = (cell: Cell): unknown => (typeof cell === "object" && cell !== null ? cellText(cell) : cell);
