import pLimit from "p-limit";
import { script } from "@/lib/data/sqlite/index";
import type { WrittenBy } from "@/lib/data/sqlite/types";
import { importCsv } from "@/lib/data/tables/import-csv";
import { quoted } from "@/lib/data/tables/names";
import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import type { ChosenStyle } from "@/lib/shared/data/bodies";
import { AppError, isAppError } from "@/lib/shared/errors";
import type { Reading } from "@/lib/shared/files";
import { readOnce, replaceReading } from "@/lib/store/data/file-readings";
import { readPassages } from "@/lib/store/data/file-texts";
import type { FileRow } from "@/lib/store/data/files";
import { labelledText } from "./labelled-text";
import { isSource, readerOf } from "./reader-kinds";
import { bytesOf, ensureText, sourceOf } from "./texts";

/** Limited because each import uses a database connection. */
const CONCURRENCY = 2;
/** Maximum characters of a file in a message. A longer text is cut to its beginning. */
const MAX_TEXT = 40_000;
const HEAD = 1_500;
/** Passages from which the beginning of a long text is taken. */
const HEAD_PASSAGES = 3;

const CSV = new Set(["text/csv", "text/tab-separated-values"]);

export const hasReading = (file: FileRow): boolean => isTable(file) || readerOf(file).by !== "none";

export const isTable = ({ mediaType }: Pick<FileRow, "mediaType">): boolean => CSV.has(mediaType);

type TableReading = Extract<Reading, { kind: "table" }>;

const limited = () => singleton("files.reading", () => pLimit(CONCURRENCY));

/**
 * Returns the form of a file that a model gets. The table of a CSV is created at the first use; other text is in the
 * search index. A temporary failure is retried at the next use. `by` is the author of a new table.
 */
export async function readingOf(file: FileRow, agentId: string, by?: WrittenBy): Promise<Reading> {
  if (file.reading) return file.reading;
  try {
    if (!isTable(file)) return await textReading(file, agentId);
    return await limited()(() =>
      readOnce(file, agentId, () => makeTable(file, agentId, by ?? writerOf(file))),
    );
  } catch (error) {
    if (!isAppError(error)) log.error("A file could not be read for the agent", error, { file: file.id });
    const why = isAppError(error) ? error.message : "something went wrong on the server";
    return { kind: "failed", reason: `it cannot be read at the moment: ${why}` };
  }
}

const writerOf = ({ origins }: FileRow): WrittenBy | undefined =>
  origins.length > 0 ? { author: "person", cause: null, origins } : undefined;

async function makeTable(file: FileRow, agentId: string, by?: WrittenBy): Promise<Reading> {
  try {
    return await readTable(file, agentId, by);
  } catch (error) {
    // These errors come from the file itself, so retrying cannot help.
    if (isAppError(error) && (error.code === "invalid" || error.code === "too_large"))
      return { kind: "failed", reason: error.message };
    throw error;
  }
}

async function textReading(file: FileRow, agentId: string): Promise<Reading> {
  const { state, reason, pages, passages = 0, characters = 0 } = await ensureText(file, agentId);
  const of = { ...(pages !== undefined && { pages }) };
  if (state === "unreadable") return { kind: "failed", reason: reason ?? "it has no text", ...of };
  const more = { ...of, ...(reason !== undefined && { note: reason }) };
  const source = isSource(file) ? await shortSource(file) : null;
  if (source !== null) return { kind: "text", text: source, ...more };
  if (characters <= MAX_TEXT) {
    const all = await readPassages(agentId, file.id, { limit: passages });
    return { kind: "text", text: labelledText(all), ...more };
  }
  const first = await readPassages(agentId, file.id, { limit: HEAD_PASSAGES });
  const head = labelledText(first).slice(0, HEAD).toWellFormed();
  return { kind: "passages", head, characters, passages, ...more };
}

/** Returns the characters of a text file as they are, or null if there are too many or the bytes are lost. */
async function shortSource({ hash }: FileRow): Promise<string | null> {
  let whole = "";
  try {
    for await (const piece of sourceOf(hash)) {
      whole += piece;
      if (whole.length > MAX_TEXT) return null;
    }
  } catch (error) {
    if (isAppError(error)) return null;
    throw error;
  }
  return whole;
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
