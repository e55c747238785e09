/** Length in characters of the piece of a long script that is prepared. */
const PIECE = 8_192;
/** A numbered placeholder of SQLite, such as `?1`. */
const POSITIONAL = /\?\d*/y;

/*
 * SQLite itself splits the statements and finds the placeholders, because its tokenizer accepts surprising
 * input, such as `#a(')` as a variable.
 */

export function prepareFirst({ db, forget }, sql) {
  // Prepare a long script piece by piece, because SQLite would copy all of the remaining script for each
  // statement.
  if (sql.length > PIECE) {
    try {
      const statement = db.prepare(sql.slice(0, PIECE));
      // If the statement ends exactly where the piece ends, the piece may have cut a comment of the
      // statement.
      if (statement.sourceSQL.length < PIECE) return statement;
    } catch {
      // The piece ended inside a statement, so prepare the whole script below.
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

/**
 * Returns true if the remaining text contains a statement. Returns true also if SQLite cannot prepare it,
 * because it may depend on earlier statements. Runs nothing.
 */
export function hasStatement(database, rest) {
  if (rest.trim() === "") return false;
  try {
    return database.aside(() => prepareFirst(database, rest)) !== undefined;
  } catch {
    return true;
  }
}

/**
 * Returns true if the text has a statement that a read-only connection would reject. Runs nothing. Throws if
 * SQLite cannot prepare a statement.
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

/** Returns the tables that a text reads, without running it. Throws if it may write. */
export function readTables(database, sql) {
  const tables = new Set();
  for (let rest = sql; ; ) {
    const statement = prepareFirst(database, rest);
    for (const table of database.seen.reads) tables.add(table);
    if (!statement) return [...tables].sort();
    rest = rest.slice(statement.sourceSQL.length);
  }
}

/**
 * Opcodes of SQLite's virtual machine that remove rows. REPLACE uses them without telling the authorizer. An
 * insert into a virtual table (`VUpdate`) may be a command that removes rows, such as FTS5's `delete-all`.
 */
const REMOVING = new Set(["Delete", "IdxDelete", "Clear", "VUpdate"]);

/**
 * Returns the tables to which SQL adds rows, without running it. Returns null if it may do anything else, for
 * example by a trigger or REPLACE, if it copies rows from other tables, or if SQLite cannot prepare it.
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
        // Copying from another table is more than adding rows: the data may be secret, and a shared page may
        // show the table that it is added to.
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
 * Returns how many values a statement takes. Compares its text with SQLite's expansion, in which each unbound
 * placeholder is NULL. Throws for a named placeholder.
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
