/** Characters. */
const PIECE = 8_192;
/** As SQLite reads a number behind a question mark. */
const POSITIONAL = /\?\d*/y;

/**
 * Where one statement ends and the next begins, and what in it is a placeholder, is SQLite's to say: it takes `#a(')` for
 * a variable, and no reader of texts but its own is sure to.
 */

/** The first statement of a text, or undefined where there is none left. */
export function prepareFirst({ db, forget }, sql) {
  // Long scripts are looked at by pieces: SQLite would copy all that is left for each of their statements.
  if (sql.length > PIECE) {
    try {
      const statement = db.prepare(sql.slice(0, PIECE));
      // What ends where the piece does may have been cut in a comment.
      if (statement.sourceSQL.length < PIECE) return statement;
    } catch {
      // Cut in its middle.
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

/** Whether a statement comes in what is left of a text. It is not run, and may need what those before it make. */
export function hasStatement(database, rest) {
  if (rest.trim() === "") return false;
  try {
    return database.aside(() => prepareFirst(database, rest)) !== undefined;
  } catch {
    return true;
  }
}

/** Whether some statement of the text is refused to who may only read; nothing is run. Throws where SQLite cannot tell. */
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
 * Opcodes of SQLite's virtual machine that take rows away, as REPLACE does without telling the authorizer. An insert into a
 * virtual table may be a command, such as `delete-all` of FTS5.
 */
const REMOVING = new Set(["Delete", "IdxDelete", "Clear", "VUpdate"]);

/**
 * Returns the tables to which SQL only adds rows, without running it. Returns null if it does anything else, also by
 * triggers or REPLACE, copies from other tables, or cannot be prepared.
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
        // What other tables hold may be secret, and these be on a page that is shared.
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
 * How many values a statement takes, by laying what SQLite makes of it before any is bound, NULL for each placeholder,
 * beside its text. Throws for a placeholder with a name.
 */
export function placeholdersOf({ sourceSQL: text, expandedSQL: expanded }) {
  let most = 0;
  let shift = 0;
  if (text === expanded) return most;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === expanded[at + shift]) continue;
    POSITIONAL.lastIndex = at;
    const [found] = POSITIONAL.exec(text) ?? [];
    if (!found) throw new Error(`Placeholders are ? or ?1, not ${/^\S{1,40}/.exec(text.slice(at))}`);
    most = found === "?" ? most + 1 : Math.max(most, Number(found.slice(1)));
    shift += "NULL".length - found.length;
    at += found.length - 1;
  }
  return most;
}
