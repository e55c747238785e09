import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { PUT as setPassword } from "@/app/api/password/route";
import { talk } from "@/app/testing/owner";
import { closeAll } from "@/lib/ground/base/process";
import { testRequest } from "@/lib/platform/http/test-request";
import { EGRESS_VIA } from "@/lib/shared/own-api";
import { resolveAgent } from "@/lib/store/agents/agents";
import {
  readOutcome,
  requestRestore,
  storeOutcome,
  storeUpload,
  takeRequest,
} from "@/lib/store/backup/requested";
import { checkBackup } from "@/lib/store/backup/restore";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { GET } from "./[id]/route";
import { POST as preview } from "./preview/route";
import { POST as restore } from "./restore/route";
import { POST } from "./route";

let database: Awaited<ReturnType<typeof testDatabase>>;
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-backup-"));
  database = await testDatabase();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  vi.stubEnv("EASEL_DATA_DIR", folder);
  vi.stubEnv("EASEL_SECRET", "correct horse battery");
  await sql()`delete from passwords`;
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await closeAll();
});

type Headers = Record<string, string>;
const ORIGIN = { origin: "http://localhost:3000" };
const make = (body: unknown = {}, headers: Headers = {}) =>
  POST(testRequest("/api/backup", { method: "POST", body, headers: { ...ORIGIN, ...headers } }));
const fetchOne = (id: string, headers: Headers = {}) =>
  GET(testRequest(`/api/backup/${id}`, { headers }), { params: Promise.resolve({ id }) });
const show = (body: BodyInit, headers: Headers = ORIGIN) =>
  preview(
    new Request("http://localhost:3000/api/backup/preview", {
      ...{ method: "POST", body },
      headers: { host: "localhost:3000", ...headers },
    }),
  );

test("a backup can be downloaded once, restored, and previewed", async () => {
  await talk(await resolveAgent(), "Hello");
  const made = await (await make()).json();
  const response = await fetchOne(made.id);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-length": String(made.bytes),
    "content-disposition": expect.stringMatching(/^attachment; filename="easel-\d{4}-\d\d-\d\d\.easel"/),
    "cache-control": "no-store",
  });
  const bytes = await response.bytes();
  expect(bytes.length).toBe(made.bytes);
  expect(await readdir(join(folder, "backups"))).toEqual([]);
  expect((await fetchOne(made.id)).status).toBe(404);

  const file = join(folder, "copy.easel");
  await writeFile(file, bytes);
  expect((await checkBackup(file)).secrets).toBeNull();
  const [count] = await sql()`select count(*)::int as n from conversations`;
  const shown = await (await show(new Uint8Array(await readFile(file)))).json();
  expect(await readdir(join(folder, "backups"))).toEqual([`${shown.id}.easel`]);
  await rm(join(folder, "backups"), { recursive: true });
  expect(shown).toMatchObject({ bytes: made.bytes, isEarlier: false, hasSecrets: false });
  expect(shown.holds).toMatchObject({ agents: 1, conversations: count?.n });
  expect(shown.replaces).toEqual(shown.holds);
});

test("a file that is no backup, or a part of one, is refused with the reason", async () => {
  expect((await (await show("hello")).json()).error.message).toContain("The file is not a backup of Easel");
  const made = await (await make()).json();
  const bytes = await (await fetchOne(made.id)).bytes();
  const half = await show(new Uint8Array(bytes.subarray(0, bytes.length / 2)));
  expect([half.status, (await half.json()).error.message]).toEqual([
    422,
    "The file is truncated. Copy it again, or make another backup.",
  ]);
});

test("needs a session and the password if one is set", async () => {
  const body = { password: "open sesame" };
  const set = await setPassword(testRequest("/api/password", { method: "PUT", body, headers: ORIGIN }));
  const mine = { cookie: set.headers.getSetCookie()[0]?.split(";")[0] ?? "" };
  expect((await make({ current: "open sesame" })).status).toBe(401);
  expect((await make({}, mine)).status).toBe(422);
  expect((await make({ current: "wrong" }, mine)).status).toBe(422);
  const made = await (await make({ current: "open sesame" }, mine)).json();
  expect((await fetchOne(made.id)).status).toBe(401);
  expect((await fetchOne(made.id, mine)).status).toBe(200);
  expect((await show("hello")).status).toBe(401);
});

test("only one backup is made at a time", async () => {
  const all = await Promise.all([make(), make()]);
  expect(all.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("a restore needs a word or the password, and a server that the launcher restarts", async () => {
  const begin = (body: unknown, headers: Headers = {}) =>
    restore(testRequest("/api/backup/restore", { method: "POST", body, headers: { ...ORIGIN, ...headers } }));
  const id = randomUUID();
  expect((await begin({ id, confirm: "yes" })).status).toBe(422);
  const refused = await begin({ id, confirm: "Restore" });
  expect([refused.status, (await refused.json()).error.message]).toEqual([
    409,
    expect.stringContaining("npm run restore"),
  ]);
  expect((await begin({ id, confirm: "restore" }, { origin: "null" })).status).toBe(403);
  const body = { password: "open sesame" };
  const set = await setPassword(testRequest("/api/password", { method: "PUT", body, headers: ORIGIN }));
  const mine = { cookie: set.headers.getSetCookie()[0]?.split(";")[0] ?? "" };
  expect((await begin({ id, confirm: "open sesame" })).status).toBe(401);
  expect((await begin({ id, confirm: "restore" }, mine)).status).toBe(422);
  expect((await begin({ id, confirm: "open sesame" }, mine)).status).toBe(409);
});

test("a requested restore is taken once, and its outcome is kept", async () => {
  const { id } = await storeUpload(folder, Readable.from(["bytes"]));
  await expect(requestRestore(folder, randomUUID())).rejects.toMatchObject({ code: "not_found" });
  expect(await takeRequest(folder)).toBeNull();
  await requestRestore(folder, id);
  const taken = await takeRequest(folder);
  expect(await readFile(taken?.path ?? "", "utf8")).toBe("bytes");
  expect(await takeRequest(folder)).toBeNull();
  await storeOutcome(folder, { id, at: new Date().toISOString(), isDone: true, message: "" });
  expect(await readOutcome(folder)).toMatchObject({ id, isDone: true });
  const left = await readdir(join(folder, "backups"));
  expect(left.filter((name) => name.includes(id) || name.includes("restore.json"))).toEqual([]);
});

// Agents, their code, components and programs have no other way to these routes than a request.
test.each<[string, Headers]>([
  ["a program without a page", { origin: "" }],
  ["a component's frame, or sandboxed content", { origin: "null" }],
  ["a page of another site", { origin: "https://evil.example" }],
  ["code of the agent, through its proxy", { via: `1.1 ${EGRESS_VIA}` }],
  ["a program with an unknown token", { origin: "", authorization: "Bearer easel_token" }],
])("refuses %s", async (_, { origin = ORIGIN.origin, ...more }) => {
  const headers: Headers = { host: "localhost:3000", "content-type": "application/json", ...more };
  if (origin) headers.origin = origin;
  const ask = new Request("http://localhost:3000/api/backup", { method: "POST", headers, body: "{}" });
  const refused = headers.authorization ? 401 : 403;
  expect((await POST(ask)).status).toBe(refused);
  expect((await show("hello", headers)).status).toBe(refused);
});
