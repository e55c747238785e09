import type { TableColumn } from "@/lib/shared/blocks/table";
import { asDay } from "./iso-date";
import { asNumber, cellOf, cellText, columnFormat, isEmpty, isNumeric } from "./table-cells";

export type Row = Record<string, unknown>;
export type ColumnKind = "text" | "number" | "date" | "link" | "bar" | "checkbox" | "data";

/** A column as it is drawn: what its cells are, and how they are written. */
export type Column = {
  key: string;
  label: string;
  kind: ColumnKind;
  align: "left" | "right" | "center";
  /** A cell as people read it; "" where it is empty. */
  text: (row: Row) => string;
  /** For bars: the largest number, whatever its sign, and how long the longest one is written. */
  most: number;
  chars: number;
  /** The same as long as it is drawn in the same way. */
  said: string;
};

const dateFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** Works out what every column holds. A kind that the agent named is kept where its cells can be that. */
export function columnsOf(columns: readonly TableColumn[], rows: readonly Row[]): Column[] {
  return columns.map(({ key, label, align, kind: wanted }) => {
    const values = rows.map((row) => cellOf(row, key));
    const kind = kindOf(values, wanted);
    const format = columnFormat(values);
    const isRight = kind === "number" || kind === "bar";
    const text = (row: Row) => written(cellOf(row, key), kind, format);
    const look = {
      key,
      label,
      kind,
      align: align ?? (isRight ? "right" : "left"),
      most: kind === "bar" ? largest(values.map((value) => Math.abs(asNumber(value) ?? 0))) : 0,
      chars: kind === "bar" ? largest(rows.map((row) => text(row).length)) : 0,
    } as const;
    const { maximumFractionDigits, useGrouping } = format.resolvedOptions();
    return { ...look, text, said: JSON.stringify([look, maximumFractionDigits, useGrouping]) };
  });
}

function kindOf(values: unknown[], wanted: TableColumn["kind"]): ColumnKind {
  if (wanted === "text") return "text";
  if (wanted === "checkbox" && values.every(isTruth)) return "checkbox";
  if (isNumeric(values)) return wanted === "bar" ? "bar" : "number";
  if (isAll(values, (text) => asDay(text) !== undefined)) return "date";
  if (isAll(values, isLink)) return "link";
  return values.some((value) => typeof value === "object" && value !== null) ? "data" : "text";
}

/** SQLite has 1 and 0 for true and false. */
const isTruth = (value: unknown) => isEmpty(value) || TRUTHS.has(value);
const TRUTHS = new Set<unknown>([true, false, 1, 0]);

export const isTicked = (value: unknown): boolean => value === true || value === 1;

function isAll(values: unknown[], is: (value: string) => boolean): boolean {
  return (
    values.every((value) => isEmpty(value) || (typeof value === "string" && is(value))) &&
    !values.every(isEmpty)
  );
}

function isLink(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}

const largest = (numbers: number[]): number => numbers.reduce((most, each) => Math.max(most, each), 0);

function written(value: unknown, kind: ColumnKind, format: Intl.NumberFormat): string {
  if (kind === "checkbox") return isTicked(value) ? "Yes" : "No";
  if (kind === "date" && typeof value === "string" && value) return dateFormat.format(new Date(value));
  if (kind === "link" && typeof value === "string") return value.replace(/^https?:\/\/(www\.)?|\/$/gi, "");
  return cellText(value, format);
}
