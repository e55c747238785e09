import { load } from "@/lib/agent-db/index";
import { quoted } from "@/lib/database/names";
import { freeTable } from "@/lib/database/table-name";
import type { Cell } from "@/lib/shared/data/cell";
import type { Reading } from "@/lib/shared/files";

const HEAD = 1_500;
const COLUMNS = ["page", "text"];

/** Keeps a long text as a table of `page` and `text` in the agent's database, with a name made of the file's. */
export async function keepPages(
  agentId: string,
  name: string,
  texts: AsyncIterable<string>,
): Promise<Extract<Reading, { kind: "table" }>> {
  const table = await freeTable(agentId, name.replace(/\.[a-z0-9]{1,5}$/i, ""));
  let head = "";
  async function* rows(): AsyncGenerator<Cell[][]> {
    let page = 0;
    for await (const text of texts) {
      page += 1;
      if (head.length < HEAD) head = `${head}\n\n${text}`.trim().slice(0, HEAD);
      yield [[page, text.toWellFormed()]];
    }
  }
  const create = `CREATE TABLE ${quoted(table)} (page INTEGER PRIMARY KEY, text TEXT NOT NULL)`;
  const loaded = await load({ agentId, table, columns: COLUMNS, rows: rows(), create });
  return { kind: "table", table, columns: COLUMNS, rows: loaded.rows, head: head.toWellFormed(), of: "page" };
}
