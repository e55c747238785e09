import { blobPathOf } from "@/lib/ground/blobs/blobs";
import { csvLine } from "@/lib/shared/data/csv";
import type { CsvImported } from "@/lib/shared/data/csv-contract";
import { AppError } from "@/lib/shared/errors";
import { addTableOfSheet } from "@/lib/store/data/file-texts";
import type { FileRow } from "@/lib/store/data/files";
import type { WrittenBy } from "../sqlite/types";
import { importCsv } from "../tables/import-csv";
import { extractRows, Unread } from "./extract";
import { ensureText } from "./texts";

/** Creates a table of the agent's database from a sheet. Dates become ISO text, as in the import of CSV. */
export async function importSheet(
  file: FileRow,
  agentId: string,
  { sheet, name, by }: { sheet: string; name?: string; by: WrittenBy },
  signal?: AbortSignal,
): Promise<CsvImported> {
  const { sheets } = await ensureText(file, agentId);
  if (!sheets) throw new AppError("invalid", `${file.name} is not a spreadsheet. Its text can be read.`);
  if (!sheets.includes(sheet))
    throw new AppError(
      "not_found",
      `${file.name} has no sheet ${JSON.stringify(sheet)}. It has: ${sheets.join(", ")}.`,
    );
  const parts = await csvOf(file, sheet, signal);
  const { head: _, ...imported } = await importCsv(agentId, {
    name: name ?? tableName(file, sheet, sheets.length),
    by,
    delimiter: ",",
    // Cells have numbers as they are, never with a comma.
    style: { decimal: "point" },
    open: async function* () {
      yield* parts;
    },
    signal,
  });
  await addTableOfSheet(agentId, file.id, { sheet, table: imported.table });
  return imported;
}

const tableName = ({ name }: FileRow, sheet: string, count: number): string => {
  const stem = name.replace(/\.[a-z0-9]{1,5}$/i, "");
  return count === 1 ? stem : `${stem} ${sheet}`;
};

async function csvOf(file: FileRow, sheet: string, signal?: AbortSignal): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  try {
    await extractRows(
      blobPathOf(file.hash),
      sheet,
      (rows) => parts.push(Buffer.from(rows.map((row) => csvLine(row, { raw: true })).join(""))),
      signal,
    );
  } catch (error) {
    if (error instanceof Unread)
      throw new AppError("invalid", `${file.name} cannot be read: ${error.message}.`);
    throw error;
  }
  return parts;
}
