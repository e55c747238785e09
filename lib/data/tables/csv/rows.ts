import papaparse from "papaparse";
import { delimiterOf } from "@/lib/shared/data/csv-delimiter";
import { AppError } from "@/lib/shared/errors";
import type { Encoding } from "@/lib/shared/text/text-encoding";

export type Dialect = { encoding: Encoding; delimiter: string; newline: "\n" | "\r" };

const MAX_ROW_CHARS = 5_000_000;
const SAMPLE = 64_000;

export async function dialectOf(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding,
  delimiter?: string,
): Promise<Dialect> {
  const decoder = new TextDecoder(encoding);
  let sample = "";
  for await (const chunk of bytes) {
    sample += decoder.decode(chunk, { stream: true });
    if (sample.length >= SAMPLE) break;
  }
  const found = delimiterOf(sample, sample.length >= SAMPLE, papaparse.parse);
  const newline = found.linebreak === "\r" ? "\r" : "\n";
  return { encoding, delimiter: delimiter ?? found.delimiter, newline };
}

/**
 * Yields the rows of a CSV in batches, and parses only as much as the caller reads. Blank lines are skipped.
 */
export async function* csvRows(
  bytes: AsyncIterable<Uint8Array>,
  { encoding, ...dialect }: Dialect,
): AsyncGenerator<string[][]> {
  const decoder = new TextDecoder(encoding);
  const parse = (text: string, leaveLast: boolean) => new papaparse.Parser(dialect).parse(text, 0, leaveLast);
  let text = "";
  let enough = 0;
  let taken = 0;
  for await (const chunk of bytes) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length < enough) continue;
    const { data, meta } = parse(text, true);
    text = text.slice(meta.cursor);
    // Parse an incomplete row again only after its text has doubled. Otherwise, a long row would take
    // quadratic time.
    enough = text.length * 2;
    if (text.length > MAX_ROW_CHARS) throw tooLong(taken + data.length + 1);
    if (data.length === 0) continue;
    taken += data.length;
    yield data.map(tidy).filter(hasCells);
  }
  text += decoder.decode();
  if (text === "") return;
  const { data, errors } = parse(text, false);
  const open = errors.find(({ code }) => code === "MissingQuotes");
  if (open) throw endless(taken + (open.row ?? 0) + 1);
  yield data.map(tidy).filter(hasCells);
}

/** Removes the carriage return of a CRLF line end. */
function tidy(row: string[]): string[] {
  const last = row.length - 1;
  const cell = row[last];
  if (cell?.endsWith("\r")) row[last] = cell.slice(0, -1);
  return row;
}

/** Skips rows of empty cells, which spreadsheets write below a table. */
export async function* filledRows(batches: AsyncIterable<string[][]>): AsyncGenerator<string[][]> {
  for await (const rows of batches) yield rows.filter((row) => row.some((cell) => cell.trim() !== ""));
}

const hasCells = (row: string[]) => row.length > 1 || row[0]?.trim() !== "";

const endless = (row: number) =>
  new AppError(
    "invalid",
    `The CSV cannot be read: a quote (") opened in row ${row} is never closed. Close it, or double it if it is part of a value.`,
  );

const tooLong = (row: number) =>
  new AppError(
    "invalid",
    `The CSV cannot be read: row ${row} has more than ${MAX_ROW_CHARS / 1e6} million characters. Does it have a quote (") that is never closed?`,
  );
