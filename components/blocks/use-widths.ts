import { useMemo, useState } from "react";
import type { Column, Row } from "./table-columns";
import { fitted, LEAST, MAX_BY_HAND, naturalWidth } from "./table-widths";

type Fit = {
  room: number;
  wraps: boolean /** What comes later may widen a column, but not make it narrower. */;
  isSteady: boolean;
};

/** The widths of the columns in px: fitted into the room, until the person changes one; then all stay as they are. */
export function useWidths(columns: Column[], rows: Row[], { room, wraps, isSteady }: Fit) {
  const now = useMemo(() => columns.map((column) => naturalWidth(column, rows)), [columns, rows]);
  const [widest, setWidest] = useState(now);
  const natural = isSteady && widest.length === now.length ? widest : now;
  if (now.length !== widest.length || now.some((width, index) => width > (widest[index] ?? 0)))
    setWidest(now.map((width, index) => Math.max(width, natural[index] ?? 0)));
  const given = useMemo(() => fitted(natural, columns, room, wraps), [natural, columns, room, wraps]);
  const [own, setOwn] = useState<number[]>();
  const widths = own?.length === columns.length ? own : given;

  const resize = (index: number, width: number) =>
    setOwn(widths.with(index, Math.round(Math.min(Math.max(width, LEAST), MAX_BY_HAND))));
  const fit = (index: number) => {
    const column = columns[index];
    if (column) resize(index, naturalWidth(column, rows, true));
  };
  return { widths, isOwn: widths === own, resize, fit };
}
