import { once } from "node:events";
import { createServer, connect as dial, type Socket } from "node:net";
import { setTimeout as delay, setImmediate as turn } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { breakable } from "@/lib/agent/loop/testing/outage";
import { connect } from "./connection";
import { anotherDatabase } from "./testing/database";
import { isUnreachable } from "./unreachable";

const patience = (error: unknown, waitedMs: number) => waitedMs < 2_000 && isUnreachable(error);
const way = breakable();
let database: Awaited<ReturnType<typeof anotherDatabase>>;
let direct: ReturnType<typeof connect>;
let url = "";
beforeAll(async () => {
  database = await anotherDatabase();
  direct = connect(database.url, { max: 1 });
  await direct`create table kept (n int)`;
  url = await way.reach(database.url);
});
afterAll(async () => {
  await way.cut();
  await direct.end();
  await database.drop();
});

const storedNumbers = async () =>
  (await direct<{ n: number }[]>`select n from kept order by n`).map(({ n }) => n);
const lost = (act: () => Promise<void>) => act().then(() => delay(50));
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error) => error.code,
  );

test("reserving a connection opens one if needed, and a refused reservation leaks none", async () => {
  const sql = connect(url, { max: 2 });
  const use = async () => {
    const own = await sql.reserve();
    await own`select 1`;
    own.release();
  };
  await use();
  await lost(way.cut);
  expect(await codeOf(use())).toBe("ECONNREFUSED");
  await way.mend();
  await Promise.all([use(), use(), use(), sql`select 1`]);
  await sql.end();
});

