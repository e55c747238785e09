// Child process with one agent's database. It has no secrets and can be killed at any time.
import { broken, serve, settings } from "../../../ground/processes/process/child.mjs";
import { compare } from "./compare.mjs";
import { prepareLoad } from "./load.mjs";
import { pruneLog } from "./log.mjs";
import { backupInto, backupTo, openDatabase, whyClosed, withForeign } from "./open.mjs";
import { checkMarks, distrust, trust } from "./origins.mjs";
import { listChanges, momentAt, rebuild } from "./rebuild.mjs";
import { settleReceipts } from "./receipts.mjs";
import { run } from "./run.mjs";
import { readSchema, readSize } from "./schema.mjs";
import { addedTables, mayWrite, readTables } from "./statements.mjs";
import { visit } from "./visit.mjs";

const { folder } = settings;
/** SQLite's code SQLITE_READONLY. */
const READONLY = 8;

try {
  let database = openDatabase(folder);
  let load;

  const operations = {
    run(request) {
      const answer = run(database, request);
      if (database.seen.temporary) database = reopened();
      return answer;
    },
    receipts: (request) => settleReceipts(database, request),
    visit: (request) => visit(folder, request),
    writes: ({ sql }) => mayWrite(database, sql),
    adds: ({ sql }) => addedTables(database, sql),
    reads: ({ sql }) => readTables(database, sql),
    schema: () => readSchema(database),
    size: () => readSize(database),
    trust: ({ table, origins }) => trust(database, table, origins),
    distrust: ({ table, origins }) => distrust(database, table, origins),
    /**
     * Reads the schema and makes the copy in one transaction, so that they match even if another process writes at the
     * same time. With `isExact`, the write lock also keeps the change log from moving on: `change` is the last change
     * that the copy contains.
     */
    async copy({ to, isExact = false }) {
      const copy = async () => {
        database.beginTransaction("read");
        try {
          const tables = readSchema(database);
          await backupTo(database, to);
          return { tables, change: isExact ? database.log.last() : 0 };
        } finally {
          database.endRead();
        }
      };
      return isExact ? database.frozen(copy) : copy();
    },
    inspect: ({ from }) =>
      withForeign(from, (foreign) => {
        checkMarks(foreign);
        return readSchema(foreign);
      }),
    load(request) {
      load = prepareLoad(database, request);
    },
    rows: ({ rows }) => load.rows(rows),
    end: () => load.end(),
    async restore({ from, change }) {
      const restored = await backupInto(database, from, change);
      database = restored.database;
      return restored.number;
    },
    changes: ({ after }) => listChanges(database, after),
    moment: (request) => momentAt(database, request),
    rebuild: (request) => rebuild(database, request),
    compare: (request) => compare(database, request),
    prune: (limits) => pruneLog(folder, limits),
  };

  /** Opens before it closes: SQLite moves the WAL into the file when its last connection closes. */
  const reopened = () => {
    const { db } = database;
    const next = openDatabase(folder);
    db.close();
    return next;
  };

  await serve(async ({ op, ...request }) => {
    try {
      if (op !== "rows" && op !== "end")
        database.begin(op === "writes" || op === "reads" ? "read" : (request.mode ?? "any"));
      return { ok: true, value: (await operations[op](request)) ?? null };
    } catch (error) {
      const described = database.describe(error);
      // The connection stays read-only after the folder has become writable.
      if ((error?.errcode & 255) === READONLY) database = reopened();
      return { ok: false, error: described };
    }
  });
} catch (error) {
  broken(error, whyClosed(folder, error));
}
