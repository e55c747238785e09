"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { Download } from "lucide-react";
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { ScrollArea } from "@/components/ui/scroll-area";
import type { TableColumn } from "@/lib/shared/blocks/table";
import { downloadCsv } from "./csv";
import { TableFilter } from "./table-filter";
import { TableHead } from "./table-head";
import { TableRow } from "./table-row";
import { columnWidths } from "./table-widths";
import { type Row, useRows } from "./use-table";

const ROW = 32;
/** Above this, only the rows in sight exist. */
const MANY = 60;
/** From this on there is something to filter. */
const FILTERABLE = 9;

type TableGridProps = { columns: TableColumn[]; rows: Row[] };

export function TableGrid({ columns, rows }: TableGridProps) {
  const [filter, setFilter] = useState("");
  const wanted = useDeferredValue(filter);
  const table = useRows(columns, rows, wanted);
  const shown = table.getRowModel().rows;
  const scroller = useRef<HTMLElement>(null);
  const virtual = rows.length > MANY;
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
    enabled: virtual,
  });
  // Another order or another choice is read from its beginning.
  const { sorting } = table.state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: they say when, not what
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [sorting, wanted]);
  const items = virtualizer.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  const visible = virtual ? items.flatMap(({ index }) => shown[index] ?? []) : shown;
  const widths = useMemo(() => (virtual ? columnWidths(columns, rows) : undefined), [virtual, columns, rows]);
  const count = counted(shown.length, rows.length);

  return (
    <div className="flex flex-col">
      {rows.length >= FILTERABLE && <TableFilter value={filter} onChange={setFilter} />}
      <ScrollArea
        ref={scroller}
        label={`Table, ${count}`}
        className={cn(virtual && "max-h-[min(520px,70vh)]")}
      >
        <table
          className={cn("w-full border-separate border-spacing-0 text-ui", virtual && "table-fixed")}
          style={widths && { minWidth: `${widths.reduce((sum, width) => sum + width, 0)}ch` }}
          aria-rowcount={virtual ? shown.length + 1 : undefined}
        >
          {widths && (
            <colgroup>
              {columns.map(({ key }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns are their places
                <col key={`${index}:${key}`} style={{ width: `${widths[index]}ch` }} />
              ))}
            </colgroup>
          )}
          <TableHead table={table} sticky={virtual} />
          <tbody>
            {virtual && before > 0 && <Spacer height={before} />}
            {visible.map((row, index) => (
              <TableRow
                key={row.id}
                cells={row.getAllCells()}
                oneLine={virtual}
                rowIndex={virtual ? (items[index]?.index ?? 0) + 2 : undefined}
              />
            ))}
            {virtual && after > 0 && <Spacer height={after} />}
          </tbody>
        </table>
        {shown.length === 0 && <Nothing filter={filter} clear={() => setFilter("")} />}
      </ScrollArea>
      <footer className="-mx-(--pad) flex h-10 items-center justify-between px-(--pad) text-meta text-ink-3 tabular-nums group-last/block:-mb-(--pad) group-last/block:border-line group-last/block:border-t max-md:h-12">
        <span aria-live="polite">{count}</span>
        <Button
          variant="ghost"
          size="sm"
          className="-mr-2 text-meta"
          onClick={() =>
            downloadCsv(
              columns,
              shown.map(({ original }) => original),
            )
          }
        >
          <Download aria-hidden />
          CSV
        </Button>
      </footer>
    </div>
  );
}

function Nothing({ filter, clear }: { filter: string; clear: () => void }) {
  return (
    <p className="flex items-center justify-center gap-3 py-6 text-ui text-ink-2">
      {filter ? `No row holds “${filter.trim()}”.` : "No rows."}
      {filter && (
        <Button variant="outline" size="sm" onClick={clear}>
          Show all
        </Button>
      )}
    </p>
  );
}

function Spacer({ height }: { height: number }) {
  return (
    <tr aria-hidden>
      <td style={{ height }} className="p-0" />
    </tr>
  );
}

function counted(shown: number, all: number): string {
  const total = `${all.toLocaleString("en")} ${all === 1 ? "row" : "rows"}`;
  return shown === all ? total : `${shown.toLocaleString("en")} of ${total}`;
}
