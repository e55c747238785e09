import { rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { openAuthorizer } from "./authorize.mjs";

const FILE = "data.sqlite";
/** Pages of 4 KB: 100 MB, the log included. Temporary tables have as much. */
const MAX_PAGES = 25_600;
/** Pages that the log may hold between two calls. */
const LOG_PAGES = 1_000;
const PAGE = 4_096;
/** SQLite's primary codes of what a file or its disk refuses: PERM, READONLY, IOERR, FULL, CANTOPEN. */
const OF_DISK = new Set([3, 8, 10, 13, 14]);
/** CORRUPT and NOTADB. */
const DAMAGED = new Set([11, 26]);
const PROBE = Buffer.alloc(2 ** 20);
/** Another server on the same folder may be writing. */
const PATIENCE_MS = 2_500;

const PRAGMAS = [
  // Who reads does not wait for who writes, nor the other way round.
  "journal_mode = WAL",
  `journal_size_limit = ${LOG_PAGES * PAGE}`,
  "synchronous = FULL",
  "trusted_schema = OFF",
  "cell_size_check = ON",
  "cache_size = -8000",
  `max_page_count = ${MAX_PAGES - LOG_PAGES}`,
  `temp.max_page_count = ${MAX_PAGES}`,
];

/** The agent's database, with whatever could reach beyond it taken away. */
export function openDatabase(folder) {
  const file = join(folder, FILE);
  const db = new DatabaseSync(file, {
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
  const counts = db.prepare("SELECT changes(), total_changes()");
  db.setAuthorizer(authorize);
  const database = {
    db,
    seen,
    folder,
    counts,
    begin: authorizer.begin,
    forget: authorizer.forget,
    aside: authorizer.aside,
    /** Our own statements, which the limits of the agent's do not concern. */
    own: (work) => authorizer.own(() => work(database)),
    /** Reading takes its lock with the first statement, writing at once: then it need not wait in the middle. */
    beginTransaction: (mode) => database.own(() => db.exec(mode === "read" ? "BEGIN" : "BEGIN IMMEDIATE")),
    commit() {
      database.own(() => db.exec("COMMIT"));
      if (sizeOf(`${file}-wal`) > LOG_PAGES * PAGE) emptyLog(database);
    },
    /** Gives `work` the database as it was before the transaction that is open. */
    committed(work) {
      const before = new DatabaseSync(file, { readOnly: true, returnArrays: true });
      try {
        return work(before);
      } finally {
        before.close();
      }
    },
    size: () => ({ log: sizeOf(`${file}-wal`), limit: MAX_PAGES * PAGE }),
    rollback() {
      if (db.isTransaction) database.own(() => db.exec("ROLLBACK"));
    },
    /** Names of tables and views. */
    tables: () =>
      database.own(() =>
        db.prepare("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')").all().flat(),
      ),
    describe(error) {
      const { message = "", errcode, at, disk = diskOf(folder, error), marks = [] } = error ?? {};
      const denied = authorizer.denied();
      return {
        message: denied ?? message,
        code: denied ? "denied" : (errcode ?? null),
        at: at ?? null,
        disk,
        marks,
      };
    },
  };
  return database;
}

const sizeOf = (path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Puts what lies in the log into the file and cuts it off. Where somebody reads just now, or the disk has no room for it,
 * the next commit does it: what was committed is safe in the log.
 */
function emptyLog(database) {
  database.own(({ db }) => {
    db.exec("PRAGMA busy_timeout = 0");
    try {
      db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").all();
    } catch {
      // The log stays as it is.
    }
    db.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}`);
  });
}

/**
 * What is wrong with the disk where SQLite blames it or a file, which means the database's own limit as well: null when a
 * megabyte can be written. Only trying tells of quotas, of room that is kept for others, and of what is mounted how.
 */
export function diskOf(folder, { errcode } = {}) {
  if (!OF_DISK.has(errcode & 255)) return null;
  const path = join(folder, "tmp", `probe-${process.pid}`);
  try {
    writeFileSync(path, PROBE);
    return null;
  } catch ({ code }) {
    return code === "EROFS" || code === "EACCES" || code === "EPERM" ? "readonly" : "full";
  } finally {
    rmSync(path, { force: true });
  }
}

/** Why a database cannot be opened, where more is known than the words of the error. */
export const whyClosed = (folder, error) =>
  DAMAGED.has(error?.errcode & 255) ? "damaged" : diskOf(folder, error);

/** More pages than there may be: a copy is made in one go. */
const AT_ONCE = { rate: 2 * MAX_PAGES };

/** All that is committed, as a file of its own. */
export const backupTo = ({ db }, path) => backup(db, path, AT_ONCE);

/** Opens a database that a stranger made, and throws what is wrong with it. Nothing of it is run. */
export function withForeign(path, work) {
  const db = new DatabaseSync(path, {
    allowExtension: false,
    defensive: true,
    readBigInts: true,
    returnArrays: true,
  });
  try {
    for (const pragma of ["trusted_schema = OFF", "cell_size_check = ON"]) db.exec(`PRAGMA ${pragma}`);
    const [[size]] = db.prepare("PRAGMA page_size").all();
    if (size !== BigInt(PAGE)) throw new Error(`its pages have ${size} bytes, and not ${PAGE}`);
    const problems = db.prepare("PRAGMA quick_check(1)").all().flat();
    if (problems.some((one) => one !== "ok")) throw new Error(`it is damaged: ${problems[0]}`);
    return work({ db, own: (act) => act({ db }) });
  } finally {
    db.close();
  }
}

/** Puts a copy in the place of all that is there, in one transaction. */
export async function backupInto(folder, from) {
  const source = new DatabaseSync(from, { allowExtension: false });
  try {
    await backup(source, join(folder, FILE), AT_ONCE);
  } finally {
    source.close();
  }
}
