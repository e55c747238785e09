import pLimit from "p-limit";
import { loadTable, script } from "@/lib/data/sqlite/index";
import type { WrittenBy } from "@/lib/data/sqlite/types";
import { importCsv } from "@/lib/data/tables/import-csv";
import { quoted } from "@/lib/data/tables/names";
import { freeTable } from "@/lib/data/tables/table-name";
import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import { blobPathOf, openBlob } from "@/lib/ground/blobs/blobs";
import type { ChosenStyle } from "@/lib/shared/data/bodies";
import type { Cell } from "@/lib/shared/data/cell";
import { AppError, isAppError } from "@/lib/shared/errors";
import type { Reading } from "@/lib/shared/files";
import { readOnce, replaceReading } from "@/lib/store/data/file-readings";
import type { FileRow } from "@/lib/store/data/files";
import { paged } from "./pages";
import { PdfUnread, pdfText } from "./pdf";
import { decodedText, encodingOfHead, HEAD_BYTES } from "./text";

/** Limited because each import uses a database connection, and each PDF a process. */
const CONCURRENCY = 2;
/**
 * Maximum characters that are stored as text. A longer text becomes a table, which the agent reads page by
 * page.
 */
const MAX_TEXT = 40_000;

const CSV = new Set(["text/csv", "text/tab-separated-values"]);
const WRITTEN =
  /^(text\/|image\/svg\+xml$|application\/(json|jsonl|geo\+json|xml|yaml|rtf)$|application\/[\w.-]+\+(xml|json)$)/;

export const hasReading = ({ mediaType }: FileRow): boolean =>
  WRITTEN.test(mediaType) || mediaType === "application/pdf";

export const isTable = ({ mediaType }: Pick<FileRow, "mediaType">): boolean => CSV.has(mediaType);

type TableReading = Extract<Reading, { kind: "table" }>;

const limited = () => singleton("files.reading", () => pLimit(CONCURRENCY));

/**
 * Returns the form of a file that a model gets. It is created at the first use and stored. A permanent
 * failure is stored with its reason; a temporary failure is retried at the next use. `by` is the author of a
 * new table.
 */
export async function readingOf(file: FileRow, agentId: string, by?: WrittenBy): Promise<Reading> {
  if (file.reading) return file.reading;
  try {
    return await limited()(() => readOnce(file, agentId, () => make(file, agentId, by ?? writerOf(file))));
  } catch (error) {
    if (!isAppError(error)) log.error("A file could not be read for the agent", error, { file: file.id });
    const why = isAppError(error) ? error.message : "something went wrong on the server";
    return { kind: "failed", reason: `it cannot be read at the moment: ${why}` };
  }
}

const writerOf = ({ origins }: FileRow): WrittenBy | undefined =>
  origins.length > 0 ? { author: "person", cause: null, origins } : undefined;

async function make(file: FileRow, agentId: string, by?: WrittenBy): Promise<Reading> {
  try {
    if (isTable(file)) return await readTable(file, agentId, by);
    if (file.mediaType === "application/pdf") return await readPdf(file, agentId, by);
    return await readText(file, agentId, by);
  } catch (error) {
    if (error instanceof PdfUnread) return { kind: "failed", reason: error.message };
    // These errors come from the file itself, so retrying cannot help.
    if (isAppError(error) && (error.code === "invalid" || error.code === "too_large"))
      return { kind: "failed", reason: error.message };
    throw error;
  }
}

/** Reads a CSV again with `style` and replaces its table. Throws `invalid` for other files. */
export async function readAgain(file: FileRow, agentId: string, style: ChosenStyle): Promise<void> {
  if (!isTable(file))
    throw new AppError(
      "invalid",
      `${file.name} is not a CSV, so its numbers and dates cannot be read again.`,
    );
  await limited()(() =>
    replaceReading(file, agentId, async (before) => {
      const made = await readTable(file, agentId, writerOf(file), style);
      if (before?.kind !== "table") return made;
      const statements = [
        { sql: `DROP TABLE IF EXISTS ${quoted(before.table)}` },
        { sql: `ALTER TABLE ${quoted(made.table)} RENAME TO ${quoted(before.table)}` },
      ];
      await script({ agentId, statements });
      return { ...made, table: before.table };
    }),
  );
}

