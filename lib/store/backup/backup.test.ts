import { randomUUID } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync, gzipSync } from "node:zlib";
import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import * as schema from "@/drizzle/schema";
import { databaseFileOf, folderOf } from "@/lib/data/sqlite/folder";
import { closeAll } from "@/lib/ground/base/process";
import { seal, unseal } from "@/lib/ground/base/seal";
import * as blobs from "@/lib/ground/blobs/blobs";
import { connect } from "@/lib/store/connection";
import { anotherDatabase } from "@/lib/store/testing/database";
import { seed } from "@/lib/store/testing/seed";
import { TABLES } from "../tables";
import { backUp, tablesInOrder } from "./backup";
import { restore } from "./restore";
import { inPublic, quote } from "./tables";

const [from, to] = await Promise.all([anotherDatabase(), anotherDatabase()]);
const [source, target] = [connect(from.url, { max: 3 }), connect(to.url, { max: 3 })];
const folder = mkdtempSync(join(tmpdir(), "easel-backup-"));
const [fromDir, toDir, file] = [join(folder, "from"), join(folder, "to"), join(folder, "workspace.easel")];
const [there, here] = [
  { url: from.url, dataDir: fromDir },
  { url: to.url, dataDir: toDir },
];
const AGENT = randomUUID();

afterAll(async () => {
  await Promise.all([source.end(), target.end()]);
  await Promise.all([from.drop(), to.drop()]);
  rmSync(folder, { recursive: true });
});

async function use(dataDir: string): Promise<void> {
  await closeAll();
  vi.stubEnv("EASEL_DATA_DIR", dataDir);
}

const agentOf = (sql: typeof source, id: string, name: string) =>
  sql`insert into agents (id, name, system_prompt) values (${id}, ${name}, '')`;

let hash = "";
beforeAll(async () => {
  mkdirSync(fromDir);
  await use(fromDir);
  await agentOf(source, AGENT, "Ada");
  const size = {
    conversations: 20,
    messages: 4,
    revisions: 30,
    components: 3,
    tools: 3,
    calls: 10,
    entries: 5,
  };
  await seed(source, AGENT, { ...size, facts: 5, executions: 5 });
  await source`insert into workspace_settings (key, value) values
    ('provider:openai', ${JSON.stringify({ apiKey: seal("provider:openai apiKey", "sk-secret"), baseUrl: "https://x.example" })})`;
  await source`insert into push_keys (id, public_key, private_key) values (1, 'public', ${seal("push", "private")})`;
  await source`insert into sessions (key, user_agent) values ('session-key', 'Firefox')`;
  await source`insert into mcp_servers (agent_id, id, title, transport, headers)
    values (${AGENT}, 'notes', 'Notes', 'http', ${seal("mcp", "bearer")})`;
  await source`insert into state (agent_id, key, value) values (${AGENT}, 'odd', ${JSON.stringify("\u0000 \\N\t\n ü🙂")})`;
  ({ hash } = await blobs.put(Buffer.from("a picture"), 100));
  mkdirSync(folderOf(AGENT), { recursive: true });
  const data = new DatabaseSync(databaseFileOf(AGENT));
  data.exec("pragma journal_mode = wal; create table expense (n int); insert into expense values (1), (2)");
  data.close();
});

beforeEach(async () => {
  rmSync(toDir, { recursive: true, force: true });
  mkdirSync(toDir);
  rmSync(file, { force: true });
  await emptied(target);
  await use(fromDir);
});
afterEach(() => vi.unstubAllEnvs());

/** Deletes rows instead of truncating: `truncate` recreates hundreds of files and takes longer. */
const emptied = (sql: typeof source) =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    for (const name of Object.keys(TABLES)) await tx.unsafe(`delete from ${inPublic(name)}`);
  });

async function contentOf(sql: typeof source): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { name, columns } of await tablesInOrder(sql)) {
    const rows = await sql.unsafe(
      `select row(${columns.map(quote).join(", ")})::text as text from ${inPublic(name)} order by 1`,
    );
    found[name] = rows.map(({ text }) => String(text));
  }
  return found;
}

test("TABLES lists every table of the schema", () => {
  const tables = Object.values(schema).flatMap((value) => (is(value, PgTable) ? [getTableName(value)] : []));
  expect(Object.keys(TABLES).sort()).toEqual([...new Set(tables)].sort());
});

test("a backup with secrets restores all rows, databases, files and the key, and continues identity columns", async () => {
  const before = await contentOf(source);
  const summary = await backUp(file, there, { withSecrets: true });
  expect(summary).toMatchObject({ databases: 1, files: 1, enterAgain: [] });
  expect(readdirSync(folder).sort()).toEqual(["from", "to", "workspace.easel"]);
  await use(toDir);
  await restore(file, here);
  expect(await contentOf(target)).toEqual(before);
  expect(Buffer.from((await blobs.read(hash)) ?? []).toString()).toBe("a picture");
  const data = new DatabaseSync(databaseFileOf(AGENT));
  expect(data.prepare("select n from expense").all()).toEqual([{ n: 1 }, { n: 2 }]);
  data.close();
  const [row] =
    await target`select value->>'apiKey' as key from workspace_settings where key = 'provider:openai'`;
  expect(unseal("provider:openai apiKey", row?.key)).toBe("sk-secret");
  const [added] = await target`
    insert into search_queue (agent_id, block_id) select agent_id, id from memory_blocks limit 1 returning id`;
  const [last] = await target`select max(id) as id from search_queue`;
  expect(added === undefined || added.id === last?.id).toBe(true);
});

