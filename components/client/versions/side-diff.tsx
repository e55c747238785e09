"use client";

import { ChevronDown } from "lucide-react";
import { Fragment, useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { t } from "@/lib/shared/i18n/en/versions";
import type { Diff, DiffRow } from "./diff";
import { Pieces, textLook } from "./text-diff";

const MAX_ROWS = 1_000;

type SideDiffProps = { label: string; diff: Diff; isProse?: boolean };
type Pair = { before?: DiffRow; after?: DiffRow };
type Line = Pair | { folded: Pair[] };

export function SideDiff({ label, diff, isProse = false }: SideDiffProps) {
  const [maxRows, setMaxRows] = useState(MAX_ROWS);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const lines = useMemo(() => linesOf(diff), [diff]);
  return (
    <>
      <table aria-label={label} className={cn("w-full table-fixed border-collapse", textLook(isProse))}>
        <colgroup>
          <col className="w-10" />
          <col />
          <col className="w-10" />
          <col />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th colSpan={2}>{t("before")}</th>
            <th colSpan={2}>{t("after")}</th>
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, maxRows).map((line, index) => {
            const first = "folded" in line ? line.folded[0] : line;
            const key = `${first?.before?.before ?? "-"} ${first?.after?.after ?? "-"}`;
            if (!("folded" in line)) return <PairRow key={key} pair={line} />;
            if (open.has(index))
              return (
                <Fragment key={key}>
                  {line.folded.map((pair) => (
                    <PairRow key={pair.before?.before} pair={pair} />
                  ))}
                </Fragment>
              );
            return (
              <tr key={key} className="bg-fill-hover font-sans">
                <td colSpan={4} className="p-0">
                  <button
                    type="button"
                    onClick={() => setOpen(new Set([...open, index]))}
                    className="flex h-7 w-full items-center gap-2 px-3 text-meta text-ink-3 -outline-offset-2 transition-colors hover:bg-fill-hover hover:text-ink max-md:h-11"
                  >
                    <ChevronDown aria-hidden className="size-3.5" />
                    {t("unchanged", { count: line.folded.length })}
                  </button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {lines.length > maxRows && (
        <Button variant="ghost" className="m-1" onClick={() => setMaxRows(lines.length)}>
          {t("showLines", { count: lines.length - maxRows })}
        </Button>
      )}
    </>
  );
}

function PairRow({ pair: { before, after } }: { pair: Pair }) {
  return (
    <tr>
      <Half row={before} number={before?.before} wash="bg-danger-wash" prefix={t("removedLine")} />
      <Half row={after} number={after?.after} wash="bg-success-wash" prefix={t("addedLine")} />
    </tr>
  );
}

type HalfProps = { row: DiffRow | undefined; number: number | undefined; wash: string; prefix: string };

function Half({ row, number, wash, prefix }: HalfProps) {
  const isChanged = row !== undefined && row.kind !== "same";
  const ground = row === undefined ? "bg-fill-hover" : isChanged ? wash : "";
  return (
    <>
      <td
        className={cn(
          ground,
          "pr-2 text-right align-top font-mono text-meta/[inherit] text-ink-3 tabular-nums select-none",
        )}
      >
        {number}
      </td>
      <td className={cn(ground, "whitespace-pre-wrap pr-3 align-top wrap-anywhere")}>
        {isChanged && <span className="sr-only">{prefix} </span>}
        {row && <Pieces pieces={row.pieces} isAdded={row.kind === "added"} />}
      </td>
    </>
  );
}

function linesOf({ rows }: Diff): Line[] {
  const lines: Line[] = [];
  for (let i = 0; i < rows.length; ) {
    const row = rows[i];
    if (!row) break;
    if (row.kind === "fold") {
      lines.push({ folded: row.rows.map((same) => ({ before: same, after: same })) });
      i++;
    } else if (row.kind === "same") {
      lines.push({ before: row, after: row });
      i++;
    } else {
      const removed = runOf(rows, i, "removed");
      const added = runOf(rows, i + removed.length, "added");
      for (let at = 0; at < Math.max(removed.length, added.length); at++)
        lines.push({ before: removed[at], after: added[at] });
      i += removed.length + added.length;
    }
  }
  return lines;
}

function runOf(rows: Diff["rows"], from: number, kind: "removed" | "added"): DiffRow[] {
  const run: DiffRow[] = [];
  for (let row = rows[from]; row?.kind === kind; row = rows[from + run.length]) run.push(row);
  return run;
}
