"use client";

import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Place } from "@/components/blocks/use-cell-keys";
import { wordsOf } from "@/components/settings/api";
import { affinityOf } from "./affinity";
import type { Move } from "./cell-editor";
import { editableText, isBlob, isSame, isWhole, type Shown } from "./cells";
import type { GridEditing } from "./grid";
import type { GridColumn } from "./grid-columns";
import { parseCell } from "./parse-cell";
import type { Row } from "./row-pages";

/** A cell while it is being changed: its place, its row and what it held, and what stands in its field at first. */
export type Open = Place & { of: Row; before: Shown; initial: string; isReplacing: boolean };

type CellEditorArgs = {
  columns: readonly GridColumn[];
  count: number;
  rowAt: (index: number) => Row | undefined;
  go: (place: Place) => void;
  editing: GridEditing | undefined;
};

/** The cell that is being changed, and the keys that begin it: Enter, F2, a letter; Delete makes it NULL. */
export function useCellEditor({ columns, count, rowAt, go, editing }: CellEditorArgs) {
  const [editor, setEditor] = useState<Open>();
  const isOpen = editor !== undefined;
  const hold = editing?.hold;
  useEffect(() => hold?.(isOpen), [hold, isOpen]);

  /** The cell at a place where it can be changed; where it cannot, says why. */
  const changeable = (place: Place) => {
    const [row, column] = [rowAt(place.row), columns[place.column]];
    if (!row || !column || !editing) return undefined;
    const before = row.cells[place.column] ?? null;
    if (!column.isEditable) editing.refuse(`${column.name} is worked out, and not edited.`);
    else if (!row.key)
      editing.refuse("This row has no key of its own, so it cannot be edited here. Use SQL.");
    else return { row, column, before };
    return undefined;
  };

  const begin = async (place: Place, typed?: string) => {
    const cell = changeable(place);
    if (!cell || !editing) return;
    const { row, column } = cell;
    let { before } = cell;
    if (isBytes(column) || isBlob(before)) return editing.open(place.row);
    if (!isWhole(before))
      try {
        before = await editing.whole(row, column.name);
      } catch (error) {
        return editing.refuse(`All of this text could not be read. ${wordsOf(error)}`);
      }
    const initial = typed ?? editableText(before);
    if (initial === undefined) return;
    setEditor({
      row: place.row,
      of: row,
      column: place.column,
      before,
      initial,
      isReplacing: typed !== undefined,
    });
  };

  const write = (row: Row, column: GridColumn, text: string, before: Shown): string | undefined => {
    const parsed = parseCell(text, affinityOf(column.type), before);
    if ("problem" in parsed) return parsed.problem;
    if (!isSame(parsed.cell, before)) editing?.change(row, column.name, parsed.cell);
    return undefined;
  };

  const step = (from: Place, move: Move) => {
    if (move === "stay") return;
    if (move === "down" || move === "up") return go({ ...from, row: from.row + (move === "down" ? 1 : -1) });
    const to = neighbour(from, move === "next" ? 1 : -1, columns, count);
    // The cell has the focus before the field in it takes it.
    flushSync(() => go(to ?? from));
    if (to && rowAt(to.row)?.key) void begin(to);
  };

  // The row draws itself anew only when something of it changes: it is given the same functions always.
  const latest = useRef({ write, step, go });
  useEffect(() => {
    latest.current = { write, step, go };
  });
  const done = useCallback(
    (editor: Open, text: string, move: Move): string | undefined => {
      const { write, step } = latest.current;
      const column = columns[editor.column];
      if (!column) return undefined;
      const isUntouched = !editor.isReplacing && text === editor.initial;
      const problem = isUntouched ? undefined : write(editor.of, column, text, editor.before);
      if (problem !== undefined) return problem;
      setEditor((now) => (now === editor ? undefined : now));
      step({ row: editor.row, column: editor.column }, move);
      return undefined;
    },
    [columns],
  );
  const cancel = useCallback(({ row, column }: Open) => {
    setEditor(undefined);
    latest.current.go({ row, column });
  }, []);

  const onKeyDown = (event: KeyboardEvent, place: Place) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (!editing || ctrlKey || metaKey || altKey) return;
    if (key === "Enter" || key === "F2") void begin(place);
    else if (key === " " && !shiftKey) editing.open(place.row);
    else if (key === "Delete" || key === "Backspace") {
      const cell = changeable(place);
      if (cell && cell.before !== null) editing.change(cell.row, cell.column.name, null);
    } else if (key.length === 1 && key !== " ") void begin(place, key);
    else return;
    event.preventDefault();
  };
  const paste = (place: Place, text: string) => {
    const cell = changeable(place);
    if (!cell || !editing) return;
    const problem = write(cell.row, cell.column, text.replace(/\r?\n$/, ""), cell.before);
    if (problem) editing.refuse(problem);
  };
  return { editor, begin, done, cancel, onKeyDown, paste };
}

/** Bytes are not written by hand. */
const isBytes = ({ type }: GridColumn): boolean => /blob/i.test(type);

/** The next cell that can be changed, in the order of reading. */
function neighbour(
  from: Place,
  by: 1 | -1,
  columns: readonly GridColumn[],
  count: number,
): Place | undefined {
  let { row, column } = from;
  for (let tries = 0; tries < columns.length; tries++) {
    column += by;
    if (column < 0 || column >= columns.length) {
      column = by > 0 ? 0 : columns.length - 1;
      row += by;
    }
    if (row < 0 || row >= count) return undefined;
    const to = columns[column];
    if (to?.isEditable && !isBytes(to)) return { row, column };
  }
  return undefined;
}
