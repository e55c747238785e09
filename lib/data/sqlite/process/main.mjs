// Child process with one agent's database. It has no secrets and can be killed at any time.
import { broken, serve, settings } from "../../../ground/processes/process/child.mjs";
import { prepareLoad } from "./load.mjs";
import { backupInto, backupTo, openDatabase, whyClosed, withForeign } from "./open.mjs";
import { checkMarks, distrust, trust } from "./origins.mjs";
import { settleReceipts } from "./receipts.mjs";
import { run } from "./run.mjs";
import { readSchema, readSize } from "./schema.mjs";
import { addedTables, mayWrite } from "./statements.mjs";
import { visit } from "./visit.mjs";

const { folder } = settings;

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
    schema: () => readSchema(database),
    size: () => readSize(database),
    trust: ({ table, origins }) => trust(database, table, origins),
    distrust: ({ table, origins }) => distrust(database, table, origins),
    /**
     * Read the schema and make the copy in one read transaction, so that they match even if another process
     * writes at the same time.
     */
    async copy({ to }) {
      database.beginTransaction("read");
      try {
        const tables = readSchema(database);
        await backupTo(database, to);
        return tables;
      } finally {
        database.commit();
      }
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
    async restore({ from }) {
      database.db.close();
      await backupInto(folder, from);
      database = openDatabase(folder);
    },
  };

  const reopened = () => {
    database.db.close();
    return openDatabase(folder);
  };

  await serve(async ({ op, ...request }) => {
    try {
      if (op !== "rows" && op !== "end") database.begin(op === "writes" ? "read" : (request.mode ?? "any"));
      return { ok: true, value: (await operations[op](request)) ?? null };
    } catch (error) {
      return { ok: false, error: database.describe(error) };
    }
  });
} catch (error) {
  broken(error, whyClosed(folder, error));
}