test("a backup without secrets omits only encrypted values and sessions, and lists what to enter again", async () => {
  const before = await contentOf(source);
  const { enterAgain } = await backUp(file, there);
  expect(enterAgain).toEqual([
    "headers, environment or sign-in of the MCP server notes",
    "the API key of provider:openai",
  ]);
  const text = gunzipSync(readFileSync(file)).toString("latin1");
  expect(text).not.toMatch(/v1\.[\w-]{30}|session-key|secret\.key/);
  await use(toDir);
  await restore(file, here);
  const changed = ["mcp_servers", "push_keys", "sessions", "workspace_settings"];
  const after = await contentOf(target);
  for (const name of Object.keys(before).filter((each) => !changed.includes(each)))
    expect([name, after[name]]).toEqual([name, before[name]]);
  const [row] = await target`select value from workspace_settings where key = 'provider:openai'`;
  expect(row?.value).toEqual({ baseUrl: "https://x.example" });
  expect(after.push_keys).toEqual([]);
});

test("a restore keeps the password of the installation, and takes that of the backup only if it has none", async () => {
  const passwordIn = async (sql: typeof source) =>
    (await sql`select hash from passwords`).map(({ hash }) => hash);
  await source`insert into passwords (id, hash) values (1, 'hash of the source')`;
  try {
    await backUp(file, there);
    expect(gunzipSync(readFileSync(file)).toString("latin1")).not.toContain("hash of the source");
    await use(toDir);
    await restore(file, here);
    expect(await passwordIn(target)).toEqual([]);
    await target`insert into passwords (id, hash) values (1, 'hash of the target')`;
    await restore(file, here, { replace: true });
    expect(await passwordIn(target)).toEqual(["hash of the target"]);

    await use(fromDir);
    await backUp(file, there, { withSecrets: true });
    await use(toDir);
    await restore(file, here, { replace: true });
    expect(await passwordIn(target)).toEqual(["hash of the target"]);
    await target`delete from passwords`;
    await restore(file, here, { replace: true });
    expect(await passwordIn(target)).toEqual(["hash of the source"]);
  } finally {
    await source`delete from passwords`;
  }
});

test("backUp reads rows from one snapshot during concurrent writes", async () => {
  let isOver = false;
  const write = async () => {
    while (!isOver) {
      await source.begin(async (tx) => {
        await tx`insert into state (agent_id, key, value) values (${AGENT}, ${randomUUID()}, '1')`;
        await tx`insert into conversations (id, agent_id, title, identity) values (${randomUUID()}, ${AGENT}, 'twin', '')`;
      });
    }
  };
  const writing = write();
  await backUp(file, there);
  isOver = true;
  await writing;
  await use(toDir);
  await restore(file, here);
  const [row] = await target`select (select count(*)::int from state) as states,
    (select count(*)::int from conversations where title = 'twin') as twins`;
  expect(row?.states - 1).toBe(row?.twins);
});

test("restore refuses to overwrite a workspace that is not empty, except with --replace", async () => {
  await backUp(file, there);
  await use(toDir);
  await agentOf(target, randomUUID(), "Bob");
  await expect(restore(file, here)).rejects.toThrow("The workspace is not empty");
  expect(await target`select name from agents`).toMatchObject([{ name: "Bob" }]);
  mkdirSync(folderOf("other"), { recursive: true });
  await restore(file, here, { replace: true });
  expect(await target`select name from agents`).toMatchObject([{ name: "Ada" }]);
  expect(readdirSync(join(toDir, "databases"))).toEqual([AGENT]);
  expect(readdirSync(toDir).sort()).toEqual(["databases", "files"]);
});

test("restore refuses to restore while a server runs on the target database", async () => {
  await backUp(file, there);
  await use(toDir);
  const server = connect(to.url, { max: 1, connection: { application_name: "easel test" } });
  await server`select 1`;
  await expect(restore(file, here, { replace: true })).rejects.toThrow("Stop it, then restore again.");
  await server.end();
});

