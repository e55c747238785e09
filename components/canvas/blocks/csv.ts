import type { TableColumn } from "@/lib/shared/blocks/table";

type Row = Record<string, unknown>;

/** RFC 4180. Texts that a spreadsheet would run as a formula get an apostrophe before them. */
export function toCsv(columns: TableColumn[], rows: Row[]): string {
  const header = columns.map(({ label }) => field(label));
  const lines = rows.map((row) => columns.map(({ key }) => field(row[key])));
  return [header, ...lines].map((line) => `${line.join(",")}\r\n`).join("");
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
