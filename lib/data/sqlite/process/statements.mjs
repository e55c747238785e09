/** Characters. */
const PIECE = 8_192;
/** SQLite's syntax of numbered placeholders. */
const POSITIONAL = /\?\d*/y;

/**
 * SQLite itself splits statements and finds placeholders: its tokenizer accepts surprising input, such as
 * `#a(')` as a variable.
 */

export function prepareFirst({ db, forget }, sql) {
  // Prepare long scripts in pieces: SQLite would copy the whole rest of the script for each statement.
  if (sql.length > PIECE) {
    try {
      const statement = db.prepare(sql.slice(0, PIECE));
      // A statement that ends exactly with the piece may have been cut inside a comment.
      if (statement.sourceSQL.length < PIECE) return statement;
    } catch {
      // The piece ended inside a statement.
    }
    forget();
  }
  try {
    return db.prepare(sql);
  } catch (error) {
    if (error.code === "ERR_INVALID_ARG_VALUE") return undefined;
    throw error;
  }
}

/** Returns true if the rest contains a statement. It is not run, and may depend on earlier statements. */
export function hasStatement(database, rest) {
  if (rest.trim() === "") return false;
  try {
    return database.aside(() => prepareFirst(database, rest)) !== undefined;
  } catch {
    return true;
  }
}

/**
 * Returns true if a read-only connection would reject a statement of the text; nothing is run. Throws if
 * SQLite cannot prepare one.
 */
export function mayWrite(database, sql) {
  for (let rest = sql; ; ) {
    let statement;
    try {
      database.forget();
      statement = prepareFirst(database, rest);
    } catch (error) {
      if (database.describe(error).code === "denied") return true;
      throw error;
    }
    if (!statement) return false;
    rest = rest.slice(statement.sourceSQL.length);
  }
}

/**
 * Opcodes of SQLite's virtual machine that take rows away, as REPLACE does without telling the authorizer. An
 * insert into a virtual table may be a command, such as `delete-all` of FTS5.
 */
const REMOVING = new Set(["Delete", "IdxDelete", "Clear", "VUpdate"]);

/**
 * Returns the tables to which SQL only adds rows, without running it. Returns null if it does anything else,
 * also by triggers or REPLACE, copies from other tables, or cannot be prepared.
 */
export function addedTables(database, sql) {
  const tables = new Set();
  try {
    for (let rest = sql; ; ) {
      database.begin("any");
      const statement = prepareFirst(database, rest);
      if (!statement) return tables.size > 0 ? [...tables].sort() : null;
      const { isWrite, inserts, shapes, fires, temporary, transaction, loses, writes, reads } = database.seen;
      if (transaction !== undefined) return null;
      if (isWrite) {
        if (!inserts || shapes || fires || temporary || loses.size > 0) return null;
        // Data of other tables may be secret, and the result may appear on a shared page.
        if (!reads.isSubsetOf(writes)) return null;
        for (const table of writes) tables.add(table);
        const program = database.db.prepare(`EXPLAIN ${statement.sourceSQL}`).all();
        // Rows are arrays: address, opcode, operands.
        if (program.some(([, opcode]) => REMOVING.has(opcode))) return null;
      }
      rest = rest.slice(statement.sourceSQL.length);
    }
  } catch {
    return null;
  }
}

/**
 * Counts the values that a statement takes, by comparing its text with SQLite's expansion of unbound
 * placeholders to NULL. Throws for a named placeholder.
 */
export function placeholdersOf({ sourceSQL: text, expandedSQL: expanded }) {
  let count = 0;
  let shift = 0;
  if (text === expanded) return count;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === expanded[at + shift]) continue;
    POSITIONAL.lastIndex = at;
    const [found] = POSITIONAL.exec(text) ?? [];
    if (!found) throw new Error(`Placeholders are ? or ?1, not ${/^\S{1,40}/.exec(text.slice(at))}`);
    count = found === "?" ? count + 1 : Math.max(count, Number(found.slice(1)));
    shift += "NULL".length - found.length;
    at += found.length - 1;
  }
  return count;
}
