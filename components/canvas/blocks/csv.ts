import type { TableColumn } from "@/lib/shared/blocks/table";
import { cellOf } from "./table-cells";

type Row = Record<string, unknown>;

/** RFC 4180. Texts that a spreadsheet would run as a formula get an apostrophe before them. */
export function toCsv(columns: TableColumn[], rows: Row[]): string {
  const header = columns.map(({ label }) => field(label));
  const lines = rows.map((row) => columns.map(({ key }) => field(cellOf(row, key))));
  return [header, ...lines].map((line) => `${line.join(",")}\r\n`).join("");
}

/** Hands the rows to the person as a file. */
export function downloadCsv(columns: TableColumn[], rows: Row[]) {
  const url = URL.createObjectURL(new Blob([toCsv(columns, rows)], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = "table.csv";
  link.click();
  // The browser reads the address after this task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function field(value: unknown): string {
  const text = harmless(value);
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

function harmless(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "object") return JSON.stringify(value);
  if (typeof value !== "string") return String(value);
  const isNumber = /^[-+]?\d+(\.\d+)?$/.test(value);
  return /^\s*[=+\-@\t\r＝＋－＠]/.test(value) && !isNumber ? `'${value}` : value;
}
