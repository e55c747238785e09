import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { connect } from "./connection";
import { migrate } from "./migrate";
import { anotherDatabase } from "./testing/database";

const { url, drop } = await anotherDatabase();
const folder = mkdtempSync(join(tmpdir(), "easel-migrate-"));

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await drop();
});

function writeMigration(statement: string): void {
  const entry = { idx: 0, version: "7", when: 9_000_000_000_000, tag: "0000_test", breakpoints: true };
  mkdirSync(join(folder, "meta"), { recursive: true });
  writeFileSync(join(folder, "meta", "_journal.json"), JSON.stringify({ entries: [entry] }));
  writeFileSync(join(folder, "0000_test.sql"), statement);
}

test("migrate rolls back a failing migration and explains the error", async () => {
  writeMigration("CREATE TABLE half (n int);--> statement-breakpoint\nSELECT nonsense");
  await expect(migrate(url, { folder })).rejects.toThrow(
    /cannot be used: column "nonsense" does not exist\.$/,
  );
  const sql = connect(url, { max: 1 });
  expect(await sql`SELECT to_regclass('half') AS half`).toEqual([{ half: null }]);
  await sql.end();
});

test("migrate applies migrations once when servers start concurrently", async () => {
  writeMigration("CREATE TABLE made_once (n int);--> statement-breakpoint\nINSERT INTO made_once VALUES (1)");
  await Promise.all([1, 2, 3, 4].map(() => migrate(url, { folder })));
  const sql = connect(url, { max: 1 });
  expect(await sql`SELECT n FROM made_once`).toEqual([{ n: 1 }]);
  await sql.end();
});

test("migrate waits for a database that is starting and logs only once that it waits", async () => {
  const log = vi.fn();
  const waiting = migrate("postgres://me:hidden@127.0.0.1:1/easel", { patience: 700, log });
  await expect(waiting).rejects.toThrow("nothing listens there");
  expect(log.mock.calls).toEqual([["Waiting for the database"]]);
});

test("migrate gives up on a host that accepts connections and closes them at once", async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const waiting = migrate(`postgres://me:hidden@127.0.0.1:${port}/easel`, { patience: 100 });
  await expect(waiting).rejects.toThrow(/^The database easel at .* cannot be used: it does not answer\.$/);
  server.close();
});

test("migrate explains that the address is wrong without showing the password", async () => {
  const wrong = { nowhere: "postgres://me:hidden@127.0.0.1:1/easel", noDatabase: new URL(url) };
  wrong.noDatabase.pathname = "/not_there";
  const messageOf = (address: string) =>
    migrate(address, { patience: 0 }).then(
      () => "",
      (error: Error) => error.message,
    );
  expect(await messageOf(wrong.nowhere)).toBe(
    "The database easel at 127.0.0.1:1 (user me) cannot be used: nothing listens there.",
  );
  expect(await messageOf(wrong.nowhere.replace("me:hidden@", ""))).toMatch(
    /^The database easel at 127.0.0.1:1 cannot/,
  );
  expect(await messageOf(wrong.noDatabase.href)).toMatch(
    /not_there at .* it has no database of that name\.$/,
  );
});

test("migrate refuses a database migrated by a newer version and names that version", async () => {
  const { url: newer, drop: dropNewer } = await anotherDatabase();
  const sql = connect(newer, { max: 1 });
  try {
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9000000000000)`;
    await sql.unsafe("comment on schema drizzle is 'Easel 9.8.7'");
    await expect(migrate(newer)).rejects.toThrow(
      /was migrated by Easel 9\.8\.7, and this is Easel \d.*older/,
    );
    await sql.unsafe("comment on schema drizzle is null");
    await expect(migrate(newer)).rejects.toThrow("was migrated by a newer Easel");
  } finally {
    await sql.end();
    await dropNewer();
  }
});
