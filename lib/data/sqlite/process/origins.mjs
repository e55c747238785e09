import { DEFINITIONS, hasTable, isReserved, MARKS_TABLE, RESERVED } from "./reserved.mjs";

/**
 * Marks: the tables that may contain web content, with its origins. They are stored in the database itself,
 * so that they are committed, copied and restored together with the rows. Only this process reads and writes
 * them.
 */
const MAX_ORIGINS = 50;

const MARK = `INSERT INTO ${MARKS_TABLE} VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET origins = ?2`;
/** Deletes the marks of dropped tables and views. SQLite ignores the case of names. */
const FORGET = `DELETE FROM ${MARKS_TABLE} WHERE name NOT IN (
  SELECT name COLLATE NOCASE FROM sqlite_schema WHERE type IN ('table', 'view'))`;
/**
 * If a virtual table is used, its origins cannot be traced: FTS5 reads its shadow tables by cached
 * statements, which the authorizer does not see.
 */
const VIRTUAL = "SELECT name FROM pragma_table_list WHERE type IN ('virtual', 'shadow')";

export const readMarks = (database) =>
  database.own(({ db }) => {
    if (!hasTable(db, MARKS_TABLE)) return [];
    const rows = db.prepare(`SELECT name, origins, since FROM ${MARKS_TABLE} ORDER BY name`).all();
    return rows.map(([name, origins, since]) => ({ name, origins: JSON.parse(origins), since }));
  });

/** Throws if Easel's own tables of an imported database do not have the format of this process. */
export function checkMarks(database) {
  for (const name of RESERVED) {
    const made = database.own(({ db }) =>
      db
        .prepare("SELECT type, sql FROM sqlite_schema WHERE tbl_name = ? COLLATE NOCASE AND sql IS NOT NULL")
        .all(name),
    );
    if (made.some(([type, sql]) => type !== "table" || sql !== DEFINITIONS[name]))
      throw new Error(`${name} is a name reserved for Easel`);
  }
  for (const { name, origins } of readMarks(database))
    if (
      typeof name !== "string" ||
      !Array.isArray(origins) ||
      !origins.every((one) => typeof one === "string")
    )
      throw new Error(`${MARKS_TABLE} contains an invalid origin`);
}

export function trust(database, table, origins) {
  const existing = readMarks(database).find(({ name }) => lower(name) === lower(table));
  if (!existing) return false;
  const left = origins ? existing.origins.filter((one) => !origins.includes(one)) : [];
  database.write(({ db }) => {
    if (left.length > 0) db.prepare(MARK).run(table, JSON.stringify(left), existing.since);
    else db.prepare(`DELETE FROM ${MARKS_TABLE} WHERE name = ?`).run(table);
  });
  return true;
}

export function distrust(database, table, origins) {
  const name = database.tables().find((one) => lower(one) === lower(table));
  if (name === undefined) return false;
  database.write(() => mark(database, [name], readMarks(database), origins));
  return true;
}

export function followMarks(database) {
  const { seen } = database;
  const before = readMarks(database);
  const tables = new Set(database.tables());
  const all = () => {
    const after = readMarks(database).filter(({ name }) => !before.some((one) => one.name === name));
    return [...before, ...after];
  };
  return {
    /**
     * Returns the marks of the tables that the call has read. Includes the tables that it has written if it
     * failed or a trigger wrote: the error message may quote their rows, and the trigger may copy them.
     */
    read(isFailed = false) {
      const marks = all();
      const names = new Set([...seen.touched, ...(isFailed || seen.fires ? seen.fills : [])].map(lower));
      if (marks.length === 0 || seen.tells || (seen.catalog && !seen.reshapes)) return marks;
      return isVirtual(database, names) ? marks : marks.filter(({ name }) => names.has(lower(name)));
    },
    /**
     * Marks the written tables with `origins`, which the writer had read before, and with the origins of the
     * tables that the call has read.
     */
    write(origins) {
      const now = database.tables();
      const made = now.filter((name) => !tables.has(name));
      const taken = made.find(isReserved);
      if (taken) throw new Error(`${taken} is a name reserved for Easel`);
      const incoming = joined([origins, ...this.read().map((mark) => mark.origins)]);
      // A dropped table or view may have been created again with the same name. It counts as new.
      const again = now.filter((name) => seen.dropped.has(lower(name)));
      const names = new Set([...seen.fills, ...made, ...again]);
      if (names.size > 0 && incoming.length > 0) mark(database, names, all(), incoming);
      else if (before.length > 0 && (seen.reshapes || made.length > 0))
        database.own(({ db }) => db.exec(FORGET));
    },
  };
}

function mark(database, names, marks, incoming) {
  const since = new Date().toISOString();
  database.own(({ db }) => {
    if (!hasTable(db, MARKS_TABLE)) db.exec(DEFINITIONS[MARKS_TABLE]);
    const put = db.prepare(MARK);
    for (const name of names) {
      const existing = marks.find((one) => lower(one.name) === lower(name))?.origins ?? [];
      put.run(name, JSON.stringify(joined([existing, incoming])), since);
    }
    db.exec(FORGET);
  });
}

function isVirtual({ own, seen }, names) {
  const touched = new Set([...names, ...[...seen.fills].map(lower)]);
  return own(({ db }) =>
    db
      .prepare(VIRTUAL)
      .all()
      .some(([name]) => touched.has(lower(name))),
  );
}

const joined = (lists) => [...new Set(lists.flat())].slice(0, MAX_ORIGINS);
const lower = (name) => name.toLowerCase();
