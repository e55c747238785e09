import { useState } from "react";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { Block } from "@/lib/shared/blocks";
import { formatTag } from "@/lib/shared/i18n/locale";
import type { QueryState } from "../queries";
import { formatCell } from "./format";

type Row = Record<string, unknown>;
type Sort = { key: string; isDown: boolean };
type TableViewProps = {
  block: Omit<Block<"table">, "data"> & { data?: unknown };
  /** The rows of a query; without it, the block has its own. */
  query?: QueryState;
};

const MAX_SHOWN = 500;

/** A table of a published sheet. A press on a heading sorts by its column. */
export function TableView({ block, query }: TableViewProps) {
  const [sort, setSort] = useState<Sort>();
  const rows: readonly Row[] = query?.rows ?? (Array.isArray(block.data) ? block.data : []);
  const columns = block.columns ?? query?.columns.map((key) => ({ key, label: key, kind: undefined })) ?? [];
  const shown = sort ? rows.toSorted((one, other) => compare(one, other, sort)) : rows;
  return (
    <>
      {query?.error !== undefined && <p role="alert">{query.error}</p>}
      <Table>
        <TableHeader>
          <TableRow>
            {columns.map(({ key, label }) => (
              <TableHead
                key={key}
                aria-sort={sort?.key === key ? (sort.isDown ? "descending" : "ascending") : undefined}
              >
                <button
                  type="button"
                  className="font-medium"
                  onClick={() => setSort({ key, isDown: sort?.key === key && !sort.isDown })}
                >
                  {label}
                </button>
              </TableHead>
            ))}
          </TableRow>
        </TableHeader>
        <TableBody>
          {shown.slice(0, MAX_SHOWN).map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id here
            <TableRow key={at}>
              {columns.map((column) => (
                <TableCell
                  key={column.key}
                  className={
                    typeof row[column.key] === "number" ? "text-end tabular-nums" : "whitespace-normal"
                  }
                >
                  {formatCell(row[column.key], column)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </>
  );
}

function compare(one: Row, other: Row, { key, isDown }: Sort): number {
  const [a, b] = [one[key], other[key]];
  const order =
    typeof a === "number" && typeof b === "number"
      ? a - b
      : String(a ?? "").localeCompare(String(b ?? ""), formatTag(), { numeric: true });
  return isDown ? -order : order;
}
