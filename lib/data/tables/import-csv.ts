import { loadTable } from "@/lib/data/sqlite/index";
import type { WrittenBy } from "@/lib/data/sqlite/types";
import type { ChosenStyle } from "@/lib/shared/data/bodies";
import { csvLine } from "@/lib/shared/data/csv";
import { type CsvType, cellOf, styleColumns } from "@/lib/shared/data/csv-columns";
import type { CsvImported } from "@/lib/shared/data/csv-contract";
import { SAMPLE_ROWS } from "@/lib/shared/data/csv-style";
import { encodingOf } from "@/lib/shared/text/text-encoding";
import { appendTo, type CsvTarget } from "./csv/append";
import { csvRows, dialectOf, filledRows } from "./csv/rows";
import { type Survey, survey } from "./csv/survey";
import { quoted } from "./names";
import { readTable } from "./table";
import { freeTable } from "./table-name";

const MAX_HEAD_CHARS = 2_000;
const ATTEMPTS = 10;

export type CsvImport = {
  /** Name of the file or of the new table. With `append`, the name of an existing table. */
  name: string;
  /**
   * Reads the bytes from the start. Called several times, because the encoding and the types are known only
   * after all bytes were read.
   */
  open(): AsyncIterable<Uint8Array>;
  mode?: "create" | "append";
  /** If absent, the import infers whether there is a header. */
  header?: boolean;
  delimiter?: string;
  /** The formats of numbers and dates. A format that is absent is inferred from the values. */
  style?: ChosenStyle;
  by?: WrittenBy;
  signal?: AbortSignal;
};

/**
 * Imports a CSV into a new or existing table, all rows or none. A column is INTEGER or REAL if every value is
 * such a number and converts back to the same text, otherwise TEXT. Empty cells are NULL. Throws an AppError
 * `invalid` if the CSV is malformed or does not fit. `head` contains the first rows as text.
 */
export async function importCsv(
  agentId: string,
  options: CsvImport,
): Promise<CsvImported & { head: string }> {
  const { open, by, signal } = options;
  const encoding = await encodingOf(open());
  const dialect = await dialectOf(open(), encoding, options.delimiter);
  const table = options.mode === "append" ? appendTo(await readTable(agentId, options.name)) : null;
  const all = () => csvRows(open(), dialect);
  // Without a table to append to, rows of empty cells are skipped.
  const rows = () => (table ? all() : filledRows(all()));
  const styles = styleColumns((await firstOf(rows())).slice(1), dialect.delimiter, options.style);
  const found = await survey(rows(), options.header ?? table?.isHeader, styles);
  const fill = async (target: CsvTarget) => {
    const { cells: _, types: __, ...into } = target;
    const cells = ahead(cellsOf(rows(), found.header, target));
    await loadTable({ agentId, ...into, rows: cells, by, signal });
    return target;
  };
  const target = table ? await fill(table.target(found)) : await create(agentId, options.name, found, fill);
  const lines = [target.columns, ...found.head].map((row) =>
    csvLine(
      row.map((text) => text || null),
      { raw: true },
    ),
  );
  const readings = found.columns.flatMap(({ reading }, at) =>
    reading === null ? [] : [{ column: found.names[at] ?? "", as: reading }],
  );
  return {
    table: target.table,
    columns: target.columns,
    types: target.types,
    rows: found.rows,
    ...(readings.length > 0 && { readings }),
    encoding,
    delimiter: dialect.delimiter,
    header: found.header,
    head: lines.join("").replaceAll("\0", "").slice(0, MAX_HEAD_CHARS).toWellFormed(),
  };
}

async function firstOf(batches: AsyncIterable<string[][]>): Promise<string[][]> {
  const first: string[][] = [];
  for await (const rows of batches) {
    first.push(...rows.slice(0, SAMPLE_ROWS - first.length));
    if (first.length === SAMPLE_ROWS) break;
  }
  return first;
}

/**
 * Creates the table under a free name. If another import takes that name first, tries again with the next
 * one.
 */
async function create(
  agentId: string,
  name: string,
  survey: Survey,
  fill: (target: CsvTarget) => Promise<CsvTarget>,
): Promise<CsvTarget> {
  for (let attempt = 1; ; attempt++) {
    const table = await freeTable(agentId, name);
    try {
      return await fill(newTable(table, survey));
    } catch (error) {
      const isStillFree = (await freeTable(agentId, table)) === table;
      if (attempt === ATTEMPTS || isStillFree) throw error;
    }
  }
}

function newTable(table: string, { names, columns }: Survey): CsvTarget {
  const types = columns.map(({ found }): CsvType => found ?? "TEXT");
  const definitions = names.map((column, at) => `${quoted(column)} ${types[at]}`);
  return {
    table,
    columns: names,
    types,
    create: `CREATE TABLE ${quoted(table)} (${definitions.join(", ")})`,
    cells: (row) => types.map((type, at) => cellOf(columns[at]?.normal(row[at] ?? ""), type)),
  };
}

async function* cellsOf(batches: AsyncIterable<string[][]>, header: boolean, { cells }: CsvTarget) {
  let skip = header;
  for await (const rows of batches) {
    if (rows.length === 0) continue;
    yield (skip ? rows.slice(1) : rows).map(cells);
    skip = false;
  }
}

/** Reads one item ahead while the caller processes the previous one. */
async function* ahead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = source.next();
  try {
    for (let one = await next; !one.done; one = await next) {
      next = source.next();
      // If the caller stops early, the failure of the item read ahead must not become an unhandled rejection.
      next.catch(() => {});
      yield one.value;
    }
  } finally {
    await source.return(undefined);
  }
}
