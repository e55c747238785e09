import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { downloadCsv, toTsv } from "./csv";
import type { Column, Row } from "./table-columns";

type TableFooterProps = {
  count: string;
  hintId: string;
  /** A heading has the focus, by keyboard. */
  showsHint: boolean;
  /** The name of the file, without its ending. */
  name: string;
  columns: Column[];
  rows: () => Row[];
};

/** How many rows there are, and the ways to take them along. */
export function TableFooter({ count, hintId, showsHint, name, columns, rows }: TableFooterProps) {
  return (
    <footer className="-mx-(--pad) flex h-10 items-center gap-3 px-(--pad) text-meta text-ink-3 group-last/block:-mb-(--pad) group-last/block:border-line group-last/block:border-t max-md:h-12">
      <span aria-live="polite" className="shrink-0 tabular-nums">
        {count}
      </span>
      <span id={hintId} hidden={!showsHint} className="min-w-0 truncate">
        Enter sorts; Shift with an arrow changes the width
      </span>
      <span className="-mr-2 ml-auto flex shrink-0">
        <CopyButton named text={() => toTsv(columns, rows())} className="text-meta" />
        <Button
          variant="ghost"
          size="sm"
          className="text-meta"
          onClick={() => downloadCsv(name, columns, rows())}
        >
          <Download aria-hidden />
          CSV
        </Button>
      </span>
    </footer>
  );
}
