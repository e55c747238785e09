import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { constants, DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { FILE } from "./open.mjs";
import { bound, rowsOf } from "./run.mjs";
import { placeholdersOf, prepareFirst } from "./statements.mjs";

const { SQLITE_OK, SQLITE_DENY } = constants;
const FUNCTIONS = ["json_each", "json_tree"];
const FORBIDDEN = new Set(["load_extension", "fts3_tokenizer"]);

/**
 * Runs a query over the views of a visitor. Only the views have names that the query can know: the file is attached under a
 * random name, and reads by other names are denied. `params: null` runs the query once with NULL values.
 */
export function visit(folder, { sql, params, views, ...limits }) {
  const schema = `v${randomBytes(16).toString("hex")}`;
  const db = new DatabaseSync(":memory:", {
    ...{
      allowExtension: false,
      enableDoubleQuotedStringLiterals: false,
      returnArrays: true,
      readBigInts: true,
    },
    limits: { attach: 1, length: 20e6, sqlLength: 1e6 },
  });
  const guard = guardOf(schema, views);
  try {
    db.exec("PRAGMA trusted_schema = OFF");
    db.prepare(`ATTACH ? AS ${schema}`).run(`${pathToFileURL(join(folder, FILE))}?mode=ro`);
    for (const view of views) db.exec(viewOf(schema, view));
    db.exec("PRAGMA query_only = ON");
    const hidden = `SELECT lower(name) FROM ${schema}.sqlite_schema`;
    guard.hide(db.prepare(hidden).all().flat());
    db.setAuthorizer(guard.authorize);
    const statement = prepareQuery(db, sql);
    const values = params ?? Array.from({ length: placeholdersOf(statement) }, () => null);
    const result = rowsOf(limits, statement, bound(statement, values), false, schema);
    return { ...result, reads: [...guard.reads] };
  } catch (error) {
    error.message = (guard.denied() ?? error.message ?? "").replaceAll(`${schema}.`, "");
    throw error;
  } finally {
    db.close();
  }
}

function viewOf(schema, { table, columns, keys, owner }) {
  const all = [...columns.map(quoted), ...keys.map(({ column, as }) => `${quoted(column)} AS ${quoted(as)}`)];
  const where = owner ? ` WHERE ${quoted(owner.column)} = '${owner.value.replaceAll("'", "''")}'` : "";
  const from = `${schema}.${quoted(table)}`;
  return `CREATE TEMP VIEW ${quoted(table)} AS SELECT ${all.join(", ") || "NULL"} FROM ${from}${where}`;
}

const quoted = (name) => `"${name.replaceAll('"', '""')}"`;

function prepareQuery(db, sql) {
  const using = { db, forget() {} };
  const statement = prepareFirst(using, sql);
  if (!statement) throw new Error("The SQL contains no statement");
  if (statement.columns().length === 0) throw new Error("This statement reads no rows");
  if (prepareFirst(using, sql.slice(statement.sourceSQL.length))) throw new Error("Send a single statement");
  // SQLite explains every statement but an EXPLAIN, which would show how the views are made.
  db.prepare(`EXPLAIN ${statement.sourceSQL}`);
  return statement;
}

/** Creates an authorizer that allows nothing but reading the views, and the tables below them. */
function guardOf(schema, views) {
  const names = new Set(views.map(({ table }) => table.toLowerCase()));
  const functions = new Set(FUNCTIONS);
  const reads = new Set();
  let reason;
  const deny = (message) => {
    reason ??= message;
    return SQLITE_DENY;
  };
  const read = (table, database) => {
    const name = table.toLowerCase();
    if (functions.has(name) && (database === "main" || database === null)) return SQLITE_OK;
    // Without a database, the name is that of a view, because views precede tables.
    if (!names.has(name) || database === "main")
      return deny("This query reads a table that visitors cannot see");
    if (database === schema) reads.add(table);
    return SQLITE_OK;
  };
  return {
    reads,
    denied: () => reason,
    /** A table can hide a function of the same name, which is then no function. */
    hide(tables) {
      for (const name of tables) functions.delete(name);
    },
    authorize(code, first, second, database) {
      switch (code) {
        case constants.SQLITE_SELECT:
        case constants.SQLITE_RECURSIVE:
          return SQLITE_OK;
        case constants.SQLITE_READ:
          return read(first, database);
        case constants.SQLITE_FUNCTION:
          return FORBIDDEN.has(second.toLowerCase()) ? deny(`${second}() is not allowed`) : SQLITE_OK;
      }
      return deny("Visitors can only read by a SELECT");
    },
  };
}
