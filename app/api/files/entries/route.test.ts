import { rm, writeFile } from "node:fs/promises";
import { beforeEach, expect, test } from "vitest";
import { newAgent } from "@/lib/code/history/testing/agents";
import { runQuery } from "@/lib/data/documents/query";
import { databaseFileOf } from "@/lib/data/sqlite/folder";
import { execute } from "@/lib/data/sqlite/index";
import { lab } from "@/lib/data/tables/testing/lab";
import { answer, testRequest } from "@/lib/platform/http/test-request";
import { type FileEntries, fileEntries } from "@/lib/shared/file-entries";
import { add, remove } from "@/lib/store/data/files";
import { sql } from "@/lib/store/db";
import { GET } from "./route";

await lab();
let agentId = "";
beforeEach(async () => {
  agentId = await newAgent();
});

const get = (query = "") => GET(testRequest(`/api/files/entries?agent=${agentId}&${query}`));
const list = async (query = ""): Promise<FileEntries> => fileEntries.parse(await (await get(query)).json());
const nameOf = (entry: FileEntries["entries"][number]) => ("file" in entry ? entry.file.name : entry.name);
const names = async (query = "") => (await list(query)).entries.map(nameOf);

async function file(name: string, at: string, rest: Partial<Parameters<typeof add>[1]> = {}) {
  const stored = await add(agentId, {
    ...{ hash: name, name, mediaType: "text/plain", size: 3, origin: "upload" },
    ...rest,
  });
  await sql()`update files set created_at = ${at} where id = ${stored.id}`;
  return stored;
}
const image = { mediaType: "image/png", width: 4, height: 3 };
const table = (name: string) => execute({ agentId, sql: `CREATE TABLE "${name}" (n)` });
const collection = (name: string, data: Record<string, unknown>[] = [{ a: 1 }]) =>
  runQuery(
    { operation: "insertMany", collection: name, data },
    { agentId, by: { author: "person", cause: null } },
  );

test("lists files, tables and collections, last changed first, with counts", async () => {
  const conversation = crypto.randomUUID();
  await sql()`insert into conversations (id, agent_id, title, identity) values (${conversation}, ${agentId}, 'Hens', '')`;
  await file("old.txt", "2001-01-01", { conversationId: conversation });
  await file("new.png", "2999-01-01", { ...image, prompt: "A hen" });
  await table("loaves");
  await collection("ai_books", [{ a: 1 }, { a: 2 }]);
  await collection("contacts", [{ name: "Ada", phone: "+44 20 7946 0018" }]);
  const { entries, counts, nextCursor } = await list();
  expect(entries.map(nameOf)).toEqual(["new.png", "ai_books", "loaves", "old.txt"]);
  expect(entries).toMatchObject([
    { kind: "image", file: { name: "new.png" }, conversation: null },
    { kind: "collection", name: "ai_books", documents: 2, origins: [] },
    { kind: "table", name: "loaves", type: "table", rows: 0, origins: [] },
    { kind: "document", conversation: { id: conversation, title: "Hens" } },
  ]);
  expect(counts).toEqual({ document: 1, image: 1, table: 1, collection: 1 });
  expect(nextCursor).toBeUndefined();
});

test("lists one kind with the counts of all, and the size of the database with the tables", async () => {
  await file("a.txt", "2001-01-01");
  await file("a.svg", "2001-01-02", { mediaType: "image/svg+xml" });
  await file("a.png", "2001-01-03", image);
  await table("loaves");
  expect(await names("kind=document")).toEqual(["a.svg", "a.txt"]);
  expect(await names("kind=image")).toEqual(["a.png"]);
  expect(await names("kind=collection")).toEqual([]);
  expect(await list("kind=table")).toMatchObject({
    entries: [{ name: "loaves" }],
    counts: { document: 2, image: 1, table: 1, collection: 0 },
    space: { bytes: expect.any(Number), limit: expect.any(Number) },
  });
});

test("finds entries that contain all words, and the profile by its name on the page", async () => {
  await file("report.txt", "2001-01-01");
  await file("x.png", "2001-01-02", { ...image, prompt: "A hen on a Gate" });
  await table("gates_2024");
  await collection("ai_gates");
  await collection("master", [{ name: "Ada" }]);
  expect(await names("q=GATE")).toEqual(["ai_gates", "gates_2024", "x.png"]);
  expect(await names("q=gate+hen")).toEqual(["x.png"]);
  expect((await list("q=gate")).counts).toEqual({ document: 0, image: 1, table: 1, collection: 1 });
  expect(await names("q=profile")).toEqual(["master"]);
  expect(await names("q=100%25")).toEqual([]);
});

test("returns each entry exactly once over all pages, also if many have the same time", async () => {
  for (let at = 0; at < 60; at++) await file(`f${at}`, at < 55 ? "2001-01-01" : "2999-01-01");
  await execute({ agentId, sql: Array.from({ length: 70 }, (_, at) => `CREATE TABLE t${at} (n)`).join(";") });
  const deleted = await file("gone", "2001-01-01");
  await remove(agentId, deleted.id);
  const all: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list(cursor === undefined ? "" : `cursor=${encodeURIComponent(cursor)}`);
    all.push(...page.entries.map(nameOf));
    expect(page.counts === undefined).toBe(cursor !== undefined);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(all).toHaveLength(130);
  expect(new Set(all).size).toBe(130);
  expect(all.slice(0, 5).every((name) => name.startsWith("f"))).toBe(true);
});

test("lists the files and the reason for missing tables if the database cannot be read", async () => {
  await file("a.txt", "2001-01-01");
  await table("loaves");
  const path = databaseFileOf(agentId);
  const { closeAll } = await import("@/lib/ground/base/process");
  await closeAll();
  for (const end of ["-wal", "-shm"]) await rm(`${path}${end}`, { force: true });
  await writeFile(path, "no database ".repeat(1_000));
  const { entries, problem } = await list();
  expect(entries.map(nameOf)).toEqual(["a.txt"]);
  expect(problem).toMatch(/damaged|not a database/);
});

test("returns 422 for an invalid cursor or kind", async () => {
  for (const query of ["cursor=x", "cursor=1_file_x", "cursor=1_other_a", "kind=video"])
    expect(await answer(await get(query))).toMatchObject({ status: 422, error: { code: "invalid" } });
});
