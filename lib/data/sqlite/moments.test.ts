import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { databaseOf } from "./databases";
import { databaseFileOf } from "./folder";
import { loadTable } from "./index";
import { copyOfMoment, momentOf } from "./moments";
import { openDatabase } from "./process/open.mjs";
import { putDatabase } from "./restore";
import { dumpOf } from "./testing/dump";
import { lab } from "./testing/lab";

vi.setConfig({ testTimeout: 120_000 });

const SEED = Number(process.env.SEED ?? 7);
/** Number of moments that are rebuilt. */
const MOMENTS = Number(process.env.MOMENTS ?? (process.env.ATTACK === "all" ? 200 : 15));
const RESTORE = { author: "restore", cause: null } as const;
const STEPS = Math.ceil(1.3 * MOMENTS) + 50;

let db: Awaited<ReturnType<typeof lab>>;
beforeAll(async () => {
  db = await lab({ isFast: true });
});
afterAll(() => db.close());

function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const SCHEMA = `
  CREATE TABLE plain (a, b);
  CREATE TABLE people (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT COLLATE NOCASE, size GENERATED ALWAYS AS (length(name)) STORED);
  CREATE TABLE pets (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES people ON DELETE CASCADE, data BLOB);
  CREATE TABLE keys (k TEXT PRIMARY KEY, v) WITHOUT ROWID;
  CREATE TABLE log (what, n);
  CREATE INDEX by_b ON plain (b);
  CREATE TRIGGER noted AFTER UPDATE ON plain BEGIN INSERT INTO log VALUES (old.a, new.b); END;
  CREATE VIRTUAL TABLE notes USING fts5(text);`;

function statement(below: (n: number) => number, step: number): string {
  const n = below(60);
  switch (below(16)) {
    case 0:
    case 1:
      return `INSERT INTO plain VALUES (${n}, 'x${step}'), (NULL, ${n}.5)`;
    case 2:
      return `UPDATE plain SET b = ${step} WHERE a = ${n}`;
    case 3:
      return `DELETE FROM plain WHERE a = ${n}`;
    case 4:
      return `INSERT INTO people (name) VALUES ('Ann ${step}'), ('ANN ${step}')`;
    case 5:
      return `INSERT INTO pets (owner, data) SELECT id, randomblob(${n * 10}) FROM people LIMIT 5`;
    case 6:
      return `DELETE FROM people WHERE id % 7 = ${below(7)}`;
    case 7:
      return `INSERT OR REPLACE INTO keys VALUES ('k${n}', ${step})`;
    case 8:
      return `DELETE FROM keys WHERE k = 'k${n}'; INSERT INTO log VALUES ('two', ${step})`;
    case 9:
      return `INSERT INTO notes VALUES ('note ${step} with words ${n}')`;
    case 10:
      return `DELETE FROM notes WHERE notes MATCH '${n}'`;
    case 11:
      return `CREATE TABLE t${step} AS SELECT * FROM plain LIMIT 3; CREATE VIEW v${step} AS SELECT * FROM t${step}`;
    case 12:
      return `ALTER TABLE plain ADD COLUMN c${step} DEFAULT ${n}`;
    case 13:
      return "DELETE FROM log";
    case 14:
      return `BEGIN; DELETE FROM plain; ROLLBACK`;
    default:
      return `WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c LIMIT ${20 * n}) INSERT INTO plain (a, b) SELECT i, hex(randomblob(60)) FROM c`;
  }
}

async function* rowsOf(count: number) {
  yield Array.from({ length: count }, (_, at) => [at, `imported ${at}`]);
}

test(`random moments are rebuilt exactly (SEED=${SEED} MOMENTS=${MOMENTS})`, async () => {
  const { agentId } = db;
  const below = random(SEED);
  const file = databaseFileOf(agentId);
  const recorded: { change: number; at: number; dump: string }[] = [];
  await db.run(SCHEMA);
  for (let step = 0; step < STEPS; step++) {
    if (step % 50 === 20) {
      const create = `CREATE TABLE imported${step} (id, text)`;
      await loadTable({
        agentId,
        table: `imported${step}`,
        columns: ["id", "text"],
        rows: rowsOf(2_000),
        create,
      });
    } else if (step % 60 === 45) {
      const { change } = recorded[below(recorded.length)] ?? { change: 0 };
      await putDatabase(agentId, await copyOfMoment(agentId, change), RESTORE);
    } else await db.run(statement(below, step)).catch(() => {});
    const moment = await momentOf(agentId, { at: Date.now() });
    if (!moment) throw new Error("There is no change log");
    recorded.push({ change: moment.now.number, at: moment.now.at, dump: dumpOf(file) });
  }
  const wanted = recorded.sort(() => below(2) - 0.5).slice(0, MOMENTS);
  for (const { change, dump } of wanted) {
    const copy = await copyOfMoment(agentId, change);
    await putDatabase(agentId, copy, RESTORE);
    expect(dumpOf(file) === dump, `change ${change}`).toBe(true);
  }
});

test("a program that opened the file breaks the log: earlier moments are refused, later ones are exact", async () => {
  const { agentId } = db;
  await db.run("CREATE TABLE IF NOT EXISTS broken (n); INSERT INTO broken VALUES (1)");
  const lost = await momentOf(agentId, { at: Date.now() });
  await databaseOf(agentId).end();
  const foreign = new DatabaseSync(databaseFileOf(agentId));
  foreign.exec("INSERT INTO broken VALUES (2)");
  foreign.close();
  await db.run("INSERT INTO broken VALUES (3)");
  await db.run("INSERT INTO broken VALUES (4)");
  const dump = dumpOf(databaseFileOf(agentId));
  const now = await momentOf(agentId, { at: Date.now() });
  await db.run("INSERT INTO broken VALUES (5)");
  await expect(copyOfMoment(agentId, lost?.now.number ?? 0)).rejects.toMatchObject({ code: "not_found" });
  await putDatabase(agentId, await copyOfMoment(agentId, now?.now.number ?? 0), RESTORE);
  expect(dumpOf(databaseFileOf(agentId))).toBe(dump);
});

test("reading the index of the WAL keeps the locks of the process", () => {
  const folder = mkdtempSync(join(tmpdir(), "easel-locks-"));
  const database = openDatabase(folder);
  const otherProcess = `
    const { DatabaseSync } = require("node:sqlite");
    new DatabaseSync(${JSON.stringify(join(folder, "data.sqlite"))}, { timeout: 0 }).exec("BEGIN IMMEDIATE");`;
  const lock = () => spawnSync(process.execPath, ["-e", otherProcess], { encoding: "utf8" }).stderr;
  try {
    database.write(({ db }: { db: DatabaseSync }) => db.exec("CREATE TABLE t (n)"));
    expect(lock()).not.toContain("locked");
    database.beginTransaction("any");
    database.log.add({ state: undefined });
    expect(lock()).toContain("database is locked");
  } finally {
    database.db.close();
    rmSync(folder, { recursive: true });
  }
});
