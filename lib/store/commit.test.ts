import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { breakable } from "@/lib/agent/loop/testing/outage";
import { closeAll } from "@/lib/ground/base/process";
import { commitAhead, databaseLife, isOnDisk } from "./commit";
import { connect } from "./connection";
import { sql } from "./db";
import { testDatabase } from "./testing/database";

const way = breakable();
let database: Awaited<ReturnType<typeof testDatabase>>;
let direct: ReturnType<typeof connect>;
beforeAll(async () => {
  database = await testDatabase();
  direct = connect(database.url, { max: 1 });
  process.env.DATABASE_URL = await way.reach(database.url);
  await sql()`create table marks (id int primary key)`;
});
afterAll(async () => {
  await closeAll();
  await direct.end();
  await way.cut();
  await database.drop();
});

const mark = (id: number) => commitAhead((on) => on`insert into marks values (${id})`);

test("commitAhead makes its changes visible at once, and they are on disk when isOnDisk returns true", async () => {
  for (let id = 0; id < 20; id++) {
    await mark(id);
    expect(await direct`select from marks where id = ${id}`).toHaveLength(1);
    const [written] = await direct<{ end: string }[]>`select pg_current_wal_insert_lsn()::text as end`;
    expect(await isOnDisk(databaseLife())).toBe(true);
    const [{ isFlushed } = {}] = await direct<{ isFlushed: boolean }[]>`
      select pg_current_wal_flush_lsn() >= ${written?.end ?? ""}::pg_lsn as "isFlushed"`;
    expect(isFlushed).toBe(true);
  }
});

test("isOnDisk returns false for commits before the connection was lost", async () => {
  const life = databaseLife();
  await mark(1_000);
  await way.cut();
  await isOnDisk(life).then(
    (isThere) => expect(isThere).toBe(false),
    () => {},
  );
  await way.mend();
  expect(await isOnDisk(life), "the database may have crashed").toBe(false);
  const next = databaseLife();
  expect(next).toBe(life + 1);
  await vi.waitFor(() => mark(1_001));
  expect(await isOnDisk(next)).toBe(true);
  expect(await isOnDisk(life), "still false after reconnecting").toBe(false);
});

test("isOnDisk returns true while the database is unreachable, if nothing was committed ahead", async () => {
  expect(await isOnDisk(databaseLife())).toBe(true);
  await way.cut();
  expect(await isOnDisk(databaseLife())).toBe(true);
  await way.mend();
});
