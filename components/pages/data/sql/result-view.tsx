"use client";

import { CircleAlert, CircleCheck } from "lucide-react";
import { useMemo, useState } from "react";
import { lineOf, type Shown } from "@/components/draw/grid/cells";
import { nextSorting, type Sorting } from "@/components/draw/grid/column";
import { CsvButton } from "@/components/draw/grid/csv-button";
import { Grid } from "@/components/draw/grid/grid";
import { inOrder, placesOf } from "@/components/draw/grid/order";
import { CopyButton } from "@/components/ui/copy-button";
import Link from "@/components/ui/kit/agent-base";
import { duration } from "@/components/ui/kit/duration";
import { t as data } from "@/lib/shared/i18n/en/data";
import { t } from "@/lib/shared/i18n/en/dataSql";
import { resultColumns } from "../columns";
import type { Row } from "../row-pages";
import type { Outcome } from "./outcome";

export function ResultView({ outcome }: { outcome: Outcome }) {
  if (outcome.kind === "rows") return <Rows key={outcome.sql} result={outcome.result} />;
  if (outcome.kind === "changed") {
    const { changes, ms, snapshot } = outcome.result;
    return (
      <p role="status" className="flex items-start gap-2 p-5">
        <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
        <span>
          {t("done", { duration: duration(ms), count: changes })}{" "}
          {snapshot &&
            t.rich("snapshot", {
              link: (chunks) => (
                <Link href={`/agent/history/${snapshot}`} className="underline underline-offset-4">
                  {chunks}
                </Link>
              ),
            })}
        </span>
      </p>
    );
  }
  return (
    <div role="alert" className="flex items-start gap-2 overflow-y-auto p-5">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      <p className="min-w-0 flex-1 whitespace-pre-wrap wrap-anywhere">{outcome.message}</p>
      <CopyButton text={() => outcome.message} />
    </div>
  );
}

function Rows({ result }: { result: Extract<Outcome, { kind: "rows" }>["result"] }) {
  const { columns: names, rows, truncated, ms } = result;
  const [sorting, setSorting] = useState<Sorting>();
  const columns = useMemo(() => resultColumns(names, rows), [names, rows]);
  const all = useMemo(() => rows.map((cells) => ({ cells, key: undefined })), [rows]);
  const shown = useMemo(() => ordered(all, sorting), [all, sorting]);
  // Use indexes as keys: two columns of a result can have the same name.
  const keyed = names.map((label, at) => ({ key: String(at), label }));
  const copyRows = () =>
    shown.map(({ cells }) =>
      Object.fromEntries(cells.map((cell, at) => [at, typeof cell === "number" ? cell : lineOf(cell)])),
    );
  return (
    <>
      <Grid
        label={t("result")}
        columns={columns}
        rows={{ count: shown.length, at: (index) => shown[index] }}
        sample={all}
        sorting={sorting}
        onSort={(column) => setSorting(nextSorting(sorting, column))}
        order={sorting}
        hasGutter
        className="min-h-0 flex-1 overscroll-contain"
      >
        <p className="sticky left-0 px-4 py-8 text-center text-ink-2">{data("noRows")}</p>
      </Grid>
      <footer className="flex h-10 shrink-0 items-center gap-3 border-line border-t px-4 text-meta text-ink-3 max-md:h-12">
        <span role="status" className="min-w-0 truncate tabular-nums">
          {t(truncated ? "firstRowsIn" : "rowsIn", { count: rows.length, duration: duration(ms) })}
        </span>
        <span className="-mr-2 ml-auto">
          <CsvButton name="result" columns={keyed} rows={copyRows} />
        </span>
      </footer>
    </>
  );
}

/** Sorts as SQLite does, numbers before text, except that NULL always comes last. */
function ordered(rows: readonly Row[], sorting: Sorting | undefined): readonly Row[] {
  if (!sorting) return rows;
  const values = rows.map(({ cells }) => plain(cells[sorting.column] ?? null));
  const places = placesOf(values, (value) => value === null);
  return inOrder([...rows.keys()], places, sorting.desc).flatMap((at) => rows[at] ?? []);
}

const plain = (cell: Shown): unknown => (typeof cell === "object" && cell !== null ? lineOf(cell) : cell);
