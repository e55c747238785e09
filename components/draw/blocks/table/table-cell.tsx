import { Check, X } from "lucide-react";
import type { GridColumn } from "@/components/draw/grid/column";
import { asNumber, cellOf } from "@/components/draw/grid/values";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/shared/i18n/en/blocks";
import { t as common } from "@/lib/shared/i18n/en/common";
import { type Column, isTicked, type Row, shareOf } from "./table-columns";

export function gridColumnOf(column: Column, isEditable: boolean): GridColumn<Row> {
  const { key, label, align, kind, text } = column;
  const edit = !isEditable ? "none" : kind === "checkbox" ? "box" : "text";
  return {
    ...{ label, align, edit, text, className: LOOK[kind] },
    view: (row, oneLine) => <Content row={row} column={column} oneLine={oneLine} isEditable={isEditable} />,
    ticked: (row) => (isTicked(cellOf(row, key)) ? "0" : "1"),
    extra: kind === "bar" || kind === "progress" ? BAR : kind === "badge" || kind === "boolean" ? BADGE : 0,
    wraps: kind === "text",
  };
}

/** Width in px of a bar and its gap. */
const BAR = 84;
/** Px around the text of a badge, or around the icon of a boolean. */
const BADGE = 20;
const FIGURES = "tabular-nums whitespace-nowrap";
const LOOK: { [K in Column["kind"]]?: string } = {
  number: FIGURES,
  bar: FIGURES,
  currency: FIGURES,
  percent: FIGURES,
  progress: FIGURES,
  date: FIGURES,
  data: "font-mono text-meta/5",
};

const MAX_CHARS = 500;
const LONG = 160;

type ContentProps = { row: Row; column: Column; oneLine: boolean; isEditable: boolean };

function Content({ row, column, oneLine, isEditable }: ContentProps) {
  const text = column.text(row);
  if (column.kind === "checkbox")
    return (
      <input
        type="checkbox"
        aria-label={column.label}
        checked={isTicked(cellOf(row, column.key))}
        disabled={!isEditable}
        readOnly
        tabIndex={-1}
        className="size-4 align-text-bottom accent-ink"
      />
    );
  if (!text) return <Nothing />;
  if (column.kind === "badge")
    return <Badge variant={BADGES[column.tones?.[text] ?? "neutral"]}>{text}</Badge>;
  if (column.kind === "boolean") return <Truth isTrue={text === "Yes"} />;
  if (column.kind === "bar" || column.kind === "progress")
    return <Bar row={row} text={text} column={column} />;
  if (column.kind === "link")
    return (
      <a
        href={String(cellOf(row, column.key))}
        target="_blank"
        rel="noopener noreferrer"
        tabIndex={-1}
        className="underline decoration-line-control underline-offset-4 hover:decoration-ink"
      >
        {text}
      </a>
    );
  const shown = text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text;
  return !oneLine && text.length > LONG ? <div className="line-clamp-4">{shown}</div> : shown;
}

const BADGES = {
  neutral: "secondary",
  success: "success",
  warning: "warning",
  danger: "destructive",
} as const;

function Truth({ isTrue }: { isTrue: boolean }) {
  const Icon = isTrue ? Check : X;
  return (
    <span className="inline-flex items-center gap-1">
      <Icon aria-hidden className="size-3.5 text-ink-2" />
      {isTrue ? common("yes") : common("no")}
    </span>
  );
}

/** Px around the text of a button. */
const BUTTON = 24;

export function actionColumnOf(label: string, onPress: (row: Row) => void, isOver: boolean): GridColumn<Row> {
  return {
    ...{ label, align: "left", edit: "none", extra: BUTTON },
    text: () => label,
    view: (row) => (
      <Button
        variant="outline"
        size="sm"
        className="h-6"
        tabIndex={-1}
        disabled={isOver}
        onClick={() => onPress(row)}
      >
        {label}
      </Button>
    ),
  };
}

type BarProps = { row: Row; text: string; column: Column };

function Bar({ row, text, column }: BarProps) {
  const isNegative = (asNumber(column.value(row)) ?? 0) < 0;
  return (
    <span className="flex items-center justify-end gap-3">
      <span aria-hidden className="h-1.5 w-18 shrink-0 overflow-hidden rounded-full bg-fill">
        <span
          className={`block h-full rounded-full ${isNegative ? "bg-chart-3" : "bg-chart-2"}`}
          style={{ width: `${shareOf(column, row) * 100}%` }}
        />
      </span>
      <span className="text-right" style={{ minWidth: `${column.chars}ch` }}>
        {text}
      </span>
    </span>
  );
}

function Nothing() {
  return (
    <>
      <span aria-hidden className="text-ink-3">
        –
      </span>
      <span className="sr-only">{t("empty")}</span>
    </>
  );
}
