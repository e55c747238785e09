import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { t } from "@/lib/shared/i18n/en/grid";
import type { Move } from "./cell-editor";
import { along, type CellPosition, HEADING } from "./cell-place";
import type { CellEdit, GridColumn } from "./column";
import { pastedCells } from "./paste";

/** `text` is the initial text of the field; `row` contains the complete value of the cell. */
type EditStart<Row> = { row: Row; text: string };

/** Callbacks that edit cells and rows. Without them the grid is read-only. */
export type GridEditing<Row> = {
  refusal?: (row: Row) => string | undefined;
  /** Returns what an edit starts from. If the cell cannot be edited, tells the user why and returns undefined. */
  begin: (
    row: Row,
    column: number,
    index: number,
  ) => EditStart<Row> | undefined | Promise<EditStart<Row> | undefined>;
  /** Receives new texts of one row by column index; null clears a cell. Returns the problem, if any. */
  take: (row: Row, cells: ReadonlyMap<number, string | null>) => string | undefined;
  openRow?: (index: number) => void;
  say: (message: string) => void;
  /** Called with true while a cell is being edited. The row should then keep its position. */
  onHold?: (isEditing: boolean) => void;
};

/** `row` is the row as it was when the edit started, so that the write detects a conflict. */
export type OpenCell<Row> = EditStart<Row> & { id: string; column: number; isReplacing: boolean };

/** `done` submits the text and returns the problem, if any. */
export type CellEvents<Row> = {
  done: (open: OpenCell<Row>, text: string, move: Move) => string | undefined;
  cancel: () => void;
};

type Args<Row> = {
  columns: readonly GridColumn<Row>[];
  rows: { count: number; at: (index: number) => Row | undefined };
  idOf: (index: number) => string;
  active: CellPosition;
  go: (place: CellPosition) => void;
  editing: GridEditing<Row> | undefined;
};

/** Edits cells in place. Enter, F2, a double click or typing starts an edit; Delete clears a cell. */
export function useCellEditing<Row>({ columns, rows, idOf, active, go, editing }: Args<Row>) {
  const [openCell, setOpenCell] = useState<OpenCell<Row>>();
  const isHere = openCell && openCell.column === active.column && openCell.id === idOf(active.row);
  const open = isHere ? openCell : undefined;
  /** True if the text was rejected. The focus then stays in the field until the user fixes or cancels the edit. */
  const isRejected = useRef(false);
  const isOpen = open !== undefined;
  const onHold = editing?.onHold;
  useEffect(() => onHold?.(isOpen), [onHold, isOpen]);

  const changeable = (place: CellPosition) => changeableAt(place, { columns, rows, editing });

  const begin = (place: CellPosition, typed?: string) => {
    const cell = changeable(place);
    if (!cell || !editing || cell.column.edit === "box") return;
    if (cell.column.edit === "row") return editing.openRow?.(place.row);
    const show = (started: EditStart<Row> | undefined) => {
      if (!started) return;
      // Focus the cell first, because the field then takes the focus from it.
      if (place.row !== active.row || place.column !== active.column) flushSync(() => go(place));
      const { row, text } = started;
      const isReplacing = typed !== undefined;
      setOpenCell({ row, text: typed ?? text, id: idOf(place.row), column: place.column, isReplacing });
    };
    const started = editing.begin(cell.row, place.column, place.row);
    if (started instanceof Promise) void started.then(show);
    else show(started);
  };

  const take = (row: Row, column: number, text: string | null): string | undefined => {
    const problem = editing?.take(row, new Map([[column, text]]));
    if (problem) editing?.say(problem);
    return problem;
  };

  const tick = (place: CellPosition): boolean => {
    if (columns[place.column]?.edit !== "box") return false;
    const cell = changeable(place);
    if (cell?.column.ticked) take(cell.row, place.column, cell.column.ticked(cell.row));
    return cell !== undefined;
  };

  const goOn = (move: Move) => {
    if (move === "stay") return;
    if (move === "down") return go({ ...active, row: active.row + 1 });
    const extent = { rows: rows.count, columns: columns.length };
    const to = along(active, move === "next" ? 1 : -1, extent, (at) => isStop(columns[at]?.edit));
    // Moves even if the target cell cannot be edited yet, because its row may still be loading.
    flushSync(() => go(to ?? active));
    if (to && columns[to.column]?.edit === "text") begin(to);
  };
  const done = (cell: OpenCell<Row>, text: string, move: Move): string | undefined => {
    const isUntouched = !cell.isReplacing && text === cell.text;
    const problem = isUntouched ? undefined : editing?.take(cell.row, new Map([[cell.column, text]]));
    isRejected.current = problem !== undefined;
    if (problem !== undefined) return problem;
    setOpenCell((now) => (now === cell ? undefined : now));
    goOn(move);
    return undefined;
  };
  const cancel = () => {
    isRejected.current = false;
    setOpenCell(undefined);
    go(active);
  };

  const paste = (from: CellPosition, text: string, html: string) => {
    if (editing && changeable(from)) pasteInto(from, pastedCells(text, html), { columns, rows, editing });
  };

  const onKeyDown = (event: KeyboardEvent, place: CellPosition): boolean => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (!editing || isOpen || place.row === HEADING || ctrlKey || metaKey || altKey) return false;
    if ((key === " " || key === "Enter") && !shiftKey && tick(place)) return true;
    if (key === "Enter" || key === "F2") {
      const isWay = columns[place.column]?.edit === "none" && holdsWay(event.target);
      if (!isWay) begin(place);
      return !isWay;
    }
    if (key === " " && editing.openRow) editing.openRow(place.row);
    else if (key === "Delete" || key === "Backspace") {
      const cell = changeable(place);
      if (cell) take(cell.row, place.column, null);
    } else if (key.length === 1 && key !== " ") begin(place, key);
    else return false;
    return true;
  };

  const on = useSame({ done, cancel });
  return { open, isHeld: () => isRejected.current && isOpen, begin, tick, paste, onKeyDown, on };
}

