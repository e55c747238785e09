import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { openAuthorizer } from "./authorize.mjs";
import { MAX_PAGES, openLog, WAL_FRAMES } from "./log.mjs";
import { FRAME, PAGE } from "./wal.mjs";

export const FILE = "data.sqlite";
/** SQLite's primary codes for errors of the file or disk: PERM, READONLY, IOERR, FULL, CANTOPEN. */
const OF_DISK = new Set([3, 8, 10, 13, 14]);
/** SQLite's primary codes CORRUPT and NOTADB. */
const DAMAGED = new Set([11, 26]);
const PROBE = Buffer.alloc(2 ** 20);
/** SQLite waits this long for a lock, because another server may be writing to the same file. */
const BUSY_TIMEOUT_MS = 2_500;

const PRAGMAS = [
  "journal_mode = WAL",
  // Only the change log moves the WAL into the file.
  "wal_autocheckpoint = 0",
  `journal_size_limit = ${WAL_FRAMES * FRAME}`,
  "synchronous = FULL",
  "trusted_schema = OFF",
  "cell_size_check = ON",
  "cache_size = -8000",
  `max_page_count = ${MAX_PAGES - WAL_FRAMES}`,
  `temp.max_page_count = ${MAX_PAGES}`,
];

/** Opens the agent's database, with everything disabled that could reach beyond it. */
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
    timeout: BUSY_TIMEOUT_MS,
  });
  for (const pragma of PRAGMAS) db.exec(`PRAGMA ${pragma}`);
  const { authorize, seen, ...authorizer } = openAuthorizer();
  const log = openLog(folder);
  const counts = db.prepare("SELECT changes(), total_changes()");
  db.setAuthorizer(authorize);
  const database = {
    db,
    seen,
    folder,
    log,
    counts,
    begin: authorizer.begin,
    forget: authorizer.forget,
    aside: authorizer.aside,
    /** Runs our own statements, to which the agent's restrictions do not apply. */
    own: (work) => authorizer.own(() => work(database)),
    /**
     * A write takes the write lock at its start, so that it does not wait for it in the middle of the
     * transaction.
     */
    beginTransaction: (mode) => database.own(() => db.exec(mode === "read" ? "BEGIN" : "BEGIN IMMEDIATE")),
    /** Ends a transaction that only read. */
    endRead: () => database.own(() => db.exec("COMMIT")),
    /** Commits the open write transaction, with an entry in the change log. Returns its number and time. */
    commit(change) {
      const logged = log.add(change);
      database.own(() => db.exec("COMMIT"));
      return log.archive(database) ? { ...logged, needsCopy: true } : logged;
    },
    /** Runs our own write as one transaction, which is a change without an author. */
    write(work) {
      database.beginTransaction("any");
      try {
        const result = database.own(work);
        database.commit({});
        return result;
      } catch (error) {
        database.rollback();
        throw error;
      }
    },
    /** Keeps all processes from writing during `work`, which may read. */
    async frozen(work) {
      const holder = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
      try {
        holder.exec("PRAGMA wal_autocheckpoint = 0; BEGIN IMMEDIATE");
        return await work();
      } finally {
        holder.close();
      }
    },
    /**
     * Calls `work` with a second connection, which sees the database without the changes of the open
     * transaction.
     */
    committed(work) {
      const before = new DatabaseSync(file, { readOnly: true, returnArrays: true });
      try {
        return work(before);
      } finally {
        before.close();
      }
    },
    rollback() {
      if (db.isTransaction) database.own(() => db.exec("ROLLBACK"));
    },
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

/**
 * Tries to write a megabyte, because only writing detects quotas, reserved space and mount options. Returns
 * why the disk caused an error, or null if the write succeeds: SQLite reports its own size limit with the
 * same codes.
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

/** Returns why a database cannot be opened, if the cause is more specific than the error message. */
export const whyClosed = (folder, error) =>
  DAMAGED.has(error?.errcode & 255) ? "damaged" : diskOf(folder, error);

/** A database cannot have this many pages, so the copy is made in one step. */
const ONE_STEP = { rate: 2 * MAX_PAGES };

export const backupTo = ({ db }, path) => backup(db, path, ONE_STEP);

/** Opens an imported, untrusted database without running anything in it. Throws if it is invalid. */
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
    if (size !== BigInt(PAGE)) throw new Error(`its page size is ${size} bytes instead of ${PAGE}`);
    const problems = db.prepare("PRAGMA quick_check(1)").all().flat();
    if (problems.some((one) => one !== "ok")) throw new Error(`it is damaged: ${problems[0]}`);
    return work({ db, own: (act) => act({ db }) });
  } finally {
    db.close();
  }
}

/**
 * Replaces the content of the database. A second connection keeps SQLite from moving the WAL into the file when the
 * connection of the backup closes, so that the change log gets all pages. `copied`: the last change that the new content
 * contains, if it is known. Returns the number of this change.
 */
export async function backupInto(database, from, copied) {
  const { folder, log } = database;
  const source = new DatabaseSync(from, { allowExtension: false });
  const holder = openDatabase(folder);
  try {
    holder.beginTransaction("read");
    holder.tables();
    database.db.close();
    const { number } = log.add({ isWhole: true, state: copied && log.stateOf(copied) });
    await backup(source, join(folder, FILE), ONE_STEP);
    return { database: openDatabase(folder), number };
  } finally {
    source.close();
    holder.rollback();
    holder.db.close();
  }
}
