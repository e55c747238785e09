import { execute } from "@/lib/data/sqlite/index";
import { type Cell, cellText } from "@/lib/shared/data/cell";
import { type CsvCell, type CsvOptions, csvLine } from "@/lib/shared/data/csv";
import { AppError } from "@/lib/shared/errors";
import { quoted } from "./names";
import { readTable, type TableShape } from "./table";

const PAGE = 5_000;
/** Maximum characters of a page as JSON, enough for the largest row. */
const MAX_CHARS = 32_000_000;

/**
 * Exports a table or view as CSV (RFC 4180, UTF-8). NULL is empty and blobs are base64. With `raw`, a later
 * import restores the same values. Rows are read in pages, so concurrent writes may be included. Throws
 * before the first piece if the table does not exist.
 */
export async function exportCsv(
  agentId: string,
  name: string,
  options: CsvOptions = {},
): Promise<AsyncGenerator<Uint8Array>> {
  const table = await readTable(agentId, name);
  const pages = pagesOf(agentId, table);
  return pieces(table, pages, await pages.next(), options);
}

async function* pieces(
  { columns }: TableShape,
  pages: AsyncGenerator<Cell[][]>,
  first: IteratorResult<Cell[][]>,
  options: CsvOptions,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const line = (cells: CsvCell[]) => csvLine(cells, options);
  const names = columns.map(({ name }) => name);
  yield encoder.encode(line(names));
  for (let page = first; !page.done; page = await pages.next())
    yield encoder.encode(page.value.map((row) => line(row.slice(0, names.length).map(csvOf))).join(""));
}

async function* pagesOf(agentId: string, table: TableShape): AsyncGenerator<Cell[][]> {
  const key = (table.rowid === null ? table.key : [table.rowid]).map(quoted);
  const columns = [...table.columns.map(({ name }) => quoted(name)), ...key].join(", ");
  const names = key.join(", ");
  const order = key.length > 0 ? ` ORDER BY ${names}` : "";
  const after = ` WHERE (${names}) > (${key.map(() => "?").join(", ")})`;
  let last: Cell[] = [];
  for (let offset = 0; ; ) {
    const where = last.length > 0 ? after : "";
    const skip = key.length === 0 ? ` LIMIT -1 OFFSET ${offset}` : "";
    const sql = `SELECT ${columns} FROM ${quoted(table.name)}${where}${order}${skip}`;
    const page = { maxRows: PAGE, maxChars: MAX_CHARS };
    const result = await execute({ agentId, sql, params: last, mode: "read", ...page });
    if (result.kind !== "read") throw new AppError("invalid", "There is nothing to read.");
    if (result.rows.length > 0) yield result.rows;
    if (!result.truncated) return;
    offset += result.rows.length;
    last = result.rows.at(-1)?.slice(table.columns.length) ?? [];
  }
}

function csvOf(cell: Cell): CsvCell {
  if (cell === null || typeof cell !== "object") return cell;
  return "$blob" in cell ? cell.$blob : cellText(cell);
}
