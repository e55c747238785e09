import { MAX_PAGES } from "./log.mjs";
import { readMarks } from "./origins.mjs";
import { RESERVED } from "./reserved.mjs";
import { PAGE } from "./wal.mjs";

const TABLES = `SELECT name, type FROM pragma_table_list
  WHERE schema = 'main' AND type IN ('table', 'view', 'virtual') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
    AND name NOT IN (${RESERVED.map((name) => `'${name}'`).join(", ")})
  ORDER BY name COLLATE NOCASE`;
/**
 * Selects the columns of a table with generated columns, but without the hidden columns of virtual tables.
 */
const COLUMNS = `SELECT name, type, "notnull", pk FROM pragma_table_xinfo(?) WHERE hidden <> 1 ORDER BY cid`;

export const readSchema = (database) =>
  database.own(({ db }) => {
    const marks = readMarks(database);
    return db
      .prepare(TABLES)
      .all()
      .map(([name, type]) => {
        const { origins, since } = marks.find((mark) => mark.name.toLowerCase() === name.toLowerCase()) ?? {};
        return {
          name,
          type: type === "view" ? "view" : "table",
          columns: columnsOf(db, name),
          row_count: type === "view" ? null : count(db, name),
          ...(origins && { web: { origins, since } }),
        };
      });
  });

export const readSize = (database) =>
  database.own(({ db }) => {
    const of = (name) => Number(db.prepare(`PRAGMA ${name}`).all()[0][0]);
    return { bytes: (of("page_count") - of("freelist_count")) * PAGE, limit: MAX_PAGES * PAGE };
  });

/** Returns no columns for a view that refers to a missing table. */
function columnsOf(db, table) {
  try {
    const rows = db.prepare(COLUMNS).all(table);
    return rows.map(([name, type, notnull, pk]) => ({ name, type, notnull: notnull > 0n, pk: pk > 0n }));
  } catch {
    return [];
  }
}

const count = (db, table) =>
  Number(db.prepare(`SELECT count(*) FROM "${table.replaceAll('"', '""')}"`).all()[0][0]);
