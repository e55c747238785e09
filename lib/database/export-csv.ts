import { execute } from "@/lib/agent-db/index";
import { type Cell, cellText } from "@/lib/shared/data/cell";
import { AppError } from "@/lib/shared/errors";
import { csvLine } from "./csv/line";
import { quoted } from "./names";
import { readTable, type Table } from "./table";

const PAGE = 5_000;
/** Characters of JSON; the largest row fits. */
const MOST_BYTES = 32_000_000;

/**
 * A table or view as CSV, RFC 4180 in UTF-8: NULL is nothing, a blob is base64. Texts stay as they are, also where a
 * spreadsheet would take them for a formula: what is imported again is what was there. Rows are read page by page, so
 * what is written meanwhile may be among them. A table that is not there is told before the first piece.
 */
export async function exportCsv(agentId: string, name: string): Promise<AsyncGenerator<Uint8Array>> {
  const table = await readTable(agentId, name);
  const pages = pagesOf(agentId, table);
  return pieces(table, pages, await pages.next());
}

async function* pieces(
  { columns }: Table,
  pages: AsyncGenerator<Cell[][]>,
  first: IteratorResult<Cell[][]>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(csvLine(columns.map(({ name }) => name)));
  for (let page = first; !page.done; page = await pages.next())
    yield encoder.encode(page.value.map((row) => csvLine(row.slice(0, columns.length).map(textOf))).join(""));
}

/** Goes on behind the last key, or where rows have none, behind as many rows as were read. */
async function* pagesOf(agentId: string, table: Table): AsyncGenerator<Cell[][]> {
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
    const page = { maxRows: PAGE, maxBytes: MOST_BYTES };
    const result = await execute({ agentId, sql, params: last, mode: "read", ...page });
    if (result.kind !== "read") throw new AppError("invalid", "There is nothing to read.");
    if (result.rows.length > 0) yield result.rows;
    if (!result.truncated) return;
    offset += result.rows.length;
    last = result.rows.at(-1)?.slice(table.columns.length) ?? [];
  }
}

function textOf(cell: Cell): string | null {
  if (cell === null) return null;
  return typeof cell === "object" && "$blob" in cell ? cell.$blob : cellText(cell);
}
