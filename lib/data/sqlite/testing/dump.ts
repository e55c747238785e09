import { DatabaseSync } from "node:sqlite";

const RESERVED = ["easel_origins", "easel_receipts"];

/** Writes out the schema, all rows with their rowids and types, and the settings of a database file. */
export function dumpOf(path: string): string {
  const db = new DatabaseSync(path, {
    readOnly: true,
    returnArrays: true,
    readBigInts: true,
    timeout: 2_000,
  });
  try {
    const all = (sql: string, ...params: string[]) => db.prepare(sql).all(...params);
    const tables = all(
      "SELECT name, type, wr FROM pragma_table_list WHERE schema = 'main' AND type <> 'view' ORDER BY name",
    ) as unknown as [string, string, bigint][];
    const lines = all("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid").map(String);
    for (const [name, type, isWithoutRowid] of tables) {
      if (RESERVED.includes(name) || name === "sqlite_schema" || name === "sqlite_temp_schema") continue;
      const columns = all("SELECT name FROM pragma_table_xinfo(?)", name).flat().map(quoted);
      const cells = columns.map((column) => `quote(${column})`);
      const rowid = isWithoutRowid || type === "virtual" ? [] : ["rowid"];
      const text = `SELECT ${[...rowid, ...cells].join(", ")} FROM ${quoted(name)} ORDER BY ${rowid[0] ?? columns.join(", ")}`;
      lines.push(`-- ${name} ${type}`, ...all(text).map(String));
    }
    for (const pragma of ["user_version", "application_id"]) lines.push(String(all(`PRAGMA ${pragma}`)));
    return lines.join("\n");
  } finally {
    db.close();
  }
}

const quoted = (name: unknown) => `"${String(name).replaceAll('"', '""')}"`;
