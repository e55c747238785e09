"use client";

import { useMemo } from "react";
import type { Block } from "@/lib/shared/blocks/index";
import { type Query, uniqueNames } from "@/lib/shared/blocks/live";
import { Coming } from "../coming";
import type { BlockProps } from "../props";
import { TableGrid } from "../table-grid";
import { LiveError, readingFailed } from "./live-error";
import { LiveMark } from "./live-mark";
import { LiveRefusals } from "./live-refusals";
import { useEditing } from "./use-editing";
import { useLive } from "./use-live";
import { useTableRows } from "./use-table-rows";

type LiveTableProps = { block: Omit<Block<"table">, "data"> & { data: Query }; ask: BlockProps["ask"] };

/** A table of what a query gives, whose cells may be changed where they are those of a table. */
export function LiveTable({ block, ask }: LiveTableProps) {
  const { live, state, place } = useLive(block.data);
  const { result, rows, error } = state;
  const names = useMemo(() => uniqueNames(result?.columns ?? []), [result?.columns]);
  const said = names.join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: what they say is all that they are
  const columns = useMemo(
    () => block.columns ?? names.map((name) => ({ key: name, label: name })),
    [block.columns, said],
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
          viewKey={ask.draftKey}
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
