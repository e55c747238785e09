import type { TableColumn } from "@/lib/shared/blocks/table";
import { download } from "./download";
import { cellOf } from "./table-cells";

type Row = Record<string, unknown>;
type Columns = Pick<TableColumn, "key" | "label">[];

/** RFC 4180. Texts that a spreadsheet would run as a formula get an apostrophe before them. */
export function toCsv(columns: Columns, rows: Row[]): string {
  return lines(columns, rows)
    .map((line) => `${line.map(quoted).join(",")}\r\n`)
    .join("");
}

/** For the clipboard: what spreadsheets take apart into cells when it is pasted. */
export function toTsv(columns: Columns, rows: Row[]): string {
  return lines(columns, rows)
    .map((line) =>
      line.map((text) => (/[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join("\t"),
    )
    .join("\n");
}

/** Hands the rows to the person as a file. The mark at its beginning tells spreadsheets that it is UTF-8. */
export function downloadCsv(name: string, columns: Columns, rows: Row[]) {
  download(new Blob(["\uFEFF", toCsv(columns, rows)], { type: "text/csv;charset=utf-8" }), name, "csv");
}

function lines(columns: Columns, rows: Row[]): string[][] {
  const header = columns.map(({ label }) => harmless(label));
  return [header, ...rows.map((row) => columns.map(({ key }) => harmless(cellOf(row, key))))];
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

function harmless(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "object") return JSON.stringify(value);
  if (typeof value !== "string") return String(value);
  const isNumber = /^[-+]?\d+(\.\d+)?$/.test(value);
  return /^\s*[=+\-@\t\r＝＋－＠]/.test(value) && !isNumber ? `'${value}` : value;
}
