import { cn } from "@/components/ui/cn";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { type Cell, cellText } from "@/lib/shared/data/cell";
import type { ComparedTable } from "@/lib/shared/data/row-changes";
import { t } from "@/lib/shared/i18n/en/history";

type Row = ComparedTable["rows"][number];

/** The rows of a table that changes added, changed and removed. */
export function ChangedTable({ table }: { table: ComparedTable }) {
  const { name, added, changed, removed, columns, rows, isReshaped } = table;
  const missing = added + changed + removed - rows.length;
  return (
    <section aria-label={name} className="min-w-0 overflow-clip rounded-sheet bg-sheet shadow-sheet">
      <h2 className="flex flex-wrap items-baseline gap-x-3 px-4 pt-3 pb-2">
        <span className="min-w-0 flex-1 font-medium wrap-anywhere">{name}</span>
        <span className="flex gap-3 text-meta whitespace-nowrap tabular-nums">
          {added > 0 && <span className="text-success">{t("rowsAdded", { count: added })}</span>}
          {changed > 0 && <span className="text-ink-2">{t("rowsChanged", { count: changed })}</span>}
          {removed > 0 && <span className="text-danger">{t("rowsRemoved", { count: removed })}</span>}
        </span>
      </h2>
      {isReshaped && <p className="px-4 pb-3 text-ink-2">{t("reshaped")}</p>}
      {rows.length > 0 && (
        <Table>
          <TableHeader>
            <TableRow>
              <TableHead className="w-6 pl-4">
                <span className="sr-only">{t("kindOfChange")}</span>
              </TableHead>
              {columns.map((column) => (
                <TableHead key={column}>{column}</TableHead>
              ))}
            </TableRow>
          </TableHeader>
          <TableBody>
            {rows.map((row) => (
              <ChangedRow key={JSON.stringify(row.key)} row={row} columns={columns} />
            ))}
          </TableBody>
        </Table>
      )}
      {missing > 0 && !isReshaped && (
        <p className="px-4 py-2.5 text-meta text-ink-3">{t("moreRows", { count: missing })}</p>
      )}
    </section>
  );
}

function ChangedRow({ row: { before, after }, columns }: { row: Row; columns: readonly string[] }) {
  const [sign, label, color] =
    before === null
      ? ["+", t("rowAdded"), "text-success"]
      : after === null
        ? ["−", t("rowRemoved"), "text-danger"]
        : ["", t("rowChanged"), ""];
  return (
    <TableRow>
      <TableCell className={cn("pl-4", color)}>
        <span aria-hidden>{sign}</span>
        <span className="sr-only">{label}</span>
      </TableCell>
      {columns.map((column, at) => (
        <TableCell key={column} className="max-w-80 align-top">
          <ChangedCell before={before?.[at]} after={after?.[at]} />
        </TableCell>
      ))}
    </TableRow>
  );
}

function ChangedCell({ before, after }: { before: Cell | undefined; after: Cell | undefined }) {
  const isChanged =
    before !== undefined && after !== undefined && JSON.stringify(before) !== JSON.stringify(after);
  if (!isChanged)
    return <Value cell={after ?? before ?? null} className={after === undefined ? "text-ink-3" : ""} />;
  return (
    <>
      <del className="no-underline">
        <Value cell={before} className="text-ink-3 line-through" />
      </del>
      <ins className="no-underline">
        <Value cell={after} className="font-medium" />
      </ins>
    </>
  );
}

const Value = ({ cell, className }: { cell: Cell; className: string }) => (
  <span className={cn("block truncate", cell === null && "text-ink-3", className)}>{cellText(cell)}</span>
);
