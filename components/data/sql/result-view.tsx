"use client";

import { CircleAlert, CircleCheck } from "lucide-react";
import Link from "next/link";
import { useMemo, useState } from "react";
import { CsvButton } from "@/components/blocks/csv-button";
import { compareCells } from "@/components/blocks/table-cells";
import { duration } from "@/components/kit/duration";
import { countWords } from "@/components/kit/words";
import { CopyButton } from "@/components/ui/copy-button";
import type { Cell } from "@/lib/shared/data/cell";
import { lineOf } from "../cells";
import { Grid } from "../grid";
import type { Sorting } from "../grid-head";
import { type Outcome, resultColumns } from "./outcome";

/** What came of the last run. */
export function ResultView({ outcome }: { outcome: Outcome }) {
  if (outcome.kind === "rows") return <Rows key={outcome.sql} result={outcome.result} />;
  if (outcome.kind === "changed") {
    const { changes, ms, snapshot } = outcome.result;
    return (
      <p role="status" className="flex items-start gap-2 p-5">
        <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
        <span>
          Done in {duration(ms)}, {countWords(changes, "row")} changed.
          {snapshot && (
            <>
              {" "}
              What was there before is{" "}
              <Link href={`/history/${snapshot}`} className="underline underline-offset-4">
                in the history
              </Link>
              .
            </>
          )}
        </span>
      </p>
    );
  }
  return (
    <div role="alert" className="flex items-start gap-2 overflow-y-auto p-5">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      <p className="min-w-0 flex-1 whitespace-pre-wrap wrap-anywhere">{outcome.words}</p>
      <CopyButton text={() => outcome.words} />
    </div>
  );
}

function Rows({ result }: { result: Extract<Outcome, { kind: "rows" }>["result"] }) {
  const { columns: names, rows, truncated, ms } = result;
  const [sorting, setSorting] = useState<Sorting>();
  const columns = useMemo(() => resultColumns(names, rows), [names, rows]);
  const shown = useMemo(
    () => ordered(rows, sorting).map((cells) => ({ cells, key: undefined })),
    [rows, sorting],
  );
  const onSort = (column: number) =>
    setSorting((before) => {
      if (before?.column !== column) return { column, desc: false };
      return before.desc ? undefined : { column, desc: true };
    });
  // Two columns of a result may have one name.
  const keyed = names.map((label, at) => ({ key: String(at), label }));
  const texts = () =>
    shown.map(({ cells }) =>
      Object.fromEntries(cells.map((cell, at) => [at, typeof cell === "number" ? cell : lineOf(cell)])),
    );
  return (
    <>
      <Grid
        label="Result"
        columns={columns}
        count={shown.length}
        rowAt={(at) => shown[at]}
        sorting={sorting}
        onSort={onSort}
        order={sorting}
      >
        <p className="sticky left-0 px-4 py-8 text-center text-ink-2">No row fits.</p>
      </Grid>
      <footer className="flex h-10 shrink-0 items-center gap-3 border-line border-t px-4 text-meta text-ink-3 max-md:h-12">
        <span role="status" className="min-w-0 truncate tabular-nums">
          {truncated
            ? `The first ${countWords(rows.length, "row")}; there are more`
            : countWords(rows.length, "row")}
          , {duration(ms)}
        </span>
        <span className="-mr-2 ml-auto">
          <CsvButton name="result" columns={keyed} rows={texts} />
        </span>
      </footer>
    </>
  );
}

/** A result in another order, as SQLite would sort it: numbers before texts; NULL comes last either way. */
function ordered<Row extends readonly Cell[]>(
  rows: readonly Row[],
  sorting: Sorting | undefined,
): readonly Row[] {
  if (!sorting) return rows;
  const { column, desc } = sorting;
  const way = desc ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [one[column] ?? null, other[column] ?? null];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return way * compareCells(plain(a), plain(b));
  });
}

const plain = (cell: Cell): unknown => (typeof cell === "object" && cell !== null ? lineOf(cell) : cell);