test.each([
  ["is not a backup", () => writeFileSync(file, "hello"), "is not a backup of Easel"],
  ["is empty", () => writeFileSync(file, ""), /is not a backup of Easel|is truncated/],
  [
    "is another kind of archive",
    () => writeFileSync(file, gzipSync(Buffer.alloc(10_240))),
    "is not a backup of Easel",
  ],
  ["does not exist", () => rmSync(file), "there is no such file or folder"],
  ["is truncated", () => truncateSync(file, 2_000), "is truncated"],
  ["lacks its last byte", () => truncateSync(file, readFileSync(file).length - 1), "is truncated"],
  ["was changed", () => rewrite(/Trip to Porto/, "Trip to Paris"), "differs from what was written"],
  ["is of a newer format", () => rewrite(/"format":1/, '"format":2'), "made by a newer Easel"],
  ["is of a newer schema", () => rewrite(/"at":\d/, '"at":9'), "made by a newer Easel"],
])("restore rejects a file that %s, names the file and changes nothing", async (_, harm, message) => {
  await backUp(file, there);
  harm();
  await use(toDir);
  await agentOf(target, randomUUID(), "Bob");
  const failing = restore(file, here, { replace: true });
  await expect(failing).rejects.toThrow(message);
  await expect(failing).rejects.toThrow(file);
  expect(await target`select name from agents`).toMatchObject([{ name: "Bob" }]);
  expect(readdirSync(toDir)).toEqual([]);
});

/** Replaces text in the backup by text of the same length, so that the archive stays readable. */
function rewrite(what: RegExp, by: string): void {
  const text = gunzipSync(readFileSync(file)).toString("latin1");
  expect(text).toMatch(what);
  writeFileSync(file, gzipSync(Buffer.from(text.replace(what, by), "latin1")));
}

test("restore is rolled back on a foreign key violation", async () => {
  await source.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`insert into state (agent_id, key, value) values (${randomUUID()}, 'of nobody', '1')`;
  });
  await backUp(file, there);
  await source`delete from state where key = 'of nobody'`;
  await use(toDir);
  await agentOf(target, randomUUID(), "Bob");
  mkdirSync(folderOf("other"), { recursive: true });
  await expect(restore(file, here, { replace: true })).rejects.toThrow(/"state" violates foreign key/);
  expect(await target`select name from agents`).toMatchObject([{ name: "Bob" }]);
  expect(readdirSync(join(toDir, "databases"))).toEqual(["other"]);
  expect(readdirSync(toDir)).toEqual(["databases"]);
});

test("backUp overwrites an earlier backup, but no other file", async () => {
  for (const other of [Buffer.from("precious"), gzipSync("precious"), Buffer.from([0x1f, 0x8b])]) {
    writeFileSync(file, other);
    await expect(backUp(file, there)).rejects.toThrow(`${file} already exists and is not a backup.`);
    expect(readFileSync(file)).toEqual(other);
  }
  writeFileSync(file, "");
  await backUp(file, there);
  const { size } = statSync(file);
  truncateSync(file, Math.floor(size / 2));
  await backUp(file, there);
  expect(statSync(file).size).toBeGreaterThan(size / 2);
});

test("backUp names the file if the target folder does not exist", async () => {
  const path = join(folder, "nowhere", "x");
  await expect(backUp(path, there)).rejects.toThrow(
    /nowhere\/x\.partial cannot be used: there is no such file or folder/,
  );
  expect(existsSync(path)).toBe(false);
});

test("backUp rejects an unreachable or empty database without leaving a file", async () => {
  const path = join(folder, "x.easel");
  const nowhere = { ...there, url: "postgres://easel@127.0.0.1:1/easel" };
  await expect(backUp(path, nowhere)).rejects.toThrow(/ECONNREFUSED/);
  await target.unsafe("alter schema drizzle rename to aside");
  await expect(backUp(path, here)).rejects.toThrow("There is no workspace to back up");
  await target.unsafe("alter schema aside rename to drizzle");
  expect(readdirSync(folder).filter((name) => name.startsWith("x."))).toEqual([]);
});

test("restore refuses to restore with a different EASEL_SECRET", async () => {
  vi.stubEnv("EASEL_SECRET", "correct horse battery");
  await use(fromDir);
  await backUp(file, there, { withSecrets: true });
  vi.stubEnv("EASEL_SECRET", "correct horse batterz");
  await use(toDir);
  await expect(restore(file, here)).rejects.toThrow("Set the same one");
  vi.stubEnv("EASEL_SECRET", "correct horse battery");
  await use(toDir);
  await restore(file, here);
  expect(await target`select name from agents`).toMatchObject([{ name: "Ada" }]);
});

test("backUp removes partial files of killed backups, but no other files", async () => {
  const place = mkdtempSync(join(folder, "killed-"));
  await backUp(join(place, "whole.easel"), there);
  const head = readFileSync(join(place, "whole.easel")).subarray(0, 3_000);
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  for (const [name, content, at] of [
    ["killed.easel.partial", head, longAgo],
    ["killed.easel.partial.sqlite", "pages", longAgo],
    ["running.easel.partial", head, new Date()],
    ["download.partial", "of another program", longAgo],
  ] as const) {
    writeFileSync(join(place, name), content);
    utimesSync(join(place, name), at, at);
  }
  await backUp(join(place, "next.easel"), there);
  expect(readdirSync(place).sort()).toEqual([
    "download.partial",
    "next.easel",
    "running.easel.partial",
    "whole.easel",
  ]);
});
