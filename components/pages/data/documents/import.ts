import { ApiError } from "@/components/client/request";
import { ColumnType, type CsvType, styleColumns } from "@/lib/shared/data/csv-columns";
import { delimiterOf } from "@/lib/shared/data/csv-delimiter";
import { SAMPLE_BYTES, SAMPLE_ROWS } from "@/lib/shared/data/csv-style";
import { isAppError } from "@/lib/shared/errors";
import { t } from "@/lib/shared/i18n/en/dataDocuments";
import { textOf, undecoded } from "@/lib/shared/text/text-encoding";
import type { Fields } from "./api";

/** Maximum size of the body of one request. */
const MAX_BYTES = 19_000_000;

/** Decodes a file of any encoding. Throws an ApiError if it is not text or exceeds `MAX_BYTES`. */
export async function textOfFile(file: File): Promise<string> {
  if (file.size > MAX_BYTES) throw new ApiError(422, t("fileTooLarge"), undefined);
  try {
    return await textOf(new Uint8Array(await file.arrayBuffer()));
  } catch (error) {
    if (isAppError(error)) throw new ApiError(422, error.message, undefined);
    throw error;
  }
}

export async function beginsWith(file: File, line: RegExp): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, 1_000).arrayBuffer());
  return textOf(head).then(
    (text) => line.test(text),
    () => false,
  );
}

/**
 * Parses the documents of a JSON file (an array, an object, or one object per line) or of a CSV file with a
 * header line. Throws an ApiError if there are none.
 */
export async function documentsOf(file: File): Promise<Fields[]> {
  const text = await textOfFile(file);
  const problem = undecoded(text);
  if (problem) throw new ApiError(422, problem, undefined);
  const documents = /^\s*[[{]/.test(text) ? fromJson(text) : await fromCsv(text);
  if (documents.length === 0) throw new ApiError(422, t("fileEmpty"), undefined);
  return documents;
}

function fromJson(text: string): Fields[] {
  const values: unknown[] = parsed(text) ?? text.split("\n").flatMap((line, nth) => lineOf(line, nth));
  const odd = values.findIndex(
    (value) => typeof value !== "object" || value === null || Array.isArray(value),
  );
  if (odd >= 0) throw new ApiError(422, t("entryNotAnObject", { entry: odd + 1 }), undefined);
  return values as Fields[];
}

function parsed(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  } catch {
    return undefined;
  }
}

function lineOf(line: string, nth: number): unknown[] {
  if (line.trim() === "") return [];
  try {
    return [JSON.parse(line)];
  } catch {
    throw new ApiError(422, t("wrongLine", { line: nth + 1 }), undefined);
  }
}

/**
 * Parses a CSV. Detects numbers and dates for a whole column, as the import of tables does, and booleans and
 * JSON for each cell. Empty cells are left out.
 */
async function fromCsv(text: string): Promise<Fields[]> {
  const { default: papaparse } = await import("papaparse");
  const sample = text.slice(0, SAMPLE_BYTES);
  const { delimiter } = delimiterOf(sample, sample.length < text.length, papaparse.parse);
  const { data } = papaparse.parse(text, { delimiter });
  const [names = [], ...rows] = data;
  if (names.every((name) => name.trim() === "")) throw new ApiError(422, t("csvHead"), undefined);
  const columns = styleColumns(rows.slice(0, SAMPLE_ROWS), delimiter).map((style) => new ColumnType(style));
  for (const row of rows) for (const [at, column] of columns.entries()) column.see(row[at] ?? "");
  return rows.flatMap((row) => {
    const cells = names.flatMap((name, at) => {
      const column = columns[at];
      const cell = column?.normal(row[at] ?? "") ?? "";
      return cell === "" || name.trim() === ""
        ? []
        : [[name.trim(), storedValue(cell, column?.found)] as const];
    });
    return cells.length > 0 ? [Object.fromEntries(cells)] : [];
  });
}

function storedValue(cell: string, type: CsvType | null | undefined): unknown {
  if (type === "INTEGER" || type === "REAL") return Number(cell);
  if (/^[[{]/.test(cell)) {
    try {
      return JSON.parse(cell);
    } catch {
      return cell;
    }
  }
  return cell === "true" || cell === "false" ? cell === "true" : cell;
}
