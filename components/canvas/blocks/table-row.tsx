import { cn } from "@/components/ui/cn";
import { cellText } from "./table-cells";
import type { RowsTable } from "./use-table";

const ALIGN = { left: "text-left", right: "text-right", center: "text-center" };

type TableRowProps = {
  cells: ReturnType<ReturnType<RowsTable["getRowModel"]>["rows"][number]["getAllCells"]>;
  /** Every row of one height: what is too long is cut and stands in the tooltip. */
  oneLine: boolean;
  rowIndex?: number;
};

export function TableRow({ cells, oneLine, rowIndex }: TableRowProps) {
  return (
    <tr aria-rowindex={rowIndex} className="hover:bg-fill-hover">
      {cells.map((cell) => {
        const { id, column } = cell;
        const { numeric = false, align = "left", format } = column.columnDef.meta ?? {};
        const value = cell.getValue();
        const text = cellText(value, format);
        return (
          <td
            key={id}
            title={oneLine && text.length > 20 ? text : undefined}
            className={cn(
              "h-8 border-line border-b px-3 group-last/block:[tr:last-child>&]:border-b-0 pt-1.5 pb-[5px] align-top first:pl-0 last:pr-0",
              oneLine ? "truncate" : "min-w-14 max-w-100 wrap-break-word",
              numeric && "tabular-nums whitespace-nowrap",
              typeof value === "object" && "font-mono text-meta/5",
              ALIGN[align],
            )}
          >
            {text || <Empty />}
          </td>
        );
      })}
    </tr>
  );
}

function Empty() {
  return (
    <>
      <span aria-hidden className="text-ink-3">
        –
      </span>
      <span className="sr-only">empty</span>
    </>
  );
}
