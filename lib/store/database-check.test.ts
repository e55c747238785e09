import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { connect } from "./connection";
import { migrate } from "./migrate";
import { anotherDatabase } from "./testing/database";

const { url, drop } = await anotherDatabase();
const admin = connect(url, { max: 1 });
const name = new URL(url).pathname.slice(1);

afterAll(async () => {
  await admin.end();
  await drop();
});

const refusalOf = (address: string): Promise<string> =>
  migrate(address, { patience: 1_000 }).then(
    () => "none",
    (error: Error) => error.message,
  );

test("checkDatabase accepts a suitable database", async () => {
  expect(await refusalOf(url)).toBe("none");
});

test.each(["LATIN1", "SQL_ASCII"])(
  "checkDatabase rejects a database in %s with the statement that creates a valid one",
  async (encoding) => {
    const other = `${name}_${encoding.toLowerCase()}`;
    await admin.unsafe(
      `create database ${other} encoding '${encoding}' template template0 lc_collate 'C' lc_ctype 'C' locale_provider libc`,
    );
    const address = new URL(url);
    address.pathname = other;
    try {
      expect(await refusalOf(address.href)).toMatch(
        new RegExp(
          `its encoding is ${encoding}, and Easel needs UTF8\\. Create another one with "CREATE DATABASE`,
        ),
      );
    } finally {
      await admin.unsafe(`drop database ${other} with (force)`);
    }
  },
);

test.each([
  ["default_transaction_read_only", "on", "default_transaction_read_only is on"],
  ["statement_timeout", "'1s'", "statement_timeout is 1000 ms"],
])("checkDatabase rejects a database whose %s is %s", async (setting, value, reason) => {
  await admin.unsafe(`alter database ${name} set ${setting} to ${value}`);
  try {
    expect(await refusalOf(url)).toContain(reason);
  } finally {
    await admin`set default_transaction_read_only to off`;
    await admin.unsafe(`alter database ${name} reset ${setting}`);
  }
});

test("connections ignore the database's own format settings", async () => {
  const odd = {
    datestyle: "'SQL, DMY'",
    timezone: "'Asia/Tokyo'",
    bytea_output: "escape",
    standard_conforming_strings: "off",
  };
  for (const [setting, value] of Object.entries(odd))
    await admin.unsafe(`alter database ${name} set ${setting} to ${value}`);
  const sql = connect(url, { max: 1 });
  try {
    const [row] =
      await sql`select '2026-02-01'::date::text as day, '2026-02-01T10:00:00Z'::timestamptz::text as time, '\\xff'::bytea as bytes`;
    expect(row).toEqual({ day: "2026-02-01", time: "2026-02-01 10:00:00+00", bytes: Buffer.from([255]) });
  } finally {
    await sql.end();
    for (const setting of Object.keys(odd)) await admin.unsafe(`alter database ${name} reset ${setting}`);
  }
});

test("a connection with an unknown setting fails with the server's error", async () => {
  const sql = connect(url, { max: 1, settings: { no_such_setting: "on" } });
  await expect(sql`select 1`).rejects.toMatchObject({ code: "42704" });
  await sql.end();
});

const hasPgBouncer = spawnSync("pgbouncer", ["--version"]).status === 0;

describe.skipIf(!hasPgBouncer)(
  "checkDatabase through a PgBouncer that rejects unknown startup parameters",
  () => {
    test.each([
      [
        "transaction",
        /a pooler shares its connections between transactions.* Set DATABASE_URL to the direct address/,
      ],
      ["statement", /a pooler shares its connections/],
      ["session", /^none$/],
    ])("accepts only the pool mode that keeps sessions: %s", async (mode, expected) => {
      const pooler = await startPooler(mode);
      try {
        expect(await refusalOf(pooler.url)).toMatch(expected);
      } finally {
        await pooler.stop();
      }
    });
  },
);

async function startPooler(mode: string) {
  const folder = mkdtempSync(join(tmpdir(), "easel-pooler-"));
  const target = new URL(url);
  const port = await freePort();
  const host = target.searchParams.get("host") ?? target.hostname;
  writeFileSync(join(folder, "users"), `"${target.username}" "${decodeURIComponent(target.password)}"\n`);
  writeFileSync(
    join(folder, "pooler.ini"),
    [
      ...[
        "[databases]",
        `* = host=${host} port=${target.port || 5432}`,
        "[pgbouncer]",
        "listen_addr = 127.0.0.1",
      ],
      ...[`listen_port = ${port}`, "auth_type = trust", `auth_file = ${join(folder, "users")}`],
      ...[`pool_mode = ${mode}`, "unix_socket_dir ="],
    ].join("\n"),
  );
  // pgbouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  spawnSync("chmod", ["-R", "a+rX", folder]);
  const child = spawn("pgbouncer", ["-q", join(folder, "pooler.ini")], { stdio: "ignore", ...user });
  await sleep(300);
  return {
    url: `postgres://${target.username}@127.0.0.1:${port}/${name}`,
    async stop() {
      child.kill();
      await once(child, "exit");
      rmSync(folder, { recursive: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
