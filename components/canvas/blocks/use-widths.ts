import { useMemo, useState } from "react";
import type { Column, Row } from "./table-columns";
import { fitted, LEAST, MOST_BY_HAND, naturalWidth } from "./table-widths";

/** The widths of the columns in px: fitted into the room, until the person changes one; then all stay as they are. */
export function useWidths(columns: Column[], rows: Row[], room: number, wraps: boolean) {
  const natural = useMemo(() => columns.map((column) => naturalWidth(column, rows)), [columns, rows]);
  const given = useMemo(() => fitted(natural, columns, room, wraps), [natural, columns, room, wraps]);
  const [own, setOwn] = useState<number[]>();
  const widths = own?.length === columns.length ? own : given;

  const resize = (index: number, width: number) =>
    setOwn(widths.with(index, Math.round(Math.min(Math.max(width, LEAST), MOST_BY_HAND))));
  const fit = (index: number) => {
    const column = columns[index];
    if (column) resize(index, naturalWidth(column, rows, true));
  };
  return { widths, isOwn: widths === own, resize, fit };
}
