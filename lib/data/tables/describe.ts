import { SQL_LIMITS, schema, script, size } from "@/lib/data/sqlite/index";
import type { Cell } from "@/lib/shared/data/cell";
import type { DatabaseView, TableView } from "@/lib/shared/data/contract";
import { readTable } from "./table";

export async function describeDatabase(agentId: string): Promise<DatabaseView> {
  const [tables, { bytes, limit }] = await Promise.all([schema(agentId), size(agentId)]);
  return { tables, bytes, limits: { bytes: limit, rows: SQL_LIMITS.rows, ms: SQL_LIMITS.ms } };
}

const INDEXES = `
  SELECT l.name, s.sql, l."unique", x.name FROM pragma_index_list(?) l JOIN pragma_index_xinfo(l.name) x
  LEFT JOIN sqlite_schema s ON s.type = 'index' AND s.name = l.name WHERE x.key ORDER BY l.seq, x.seqno`;
const TRIGGERS = `
  SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE ORDER BY name`;
const FOREIGN_KEYS = `SELECT id, "from", "table", "to" FROM pragma_foreign_key_list(?) ORDER BY id, seq`;

export async function describeTable(agentId: string, table: string): Promise<TableView> {
  const { name, type, sql, columns } = await readTable(agentId, table);
  const statements = [INDEXES, TRIGGERS, FOREIGN_KEYS].map((sql) => ({ sql, params: [name] }));
  const results = await script({ agentId, statements, mode: "read", maxRows: 10_000 });
  const [indexes = [], triggers = [], references = []] = results.map((result) =>
    result.kind === "read" ? result.rows : [],
  );
  return {
    name,
    type,
    sql,
    columns,
    indexes: grouped(indexes).map((rows) => ({
      name: String(rows[0]?.[0]),
      sql: textOf(rows[0]?.[1]),
      unique: rows[0]?.[2] === 1,
      columns: rows.map(([, , , column]) => textOf(column)),
    })),
    triggers: triggers.map(([trigger, definition]) => ({ name: String(trigger), sql: String(definition) })),
    foreign_keys: grouped(references).map((rows) => ({
      columns: rows.map(([, from]) => String(from)),
      table: String(rows[0]?.[2]),
      references: rows.map(([, , , to]) => textOf(to)),
    })),
  };
}

const textOf = (cell: Cell | undefined) => (typeof cell === "string" ? cell : null);

const grouped = (rows: Cell[][]): Cell[][][] => [...Map.groupBy(rows, ([name]) => name).values()];
