import { Pencil, Plus, Trash2 } from "lucide-react";
import { Button } from "@/components/ui/button";

type TableEditBarProps = {
  /** The place of the chosen row, from 0. */
  row: number | undefined;
  onAdd: () => void;
  onRemove: () => void;
};

/** Says that a table can be changed, and adds and deletes its rows. */
export function TableEditBar({ row, onAdd, onRemove }: TableEditBarProps) {
  const isChosen = row !== undefined;
  return (
    <div className="-mx-2 mb-1 flex flex-wrap items-center gap-x-1 text-meta text-ink-3">
      <p className="flex min-w-0 flex-1 items-center gap-1.5 px-2 max-md:basis-full">
        <Pencil aria-hidden className="size-3.5 shrink-0" />
        <span className="truncate pointer-coarse:hidden">Double-click a cell to change it</span>
        <span className="hidden truncate pointer-coarse:inline">Tap a cell twice to change it</span>
      </p>
      <Button variant="ghost" size="sm" className="text-meta" onClick={onAdd}>
        <Plus aria-hidden />
        Add a row
      </Button>
      <Button
        variant="ghost"
        size="sm"
        className="text-meta"
        aria-disabled={!isChosen}
        title={isChosen ? undefined : "Choose a cell of the row first"}
        onClick={() => isChosen && onRemove()}
      >
        <Trash2 aria-hidden />
        {isChosen ? `Delete row ${row + 1}` : "Delete a row"}
      </Button>
    </div>
  );
}