/** Returns functions that never change, because a row is rendered again when its props change. */
function useSame<Row>(events: CellEvents<Row>): CellEvents<Row> {
  const latest = useRef(events);
  useEffect(() => {
    latest.current = events;
  });
  return useMemo(
    () => ({
      done: (...args) => latest.current.done(...args),
      cancel: () => latest.current.cancel(),
    }),
    [],
  );
}

const isStop = (edit: CellEdit | undefined): boolean => edit === "text" || edit === "box";

const holdsWay = (target: EventTarget): boolean =>
  target instanceof Element && target.querySelector("a, button") !== null;

type Cells<Row> = Pick<Args<Row>, "columns" | "rows">;

function changeableAt<Row>(
  { row: index, column: at }: CellPosition,
  { columns, rows, editing }: Cells<Row> & Pick<Args<Row>, "editing">,
) {
  const [row, column] = [rows.at(index), columns[at]];
  if (row === undefined || !column || !editing) return undefined;
  const why = column.edit === "none" ? t("computed", { label: column.label }) : editing.refusal?.(row);
  if (why) editing.say(why);
  return why ? undefined : { row, column };
}

function pasteInto<Row>(
  from: CellPosition,
  pasted: string[][],
  { columns, rows, editing }: Cells<Row> & { editing: GridEditing<Row> },
): void {
  let left = 0;
  let problem: string | undefined;
  for (const [down, line] of pasted.entries()) {
    const row = rows.at(from.row + down);
    const cells = line.map((text, right) => [from.column + right, text] as const);
    const taken = cells.filter(([at]) => row !== undefined && (columns[at]?.edit ?? "none") !== "none");
    const why = row === undefined || taken.length === 0 ? undefined : editing.take(row, new Map(taken));
    left += why ? line.length : line.length - taken.length;
    problem ??= why;
  }
  const isBlock = pasted.length > 1 || (pasted[0]?.length ?? 0) > 1;
  const leftOut = left > 0 && isBlock ? t("pasteLeft", { left }) : "";
  if (problem || leftOut) editing.say([problem, leftOut].filter(Boolean).join(" "));
}
