import { type KeyboardEvent, type MouseEvent, type PointerEvent, useState } from "react";
import { cellOf } from "./table-cells";
import { type Column, isTicked, type Row } from "./table-columns";
import { type Move, TableEditor } from "./table-editor";
import { HEADING, type Place, placeOf } from "./use-cell-keys";

/** How cells are changed; missing where they cannot be. */
export type CellEditing = {
  /** The columns that cannot be changed, by their places. */
  fixed: ReadonlySet<number>;
  /** What one begins with; undefined where this very cell cannot be changed. */
  textOf(row: Row, column: number): string | undefined;
  /** Takes what was typed; null empties the cell. Gives what is wrong with it. */
  take(row: Row, column: Column, at: number, text: string | null): string | undefined;
  /** Missing while there is nothing to take back, or to make again. */
  undo?: () => void;
  redo?: () => void;
  /** Missing where rows cannot be added. */
  addRow?: () => void;
  removeRow?: (row: Row) => void;
};

type Grid = {
  editing: CellEditing | undefined;
  columns: Column[];
  shown: readonly { id: string; original: Row }[];
  active: Place;
  go: (to: Place) => void;
};

/** `row` is as it was at the beginning: what became of it meanwhile is noticed when it is written. */
type Open = { id: string; row: Row; column: number; text: string; problem?: string };

/** Changing a cell of a table in its place: Enter, F2, a double click or just typing begins it, a tap on a touch screen. */
export function useCellEdit({ editing, columns, shown, active, go }: Grid) {
  const [open, setOpen] = useState<Open>();
  const isOpen = open !== undefined && shown[active.row]?.id === open.id && active.column === open.column;

  const begin = (place: Place, typed?: string): boolean => {
    const row = shown[place.row];
    if (columns[place.column]?.kind === "checkbox") return false;
    const text = row && !editing?.fixed.has(place.column) && editing?.textOf(row.original, place.column);
    if (typeof text !== "string" || !row) return false;
    go(place);
    setOpen({ id: row.id, row: row.original, column: place.column, text: typed ?? text });
    return true;
  };

  const take = (row: Row, at: number, text: string | null): string | undefined => {
    const column = columns[at];
    return column && editing?.take(row, column, at, text);
  };

  /** Ticks a box or takes the tick away. */
  const toggle = ({ row: at, column: index }: Place): boolean => {
    const row = shown[at]?.original;
    const column = columns[index];
    if (!row || column?.kind !== "checkbox" || !editing || editing.fixed.has(index)) return false;
    take(row, index, isTicked(cellOf(row, column.key)) ? "0" : "1");
    return true;
  };

  /** Ends the change, and leads on to another cell. */
  const close = (text: string | undefined, to?: Place) => {
    if (!open) return;
    const problem = text === undefined ? undefined : take(open.row, open.column, text);
    if (problem) return setOpen({ ...open, text: text ?? "", problem });
    setOpen(undefined);
    if (to) go(to);
  };

  const onKeyDown = (event: KeyboardEvent): boolean => {
    const place = placeOf(event.target);
    if (!editing || isOpen || !place) return false;
    const done = keyed(event, place);
    if (done) event.preventDefault();
    return done;
  };

  const run = (action: (() => void) | undefined): true => {
    action?.();
    return true;
  };

  const keyed = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent, place: Place): boolean => {
    const command = ctrlKey || metaKey;
    if (command && key.toLowerCase() === "z") return run(shiftKey ? editing?.redo : editing?.undo);
    if (command && key.toLowerCase() === "y") return run(editing?.redo);
    if (command || altKey || place.row === HEADING) return false;
    if (key === " " || key === "Enter") if (toggle(place)) return true;
    if (key === "Enter" || key === "F2") return begin(place);
    if (key === "Delete" || key === "Backspace") {
      const row = shown[place.row]?.original;
      if (!row || editing?.fixed.has(place.column)) return false;
      take(row, place.column, null);
      return true;
    }
    return key.length === 1 && key !== " " && begin(place, key);
  };

  const onDoubleClick = ({ target }: MouseEvent) => {
    const place = placeOf(target);
    if (place && !isOpen && place.row !== HEADING) begin(place);
  };
  // Where there is no key to press, a tap on a cell that is chosen already begins.
  const onPointerUp = ({ target, pointerType }: PointerEvent) => {
    const place = placeOf(target);
    if (pointerType === "mouse" || isOpen || !place) return;
    if (place.row === active.row && place.column === active.column) begin(place);
  };

  const to = (move: Move): Place => {
    if (move === "down") return { row: active.row + 1, column: active.column };
    const step = move === "right" ? 1 : -1;
    const free = columns.flatMap((_, at) => (editing?.fixed.has(at) ? [] : at));
    const at = free.indexOf(active.column) + step;
    const column = free[at];
    if (column !== undefined) return { row: active.row, column };
    return { row: active.row + step, column: (step > 0 ? free[0] : free.at(-1)) ?? 0 };
  };

  const column = columns[active.column];
  const editor = isOpen && column && (
    <TableEditor
      label={column.label}
      isNumeric={column.align === "right"}
      text={open.text}
      problem={open.problem}
      onTake={(text, move) => close(text, move && to(move))}
      onCancel={() => close(undefined, active)}
    />
  );
  /** What was typed does not fit: the cell is not left before that is mended or given up. */
  const isHeld = isOpen && open.problem !== undefined;
  return { editor, isHeld, fixed: editing?.fixed, toggle, onKeyDown, onDoubleClick, onPointerUp };
}
