import { download } from "@/components/ui/kit/download";
import type { TableColumn } from "@/lib/shared/blocks/table-column";
import { type CsvCell, type CsvOptions, csvLine, harmless } from "@/lib/shared/data/csv";
import { cellOf } from "./values";

type Row = Record<string, unknown>;
type Columns = readonly Pick<TableColumn, "key" | "label">[];

export const toCsv = (columns: Columns, rows: Row[], options?: CsvOptions): string =>
  lines(columns, rows)
    .map((line) => csvLine(line, options))
    .join("");

/** Returns tab-separated values, which spreadsheets split into cells on paste. */
export function toTsv(columns: Columns, rows: Row[]): string {
  return lines(columns, rows)
    .map((line) =>
      line
        .map((cell) => String(harmless(cell) ?? ""))
        .map((text) => (/[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
        .join("\t"),
    )
    .join("\n");
}

/** Downloads the rows as a CSV file. The byte order mark tells spreadsheets that it is UTF-8. */
export function downloadCsv(name: string, columns: Columns, rows: Row[], options?: CsvOptions) {
  const text = toCsv(columns, rows, options);
  download(new Blob(["\uFEFF", text], { type: "text/csv;charset=utf-8" }), name, "csv");
}

/**
 * Returns whether a CSV without `raw` would change some text, because spreadsheets would run that text as a
 * formula.
 */
export const hasFormulas = (columns: Columns, rows: Row[]): boolean =>
  lines(columns, rows).some((line) => line.some((cell) => harmless(cell) !== cell));

function lines(columns: Columns, rows: Row[]): CsvCell[][] {
  const header = columns.map(({ label }) => label);
  return [header, ...rows.map((row) => columns.map(({ key }) => plain(cellOf(row, key))))];
}

function plain(value: unknown): CsvCell {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return value === undefined || value === null ? null : JSON.stringify(value);
}