async function readTable(
  file: FileRow,
  agentId: string,
  by?: WrittenBy,
  style?: ChosenStyle,
): Promise<TableReading> {
  const { table, columns, types, readings, rows, head } = await importCsv(agentId, {
    name: file.name,
    by,
    style,
    open: () => bytesOf(file.hash),
  });
  return { kind: "table", table, columns, types, readings, rows, head, of: "row" };
}

async function readPdf(file: FileRow, agentId: string, by?: WrittenBy): Promise<Reading> {
  const { count, pages } = await pdfText(blobPathOf(file.hash));
  const contents = pages.map((page) => page.replaceAll("\0", "").toWellFormed().trim());
  if (contents.every((page) => page === "")) return { kind: "failed", reason: SCANNED, pages: count };
  const text = contents.map((page, at) => `[page ${at + 1}]\n${page}`).join("\n\n");
  if (text.length <= MAX_TEXT) return { kind: "text", text, pages: count };
  return { ...(await keepPages(agentId, { name: file.name, by }, each(contents))), pages: count };
}

const SCANNED =
  "the PDF has no text, only images of pages: scan it with text recognition, or send its pages as images";

async function readText(file: FileRow, agentId: string, by?: WrittenBy): Promise<Reading> {
  const head = await firstOf(bytesOf(file.hash, HEAD_BYTES));
  const encoding = encodingOfHead(head) ?? "windows-1252";
  try {
    return await readDecoded(file, { agentId, by }, encoding);
  } catch (error) {
    // The start of the file was valid UTF-8, but a later part is not.
    if (error instanceof TypeError) return readDecoded(file, { agentId, by }, "windows-1252");
    throw error;
  }
}

async function readDecoded(
  file: FileRow,
  { agentId, by }: { agentId: string; by?: WrittenBy },
  encoding: Parameters<typeof decodedText>[1],
): Promise<Reading> {
  const text = () => clean(decodedText(bytesOf(file.hash), encoding));
  let whole = "";
  let isLong = false;
  for await (const piece of text()) {
    if (!isLong) whole += piece;
    isLong ||= whole.length > MAX_TEXT;
  }
  if (!isLong) return { kind: "text", text: whole };
  return keepPages(agentId, { name: file.name, by }, paged(text()));
}

/** Removes NUL, which SQLite's functions and Postgres reject, and normalizes line ends. */
async function* clean(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) yield piece.replaceAll("\0", "").replaceAll("\r\n", "\n");
}

async function* each(strings: readonly string[]): AsyncGenerator<string> {
  yield* strings;
}

async function* bytesOf(hash: string, maxBytes?: number): AsyncGenerator<Uint8Array> {
  const bytes = await openBlob(hash, maxBytes === undefined ? {} : { end: maxBytes - 1 });
  if (!bytes) throw new AppError("invalid", "its data is missing from the server's disk: attach it again");
  yield* bytes;
}

async function firstOf(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

const HEAD = 1_500;
const COLUMNS = ["page", "text"];

async function keepPages(
  agentId: string,
  { name, by }: { name: string; by?: WrittenBy },
  pages: AsyncIterable<string>,
): Promise<TableReading> {
  const table = await freeTable(agentId, name.replace(/\.[a-z0-9]{1,5}$/i, ""));
  let head = "";
  async function* rows(): AsyncGenerator<Cell[][]> {
    let page = 0;
    for await (const text of pages) {
      page += 1;
      if (head.length < HEAD) head = `${head}\n\n${text}`.trim().slice(0, HEAD);
      yield [[page, text.toWellFormed()]];
    }
  }
  const create = `CREATE TABLE ${quoted(table)} (page INTEGER PRIMARY KEY, text TEXT NOT NULL)`;
  const loaded = await loadTable({ agentId, table, columns: COLUMNS, rows: rows(), create, by });
  return { kind: "table", table, columns: COLUMNS, rows: loaded.rows, head: head.toWellFormed(), of: "page" };
}
