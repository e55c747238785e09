import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { openAuthorizer } from "./authorize.mjs";

const FILE = "data.sqlite";
/** Pages of 4 KB: 100 MB. Temporary tables have as much. */
const MOST_PAGES = 25_600;
/** Another server on the same folder may be writing. */
const PATIENCE_MS = 2_500;

const PRAGMAS = [
  // Who reads does not wait for who writes, nor the other way round.
  "journal_mode = WAL",
  "journal_size_limit = 16777216",
  "synchronous = FULL",
  "trusted_schema = OFF",
  "cell_size_check = ON",
  "cache_size = -8000",
  `max_page_count = ${MOST_PAGES}`,
  `temp.max_page_count = ${MOST_PAGES}`,
];

/** The agent's database, with whatever could reach beyond it taken away. */
export function openDatabase(folder) {
  const db = new DatabaseSync(join(folder, FILE), {
    allowExtension: false,
    defensive: true,
    enableForeignKeyConstraints: true,
    enableDoubleQuotedStringLiterals: false,
    limits: { attach: 0, length: 20e6, sqlLength: 1e6 },
    readBigInts: true,
    returnArrays: true,
    timeout: PATIENCE_MS,
  });
  for (const pragma of PRAGMAS) db.exec(`PRAGMA ${pragma}`);
  const { authorize, seen, ...authorizer } = openAuthorizer();
  db.setAuthorizer(authorize);
  const database = {
    db,
    seen,
    begin: authorizer.begin,
    forget: authorizer.forget,
    /** Our own statements, which the limits of the agent's do not concern. */
    own: (work) => authorizer.own(() => work(database)),
    /** Reading takes its lock with the first statement, writing at once: then it need not wait in the middle. */
    beginTransaction: (mode) => database.own(() => db.exec(mode === "read" ? "BEGIN" : "BEGIN IMMEDIATE")),
    commit: () => database.own(() => db.exec("COMMIT")),
    rollback() {
      if (db.isTransaction) database.own(() => db.exec("ROLLBACK"));
    },
    tables: () => database.own(() => db.prepare("SELECT name FROM sqlite_schema").all().flat()),
    describe({ message = "", errcode, at } = {}) {
      const denied = authorizer.denied();
      return { message: denied ?? message, code: denied ? "denied" : (errcode ?? null), at: at ?? null };
    },
  };
  return database;
}

/** More pages than there may be: a copy is made in one go. */
const AT_ONCE = { rate: 2 * MOST_PAGES };

/** All that is committed, as a file of its own. */
export const backupTo = ({ db }, path) => backup(db, path, AT_ONCE);

/** Puts a copy in the place of all that is there, in one transaction. */
export async function backupInto(folder, from) {
  const source = new DatabaseSync(from, { allowExtension: false });
  try {
    await backup(source, join(folder, FILE), AT_ONCE);
  } finally {
    source.close();
  }
}
