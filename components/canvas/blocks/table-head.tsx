import { ArrowDown, ArrowUp } from "lucide-react";
import { cn } from "@/components/ui/cn";
import type { RowsTable } from "./use-table";

const ALIGN = { left: "text-left", right: "text-right", center: "text-center" };
const JUSTIFY = { left: "", right: "flex-row-reverse", center: "mx-auto" };

export function TableHead({ table, sticky }: { table: RowsTable; sticky: boolean }) {
  const [group] = table.getHeaderGroups();
  return (
    <thead>
      <tr aria-rowindex={sticky ? 1 : undefined}>
        {group?.headers.map(({ column }) => {
          const sorted = column.getIsSorted();
          const align = column.columnDef.meta?.align ?? "left";
          const Arrow = sorted === "asc" ? ArrowUp : ArrowDown;
          return (
            <th
              key={column.id}
              scope="col"
              aria-sort={sorted === "asc" ? "ascending" : sorted === "desc" ? "descending" : "none"}
              className={cn(
                "h-8 border-line border-b px-3 py-0 font-medium text-ink-3 first:pl-0 last:pr-0",
                sticky && "sticky top-0 z-1 bg-sheet",
                ALIGN[align],
              )}
            >
              <button
                type="button"
                onClick={column.getToggleSortingHandler()}
                className={cn(
                  "inline-flex min-h-8 max-w-full items-center gap-1 rounded-[4px] text-meta font-medium -outline-offset-2 hover:text-ink max-md:min-h-11",
                  sorted && "text-ink",
                  JUSTIFY[align],
                )}
              >
                <span className={cn(sticky ? "truncate" : "whitespace-nowrap")}>
                  {String(column.columnDef.header ?? "")}
                </span>
                {sorted && <Arrow aria-hidden className="size-3.5 shrink-0" />}
              </button>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
