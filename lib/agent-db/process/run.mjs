import { fromCell, sizeOf, toCell } from "./cells.mjs";
import { loses, needsCopy } from "./guard.mjs";
import { bare, isBlank, placeholdersOf, verbOf } from "./sql-text.mjs";

const CHANGING = new Set(["with", "insert", "replace", "update", "delete"]);
/** Characters of JSON that a single row may have. */
const MOST_ROW = 32e6;
const MOST_SQL = 2_000;
/** Characters. */
const PIECE = 8_192;
const OPEN_END =
  "A transaction ends with the call, and what is sent together is one already: send BEGIN … COMMIT around all of it, or leave them out";

/** Ends a call that would lose much. */
class Stop extends Error {
  constructor(reason, sql) {
    super(reason);
    this.why = { reason, sql: sql.trim().slice(0, MOST_SQL) };
  }
}

/**
 * Runs what was sent as one transaction, which fails as a whole. With `guard` it stops before a first write or before
 * much is lost, changes nothing and says why, so that a copy can be made first.
 */
export function run(database, { statements, mode, maxRows, maxBytes, guard }) {
  const { seen } = database;
  const call = { database, mode, maxRows, maxBytes, guard, several: statements.length > 1, count: 0 };
  try {
    const results = statements.map(({ sql, params }) => runText(call, sql, params ?? []));
    if (call.isOpen && !call.ended) throw new Error(OPEN_END);
    if (call.ended === "ROLLBACK") database.rollback();
    else if (database.db.isTransaction) database.commit();
    const writes = call.ended === "ROLLBACK" ? [] : [...seen.writes];
    return { results, reads: [...seen.reads], writes };
  } catch (error) {
    database.rollback();
    if (error instanceof Stop) return { stop: error.why };
    if (call.several) error.at = call.count;
    throw error;
  }
}

/** One or several statements; the result is the last one's. */
function runText(call, sql, params) {
  const { database } = call;
  if (sql.includes("\0"))
    throw new Error("The SQL holds a NUL character: write char(0), or pass it as a parameter");
  if (!sql.isWellFormed()) throw new Error("The SQL holds half of a surrogate pair");
  if (isBlank(sql)) throw new Error("There is no statement in it");
  let result;
  for (let rest = sql; !isBlank(rest); ) {
    call.count++;
    database.forget();
    const { seen } = database;
    const writes = [...seen.writes];
    const statement = prepareFirst(database, rest);
    const text = statement.sourceSQL;
    rest = rest.slice(text.length);
    if (!isBlank(rest)) {
      call.several = true;
      if (params.length > 0)
        throw new Error("Parameters go with one statement: send the others by themselves");
    }
    if (call.ended) throw new Error(OPEN_END);
    if (seen.transaction) mark(call, seen.transaction);
    else result = runOne(call, statement, { text, params, writes });
  }
  return result ?? { kind: "write", changes: 0, lastInsertRowid: 0 };
}

/** Long scripts are looked at by pieces: SQLite would copy all that is left for each of their statements. */
function prepareFirst({ db, forget }, rest) {
  if (rest.length > PIECE) {
    try {
      const statement = db.prepare(rest.slice(0, PIECE));
      // What ends where the piece does may have been cut in a comment.
      if (statement.sourceSQL.length < PIECE) return statement;
    } catch {
      // Cut in its middle.
    }
    forget();
  }
  return db.prepare(rest);
}

/** BEGIN and COMMIT say what holds anyway; ROLLBACK makes it a try-out. */
function mark(call, transaction) {
  if (transaction === "BEGIN" ? call.count > 1 : !call.isOpen) throw new Error(OPEN_END);
  if (transaction === "BEGIN") call.isOpen = true;
  else call.ended = transaction;
}

function runOne(call, statement, { text, params, writes }) {
  const { database, guard, several } = call;
  const { seen } = database;
  const keywords = bare(text);
  const verb = verbOf(keywords);
  const values = bound(keywords, params);
  const isPlan = verb === "explain";
  const isWrite = seen.isWrite && !isPlan;
  if (isPlan) seen.writes = new Set(writes);
  if (isWrite && guard?.daily) throw new Stop("daily", text);
  if (isWrite && guard && loses(database, verb, keywords)) throw new Stop("destructive", text);
  if ((isWrite || several) && !database.db.isTransaction) database.beginTransaction(call.mode);
  const before = verb === "alter" ? database.tables() : undefined;
  const { inserts } = seen;
  const result =
    statement.columns().length > 0 ? rowsOf(call, statement, values, isWrite) : statement.run(...values);
  if (isWrite && guard && needsCopy(database, keywords)) throw new Stop("destructive", text);
  if (before) for (const name of database.tables()) if (!before.includes(name)) seen.writes.add(name);
  if (result.kind) return result;
  const changes = CHANGING.has(verb) ? Number(result.changes) : 0;
  return {
    kind: "write",
    changes,
    lastInsertRowid: inserts && changes > 0 ? toCell(result.lastInsertRowid) : 0,
  };
}

function bound(keywords, params) {
  const wanted = placeholdersOf(keywords);
  if (typeof wanted === "string") throw new Error(`Placeholders are ? or ?1, not ${wanted}`);
  if (wanted !== params.length) {
    throw new Error(`The statement has ${wanted} placeholders, and there are ${params.length} parameters`);
  }
  return params.map(fromCell);
}

function rowsOf({ maxRows, maxBytes }, statement, values, isWrite) {
  const columns = statement.columns();
  const rows = [];
  let room = maxBytes;
  let truncated = false;
  for (const row of statement.iterate(...values)) {
    if (truncated) continue;
    const cells = rows.length < maxRows ? row.map(toCell) : undefined;
    room -= cells?.reduce((sum, cell) => sum + sizeOf(cell), 2) ?? 0;
    if (maxBytes - room > MOST_ROW && rows.length === 0) throw new Error(TOO_WIDE);
    truncated = !cells || (room < 0 && rows.length > 0);
    if (!truncated) rows.push(cells);
    // What writes shall come to its end.
    else if (!isWrite) break;
  }
  const origins = columns.map(({ database, table, column }) =>
    database === "main" ? { table, column } : null,
  );
  return { kind: "read", columns: columns.map(({ name }) => name), origins, rows, truncated };
}

const TOO_WIDE = "The first row alone is larger than 32 MB: select fewer columns, or a part by substr()";
