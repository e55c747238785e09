import type { ClipboardEvent, FocusEvent, KeyboardEvent, MouseEvent, PointerEvent } from "react";
import { type CellPosition, HEADING, placeOf } from "./cell-place";
import type { Selection } from "./selection";
import { ROW } from "./slots";
import type { GridEditing, useCellEditing } from "./use-cell-editing";
import type { useCellKeys } from "./use-cell-keys";

type EventArgs<Row> = {
  selection: Selection | undefined;
  editing: GridEditing<Row> | undefined;
  keys: ReturnType<typeof useCellKeys>;
  cells: ReturnType<typeof useCellEditing<Row>>;
  textAt: (target: EventTarget) => string;
  scroller: { readonly current: HTMLElement | null };
  onHeading: ((isAtHeading: boolean) => void) | undefined;
};

export function gridEvents<Row>({
  keys,
  cells,
  selection,
  editing,
  textAt,
  scroller,
  onHeading,
}: EventArgs<Row>) {
  const { active, go } = keys;
  const cellOf = (target: EventTarget): CellPosition | undefined => {
    const place = target instanceof HTMLTextAreaElement ? undefined : placeOf(target);
    return place?.row === HEADING ? undefined : place;
  };
  return {
    onKeyDown(event: KeyboardEvent) {
      const place = cellOf(event.target);
      if (place && selection && event.shiftKey && event.key === " ") {
        event.preventDefault();
        selection.select(place.row, false);
      } else if (place && cells.onKeyDown(event, place)) event.preventDefault();
      else if (place && event.key === "Enter" && event.target instanceof Element)
        event.target.querySelector<HTMLElement>("a, button")?.click();
      if (!event.defaultPrevented)
        keys.onKeyDown(event, Math.floor((scroller.current?.clientHeight ?? ROW) / ROW) - 2);
    },
    onClick({ target, nativeEvent }: MouseEvent) {
      const place = cellOf(target);
      if (!place || cells.isHeld()) return;
      if (target instanceof HTMLInputElement) cells.tick(place);
      if (!getSelection()?.isCollapsed) return;
      go(place);
      // Double clicks are impractical on touch screens, so a tap opens the row for editing.
      if (nativeEvent instanceof globalThis.PointerEvent && nativeEvent.pointerType === "touch")
        editing?.openRow?.(place.row);
    },
    onDoubleClick({ target }: MouseEvent) {
      const place = cellOf(target);
      if (place && !cells.open) cells.begin(place);
    },
    // If the grid has no view of the row, a second tap on a cell starts an edit, because touch users have no keyboard.
    onPointerUp({ target, pointerType }: PointerEvent) {
      const place = cellOf(target);
      if (pointerType === "mouse" || !place || cells.open || editing?.openRow) return;
      if (place.row === active.row && place.column === active.column) cells.begin(place);
    },
    onFocus: ({ target }: FocusEvent) =>
      onHeading?.(placeOf(target)?.row === HEADING && target.matches(":focus-visible")),
    onBlur: () => onHeading?.(false),
    onCopy(event: ClipboardEvent) {
      const text = cellOf(event.target) && textAt(event.target);
      if (!text || !getSelection()?.isCollapsed) return;
      event.preventDefault();
      event.clipboardData.setData("text/plain", text);
    },
    onPaste(event: ClipboardEvent) {
      const place = cellOf(event.target);
      if (!place || !editing) return;
      event.preventDefault();
      const { clipboardData: data } = event;
      cells.paste(place, data.getData("text/plain"), data.getData("text/html"));
    },
  };
}
