import { mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import { blobPathOf, put, size } from "@/lib/ground/blobs/blobs";
import { resolveAgent } from "@/lib/store/agents/agents";
import { add, readMany, remove } from "@/lib/store/data/files";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { sweep } from "./sweep";

const database = await testDatabase();
let folder = "";
let agentId = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-sweep-"));
  vi.stubEnv("EASEL_DATA_DIR", folder);
  agentId = await resolveAgent();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function keep(text: string, { isOld = true } = {}) {
  const blob = await put(Buffer.from(text), 1_000);
  const past = new Date(Date.now() - 7_200_000);
  if (isOld) await utimes(blobPathOf(blob.hash), past, past);
  return blob;
}
const row = async (text: string, { isKept = false } = {}) => {
  const blob = await keep(text);
  return add(agentId, { ...blob, name: `${text}.txt`, mediaType: "text/plain", origin: "upload", isKept });
};
const yesterday = (id: string) =>
  sql()`update files set created_at = now() - interval '2 days' where id = ${id}`;
const isThere = async (hash: string) => (await size(hash)) !== null;

test("sweep deletes old blobs without a row, and uploads that were neither sent nor kept within a day", async () => {
  const [listed, named, unsent, drafted, sent, removed] = [
    await row("listed", { isKept: true }),
    await row("named"),
    await row("unsent"),
    await row("drafted"),
    await row("sent"),
    await row("removed"),
  ];
  const [loose, young] = [await keep("loose"), await keep("young", { isOld: false })];
  const conversation = crypto.randomUUID();
  await sql()`insert into conversations (id, agent_id, title, identity) values (${conversation}, ${agentId}, '', '')`;
  const parts = [
    { type: "text", text: "Hi" },
    { type: "file", url: sent.url, mediaType: "text/plain" },
  ];
  await sql()`
    insert into messages (conversation_id, id, agent_id, role, parts) values
      (${conversation}, 'm', ${agentId}, 'user', ${JSON.stringify(parts)}::json)`;
  const entries = {
    "form:0": { plan: [{ url: drafted.url, name: "drafted.txt", mediaType: "text/plain" }] },
  };
  await sql()`
    insert into sheets (conversation_id, message_id, tool_call_id, agent_id, entries) values
      (${conversation}, 'm', 'c', ${agentId}, ${JSON.stringify(entries)}::json)`;
  for (const { id } of [listed, unsent, drafted, sent]) await yesterday(id);
  await remove(agentId, removed.id);
  await sql()`update files set deleted_at = now() - interval '31 days' where id = ${removed.id}`;

  // The first sweep deletes nothing: it only records which database owns the folder.
  await sweep();
  expect(await isThere(loose.hash)).toBe(true);
  await sweep();
  const left = await readMany(
    agentId,
    [listed, named, unsent, drafted, sent, removed].map(({ id }) => id),
  );
  expect(left.map(({ name }) => name).sort()).toEqual([
    ...["drafted.txt", "listed.txt", "named.txt", "sent.txt"],
  ]);
  const there = await Promise.all(
    [named, unsent, sent, removed, loose, young].map(({ hash }) => isThere(hash)),
  );
  expect(there).toEqual([true, false, true, false, false, true]);
});

test("sweep keeps the files of all versions of a skill, also of a deleted one", async () => {
  const [old, live] = [await keep("old version"), await keep("live version")];
  const file = ({ hash, size }: { hash: string; size: number }) => [{ path: "assets/a.bin", hash, size }];
  const revision = (version: number, content: object | null) => sql()`
    insert into revisions (agent_id, kind, name, version, content, author)
    values (${agentId}, 'skill', 'water', ${version}, ${content && JSON.stringify(content)}::json, 'person')`;
  await revision(1, { markdown: "", files: file(old) });
  await revision(2, { markdown: "", files: file(live) });
  await revision(3, null);
  await sql()`
    insert into revisions (agent_id, kind, name, version, content, author)
    values (${agentId}, 'state', 'files', 1, '{"files":"no list"}'::json, 'person')`;
  await sweep();
  expect([await isThere(old.hash), await isThere(live.hash)]).toEqual([true, true]);
  await sql()`delete from revisions where name = 'water'`;
  await sweep();
  expect([await isThere(old.hash), await isThere(live.hash)]).toEqual([false, false]);
});

test("sweep deletes nothing on a server with another database", async () => {
  const loose = await keep("of another database");
  await sql()`delete from agents`;
  await closeAll();
  await sweep();
  expect(await isThere(loose.hash)).toBe(true);
});

test("an upload leaves no file behind if it is too large or aborted, or the disk is full", async () => {
  async function* broken() {
    yield Buffer.from("half");
    throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  }
  await expect(put(broken(), 1_000)).rejects.toThrow("The disk of the server is full.");
  await expect(put(Buffer.alloc(1_001), 1_000)).rejects.toMatchObject({ code: "too_large" });
  expect(await readdir(join(folder, "files", "incoming"))).toEqual([]);
});
