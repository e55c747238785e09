"use client";

import { useMemo, useState } from "react";
import { LEAST, MAX_BY_HAND } from "@/components/blocks/table-widths";
import type { Shown } from "./cells";
import { type GridColumn, naturalWidth, widthsOf } from "./grid-columns";

type Cells = readonly Shown[];

/**
 * The widths of the columns in px, judged by the first rows that come; from then on they stay, whatever other rows come,
 * until the person changes one.
 */
export function useGridWidths(columns: readonly GridColumn[], first: readonly Cells[], room: number) {
  const [kept, setKept] = useState<{ of: string; rows: readonly Cells[] }>();
  const of = columns.map(({ name, type }) => `${name} ${type}`).join("\n");
  if (first.length > 0 && kept?.of !== of) setKept({ of, rows: first });
  const sample = kept?.of === of ? kept.rows : first;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the columns are is said by their names and types
  const given = useMemo(() => widthsOf(columns, sample, room), [of, sample, room]);
  const [own, setOwn] = useState<{ of: string; widths: number[] }>();
  const widths = own?.of === of ? own.widths : given;

  const resize = (at: number, width: number) =>
    setOwn({ of, widths: widths.with(at, Math.round(Math.min(Math.max(width, LEAST), MAX_BY_HAND))) });
  const toContent = (at: number, rows: readonly Cells[]) => {
    const column = columns[at];
    if (column) resize(at, naturalWidth(column, at, rows));
  };
  return { widths, resize, toContent };
}
