import { fromCell, sizeOf, toCell } from "./cells.mjs";
import { openLedger } from "./ledger.mjs";
import { diskOf } from "./open.mjs";
import { followMarks } from "./origins.mjs";
import { addReceipt, readReceipt } from "./receipts.mjs";
import { hasStatement, placeholdersOf, prepareFirst } from "./statements.mjs";

/** Maximum characters of a single row as JSON. */
const MAX_ROW = 32e6;
const MAX_SQL = 2_000;
const OPEN_END =
  "A call runs as one transaction: send BEGIN … COMMIT around all of its statements, or omit them";

const NOTHING = { written: [], acts: [], lost: 0 };

class Stop extends Error {
  constructor(reason, sql) {
    super(reason);
    this.why = { reason, sql: sql.trim().slice(0, MAX_SQL) };
  }
}

/**
 * Runs statements as one transaction. With `receipt`, the id of a write, they run at most once. With `guard`, stops before the first write of a day or before a large
 * loss, rolls back and returns the reason; the caller stores a copy and runs the statements again.
 */
export function run(database, { statements, mode, guard, origins = [], receipt, by, ...limits }) {
  const { seen } = database;
  const ledger = openLedger(database);
  const following = followMarks(database);
  const call = {
    database,
    mode,
    limits,
    guard,
    ledger,
    several: statements.length > 1,
    count: 0,
    isWrite: receipt !== undefined,
  };
  try {
    const earlier = receipt && receiptOf(database, receipt);
    if (earlier) return { ...NOTHING, results: earlier, reads: [], writes: [], marks: [] };
    const results = statements.map(({ sql, params }) => runText(call, sql, params ?? []));
    if (call.isOpen && !call.ended) throw new Error(OPEN_END);
    const isCommitted = call.ended !== "ROLLBACK";
    const large = isCommitted && guard ? ledger.large(guard.lost) : undefined;
    if (large) throw new Stop("destructive", large.sql);
    if (isCommitted && mode !== "read") following.write(origins);
    if (isCommitted && receipt) addReceipt(database, receipt, results);
    const marks = following.read();
    const { written, acts, lost } = isCommitted ? ledger : NOTHING;
    const change = isCommitted ? ended(call, { by, acts }) : database.rollback();
    return { results, reads: [...seen.reads], writes: [...written], acts, lost, marks, change };
  } catch (error) {
    // Check the disk before the rollback, which may free space and hide the cause.
    error.disk = diskOf(database.folder, error);
    error.marks = following.read(true);
    database.rollback();
    if (error instanceof Stop) return { stop: error.why };
    if (call.several) error.at = call.count;
    throw error;
  }
}

/** Commits the transaction of a call, if there is one. Returns what the change log calls its change. */
function ended({ database, isWrite }, change) {
  if (!database.db.isTransaction) return undefined;
  if (isWrite) return database.commit(change);
  database.endRead();
}

/** Returns the results of a write that was committed before, or opens the transaction of the write. */
function receiptOf(database, id) {
  database.beginTransaction("any");
  const results = readReceipt(database, id);
  if (results) database.rollback();
  return results;
}

function runText(call, sql, params) {
  const { database } = call;
  if (sql.includes("\0"))
    throw new Error("The SQL contains a NUL character: write char(0), or pass it as a parameter");
  if (!sql.isWellFormed()) throw new Error("The SQL contains half of a surrogate pair");
  const { seen } = database;
  const before = call.count;
  let result;
  for (let rest = sql; ; ) {
    call.count++;
    database.forget();
    const statement = prepareFirst(database, rest);
    if (!statement) break;
    rest = rest.slice(statement.sourceSQL.length);
    if ((!call.several || params.length > 0) && hasStatement(database, rest)) {
      call.several = true;
      if (params.length > 0)
        throw new Error("Parameters need a single statement: send the others separately");
    }
    if (call.ended) throw new Error(OPEN_END);
    if (seen.transaction) mark(call, seen.transaction);
    else result = runOne(call, statement, params);
  }
  call.count--;
  if (call.count === before) throw new Error("The SQL contains no statement");
  return result ?? { kind: "write", changes: 0, lastInsertRowid: 0 };
}

/**
 * Handles transaction statements of the agent. BEGIN and COMMIT have no effect, because each call is a
 * transaction; ROLLBACK discards the changes.
 */
function mark(call, transaction) {
  if (transaction === "BEGIN" ? call.count > 1 : !call.isOpen) throw new Error(OPEN_END);
  if (transaction === "BEGIN") call.isOpen = true;
  else call.ended = transaction;
}

function runOne(call, statement, params) {
  const { database, guard, ledger } = call;
  const { isWrite, inserts } = database.seen;
  const text = statement.sourceSQL;
  const values = bound(statement, params);
  call.isWrite ||= isWrite;
  if (isWrite && guard?.daily) throw new Stop("daily", text);
  if ((isWrite || call.several) && !database.db.isTransaction) database.beginTransaction(call.mode);
  const entry = isWrite ? ledger.open(text) : undefined;
  const read = statement.columns().length > 0 ? rowsOf(call.limits, statement, values, isWrite) : undefined;
  const rowid = read ? 0 : statement.run(...values).lastInsertRowid;
  const { changes, takesAway } = entry?.close() ?? { changes: 0 };
  if (takesAway && guard) throw new Stop("destructive", text);
  return read ?? { kind: "write", changes, lastInsertRowid: inserts && changes > 0 ? toCell(rowid) : 0 };
}

export function bound(statement, params) {
  const wanted = placeholdersOf(statement);
  if (wanted !== params.length) {
    throw new Error(`The statement has ${wanted} placeholders, but there are ${params.length} parameters`);
  }
  return params.map(fromCell);
}

/** `schema`: the name of the database whose tables are the origins of the columns. */
export function rowsOf({ skip = 0, maxRows, maxChars }, statement, values, isWrite, schema = "main") {
  const columns = statement.columns();
  const rows = [];
  let remaining = maxChars;
  let left = skip;
  let truncated = false;
  for (const row of statement.iterate(...values)) {
    if (truncated || left-- > 0) continue;
    const cells = rows.length < maxRows ? row.map(toCell) : undefined;
    remaining -= cells?.reduce((sum, cell) => sum + sizeOf(cell), 2) ?? 0;
    if (maxChars - remaining > MAX_ROW && rows.length === 0) throw new Error(TOO_WIDE);
    truncated = !cells || (remaining < 0 && rows.length > 0);
    if (!truncated) rows.push(cells);
    // A query needs no rows beyond the limits, but a write must run to its end.
    else if (!isWrite) break;
  }
  const origins = columns.map(({ database, table, column }) =>
    database === schema ? { table, column } : null,
  );
  return { kind: "read", columns: columns.map(({ name }) => name), origins, rows, truncated };
}

const TOO_WIDE = "The first row alone is larger than 32 MB: select fewer columns, or a part by substr()";
