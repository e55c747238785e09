export const MARKS_TABLE = "easel_origins";
export const RECEIPTS_TABLE = "easel_receipts";

/** Definitions of Easel's own tables in the agent's database, which the agent can neither read nor change. */
export const DEFINITIONS = {
  [MARKS_TABLE]: `CREATE TABLE ${MARKS_TABLE}
  (name TEXT PRIMARY KEY COLLATE NOCASE, origins TEXT NOT NULL, since TEXT NOT NULL)`,
  [RECEIPTS_TABLE]: `CREATE TABLE ${RECEIPTS_TABLE}
  (id TEXT PRIMARY KEY, at INTEGER NOT NULL, results TEXT NOT NULL)`,
};

export const RESERVED = Object.keys(DEFINITIONS);

export const isReserved = (name) => RESERVED.includes(name?.toLowerCase());

export const hasTable = (db, name) =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE").all(name)
    .length > 0;