test("sequential statements reuse one connection, and idle ones are closed", async () => {
  const sql = connect(database.url, { max: 3, idle_timeout: 0.5 });
  const pid = async () => (await sql<[{ pid: number }]>`select pg_backend_pid() as pid`)[0].pid;
  /** Runs three statements, none of which ends before all have started. */
  const three = async () => {
    const allStarted = Promise.withResolvers<void>();
    let count = 0;
    const one = () =>
      sql.begin(async (tx) => {
        const [row] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid`;
        count++;
        if (count === 3) allStarted.resolve();
        await allStarted.promise;
        return row.pid;
      });
    return new Set(await Promise.all([one(), one(), one()]));
  };
  const all = await three();
  expect(all.size).toBe(3);
  const [first, ...later] = [await pid(), await pid(), await pid()];
  expect(later).toEqual([first, first]);
  const others = [...all].filter((one) => one !== first);
  await vi.waitFor(async () => {
    await pid();
    expect(
      await direct`
      select from pg_stat_activity where pid in (select value::int from json_array_elements_text(${JSON.stringify(others)}::json))`,
    ).toEqual([]);
  });
  expect((await three()).size, "it opens others when they are needed").toBe(3);
  await sql.end();
});

describe("a transaction whose connection is lost", () => {
  test("is rejected and stores none of its later statements", async () => {
    const sql = connect(url, { max: 1 });
    const late = Promise.withResolvers<string>();
    const going = sql.begin(async (tx) => {
      await tx`insert into kept values (1)`;
      await lost(way.cut);
      await way.mend();
      // In the meantime the pool gives the connection to another caller.
      await vi.waitFor(() => sql`select 1`);
      late.resolve(await codeOf(tx`insert into kept values (2)`));
    });
    expect(await codeOf(going)).toMatch(/CONNECTION_CLOSED|ECONNRESET/);
    expect(await late.promise).toMatch(/CONNECTION_CLOSED|ECONNRESET/);
    expect(await storedNumbers()).toEqual([]);
    await sql.end();
  });

  test("is rejected and rolled back in the middle of a statement, 20 times", async () => {
    // Postgres notices lost clients quickly; otherwise 80 sleeping statements would use up the connections of
    // other tests.
    const sql = connect(url, { max: 4, connection: { client_connection_check_interval: "20ms" } });
    for (let times = 0; times < 20; times++) {
      let startedCount = 0;
      const going = Array.from({ length: 4 }, () =>
        codeOf(
          sql.begin(async (tx) => {
            await tx`insert into kept values (${times})`;
            startedCount++;
            await Promise.all([tx`select pg_sleep(60)`, tx`insert into kept values (${times})`]);
          }),
        ),
      );
      await vi.waitUntil(() => startedCount === going.length, 10_000);
      await way.cut();
      await way.mend();
      expect((await Promise.all(going)).filter((code) => code === "done")).toEqual([]);
    }
    await vi.waitFor(() => sql`select 1`);
    expect(await storedNumbers()).toEqual([]);
    await sql.end();
  });
});

test("a connection that closes before a statement is written does not block the next one", async () => {
  const port = Number(new URL(url).port);
  const sockets: Socket[] = [];
  const sql = connect(url, {
    max: 1,
    socket: () => {
      const socket = dial(port, "127.0.0.1");
      sockets.push(socket);
      return socket;
    },
  });
  await sql`select 1`;
  await turn();
  const late = codeOf(sql`select 2`.execute());
  await Promise.resolve();
  sockets.at(-1)?.destroy();
  expect(await late).toMatch(/CONNECTION_CLOSED|done/);
  const asked = performance.now();
  expect(await sql`select 3 as n`).toMatchObject([{ n: 3 }]);
  expect(performance.now() - asked).toBeLessThan(3_000);
  await sql.end();
});

describe("a statement that could not be sent", () => {
  test("waits until the server is back", async () => {
    const sql = connect(url, { max: 2, patience });
    await sql`select 1`;
    await lost(way.cut);
    const all = Promise.all(Array.from({ length: 20 }, (_, n) => sql`select ${n}::int as n`));
    await delay(600);
    await way.mend();
    expect((await all).map(([row]) => row?.n)).toEqual(Array.from({ length: 20 }, (_, n) => n));
    await sql.end();
  });

  test("is rejected after the time that `patience` allows, at about the same time as others", async () => {
    const sql = connect(url, { max: 2, patience });
    await sql`select 1`;
    await lost(way.cut);
    const asked = performance.now();
    const took: number[] = [];
    const refused = async () => {
      const code = await codeOf(sql`select 1`);
      took.push(performance.now() - asked);
      return code;
    };
    const all = await Promise.all(Array.from({ length: 100 }, refused));
    await way.mend();
    expect(new Set(all)).toEqual(new Set(["ECONNREFUSED"]));
    const [first, last] = [Math.min(...took), Math.max(...took)];
    expect(first).toBeGreaterThan(1_900);
    expect(last - first).toBeLessThan(2_000);
    expect(last).toBeLessThan(4_000);
    await vi.waitFor(() => sql`select 1`);
    await sql.end();
  });

  test("is rejected at once if the database does not exist", async () => {
    const wrong = new URL(database.url);
    wrong.pathname = "/there_is_none";
    const sql = connect(wrong.href, { max: 1, patience });
    const asked = performance.now();
    expect(await codeOf(sql`select 1`)).toBe("3D000");
    expect(performance.now() - asked).toBeLessThan(1_500);
    await sql.end({ timeout: 1 });
  });

  test("is rejected if the server closes every connection, after retries with pauses", async () => {
    let tries = 0;
    const closing = createServer((socket) => {
      tries++;
      socket.resume().end();
    }).listen(0, "127.0.0.1");
    await once(closing, "listening");
    const address = closing.address();
    const port = typeof address === "object" ? address?.port : 0;
    const sql = connect(`postgres://x@127.0.0.1:${port}/x`, { max: 1, patience });
    expect(await codeOf(sql`select 1`)).toMatch(/CONNECTION_CLOSED|ECONNRESET|EPIPE/);
    expect(tries).toBeGreaterThan(3);
    expect(tries).toBeLessThan(200);
    await sql.end({ timeout: 1 });
    closing.close();
  });

  test("is rejected when the pool ends, without further connections", async () => {
    const sql = connect(url, { max: 1, patience });
    await way.cut();
    const code = codeOf(sql`select 1`);
    await delay(50);
    await sql.end({ timeout: 0.1 });
    expect(await code).toMatch(/CONNECTION_DESTROYED|ECONNREFUSED/);
    await way.mend();
    const [before] =
      await direct`select count(*)::int as n from pg_stat_activity where datname = current_database()`;
    await delay(600);
    const [after] =
      await direct`select count(*)::int as n from pg_stat_activity where datname = current_database()`;
    expect(after?.n).toBe(before?.n);
  });
});
