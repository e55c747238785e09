// The process in which one agent's database lives. It has no environment, knows no secret, and is killed whenever in doubt.

import { prepareLoad } from "./load.mjs";
import { backupInto, backupTo, diskOf, openDatabase } from "./open.mjs";
import { trust } from "./origins.mjs";
import { run } from "./run.mjs";
import { readSchema, readSize } from "./schema.mjs";
import { mayWrite } from "./statements.mjs";
import { startWatch } from "./watch.mjs";

const [folder, server] = process.argv.slice(2);

const die = () => process.kill(process.pid, "SIGKILL");
const send = (message) => process.connected && process.send(message);

process.on("disconnect", die);
// A terminal signals the whole group, but it is the server that ends this process.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});

try {
  let database = openDatabase(folder);
  let load;
  const watch = await startWatch(Number(server));

  const operations = {
    run(request) {
      const answer = run(database, request);
      if (database.seen.temporary) database = reopened();
      return answer;
    },
    writes: ({ sql }) => mayWrite(database, sql),
    schema: () => readSchema(database),
    size: () => readSize(database),
    trust: ({ table }) => trust(database, table),
    /** What is in the copy, which may be written meanwhile, too. */
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

  process.on("message", async ({ op, ...request }) => {
    watch.begin();
    let answer;
    try {
      if (op !== "rows" && op !== "end") database.begin(op === "writes" ? "read" : (request.mode ?? "any"));
      answer = { ok: true, value: (await operations[op](request)) ?? null };
    } catch (error) {
      answer = { ok: false, error: database.describe(error) };
    }
    watch.end();
    send(answer);
  });
  send({ ready: true });
} catch (error) {
  send({ ready: false, message: String(error?.message ?? error), disk: diskOf(folder, error) });
}
