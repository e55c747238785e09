"use client";

import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { t } from "@/lib/shared/i18n/en/versions";
import type { Diff, DiffRow, Fold } from "./diff";

/** Maximum number of rows shown initially. More rows would make the page slow. */
const MAX_ROWS = 1_000;

type TextDiffProps = {
  label: string;
  diff: Diff;
  isProse?: boolean;
};

export function TextDiff({ label, diff: { rows }, isProse = false }: TextDiffProps) {
  const [maxRows, setMaxRows] = useState(MAX_ROWS);
  if (rows.every(({ kind }) => kind === "fold" || kind === "same"))
    return <p className="px-4 py-3 text-ink-2">{t("noDifferences")}</p>;
  return (
    <>
      <table aria-label={label} className={cn("w-full table-fixed border-collapse py-2", textLook(isProse))}>
        <colgroup>
          <col className="w-10" />
          <col className="w-10" />
          <col className="w-6" />
          <col />
        </colgroup>
        <tbody>
          {rows
            .slice(0, maxRows)
            .map((row, index) =>
              row.kind === "fold" ? (
                <FoldRow key={keyOf(row.rows[0], index)} fold={row} />
              ) : (
                <Row key={keyOf(row, index)} row={row} />
              ),
            )}
        </tbody>
      </table>
      {rows.length > maxRows && (
        <Button variant="ghost" className="m-1" onClick={() => setMaxRows(rows.length)}>
          {t("showLines", { count: rows.length - maxRows })}
        </Button>
      )}
    </>
  );
}

export const textLook = (isProse: boolean) => (isProse ? "text-ui/6" : "font-mono text-meta/[18px]");

const keyOf = (row: DiffRow | undefined, index: number) =>
  `${row?.before ?? "-"} ${row?.after ?? "-"} ${index}`;

const SIGN = { same: "", removed: "−", added: "+" } as const;

function Row({ row: { kind, before, after, pieces } }: { row: DiffRow }) {
  const isAdded = kind === "added";
  const isRemoved = kind === "removed";
  return (
    <tr className={cn(isAdded && "bg-success-wash", isRemoved && "bg-danger-wash")}>
      <td className="pr-2 text-right align-top font-mono text-meta/[inherit] text-ink-3 tabular-nums select-none">
        {before}
      </td>
      <td className="pr-2 text-right align-top font-mono text-meta/[inherit] text-ink-3 tabular-nums select-none">
        {after}
      </td>
      <td
        aria-hidden
        className={cn(
          "text-center align-top select-none",
          isAdded && "text-success",
          isRemoved && "text-danger",
        )}
      >
        {SIGN[kind]}
      </td>
      <td className="whitespace-pre-wrap pr-3 wrap-anywhere">
        {kind !== "same" && <span className="sr-only">{isAdded ? t("addedLine") : t("removedLine")} </span>}
        <Pieces pieces={pieces} isAdded={isAdded} />
      </td>
    </tr>
  );
}

export function Pieces({ pieces, isAdded }: { pieces: DiffRow["pieces"]; isAdded: boolean }) {
  return pieces.map(({ at, text, isMarked }) =>
    isMarked ? (
      <mark key={at} className={cn("rounded-[2px] text-ink", isAdded ? "bg-success-mark" : "bg-danger-mark")}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
}

function FoldRow({ fold: { rows } }: { fold: Fold }) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return rows.map((row, index) => <Row key={keyOf(row, index)} row={row} />);
  return (
    <tr className="bg-fill-hover font-sans">
      <td colSpan={4} className="p-0">
        <button
          type="button"
          onClick={() => setIsOpen(true)}
          className="flex h-7 w-full items-center gap-2 px-3 text-ink-3 -outline-offset-2 transition-colors hover:bg-fill-hover hover:text-ink max-md:h-11"
        >
          <ChevronDown aria-hidden className="size-3.5" />
          {t("unchanged", { count: rows.length })}
        </button>
      </td>
    </tr>
  );
}
