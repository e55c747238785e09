"use client";

import { CircleAlert, CircleCheck, Download } from "lucide-react";
import Link from "next/link";
import { useMemo, useState } from "react";
import { downloadCsv } from "@/components/canvas/blocks/csv";
import { duration } from "@/components/chat/duration";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { lineOf } from "../cells";
import { Grid } from "../grid";
import type { Sorting } from "../grid-head";
import { countWords } from "../words";
import { ordered } from "./order";
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
  const save = () => {
    // Two columns of a result may have one name.
    const keyed = names.map((label, at) => ({ key: String(at), label }));
    const texts = shown.map(({ cells }) =>
      Object.fromEntries(cells.map((cell, at) => [at, typeof cell === "number" ? cell : lineOf(cell)])),
    );
    downloadCsv("result", keyed, texts);
  };
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
        <Button variant="ghost" size="sm" className="-mr-2 ml-auto text-meta" onClick={save}>
          <Download aria-hidden />
          CSV
        </Button>
      </footer>
    </>
  );
}
