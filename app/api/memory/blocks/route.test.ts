import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { blockStore } from "@/lib/data/memory/postgres";
import { archival } from "@/lib/data/memory/testing/contract";
import { answer, testRequest } from "@/lib/platform/http/test-request";
import { resolveAgent } from "@/lib/store/agents/agents";
import { sql } from "@/lib/store/db";
import { listRevisions } from "@/lib/store/revisions";
import { testDatabase } from "@/lib/store/testing/database";
import * as blob from "../blob/route";
import { POST as MOVE } from "./[label]/move/route";
import { DELETE, GET, PATCH } from "./[label]/route";
import * as all from "./route";

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
beforeAll(async () => {
  database = await testDatabase();
  agentId = await resolveAgent();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await sql()`delete from memory_blocks`;
  await sql()`delete from revisions where kind in ('block', 'memory_blob')`;
});

const list = async (query = "") => answer(await all.GET(testRequest(`/api/memory/blocks${query}`)));
const create = async (body: object) =>
  answer(await all.POST(testRequest("/api/memory/blocks", { method: "POST", body })));
const ONE = { GET, PATCH, DELETE };
const at = async (
  method: "GET" | "PATCH" | "DELETE",
  label: string,
  { query = "", ...init }: { query?: string; body?: object; headers?: Record<string, string> } = {},
) =>
  answer(
    await ONE[method](testRequest(`/api/memory/blocks/x${query}`, { method, ...init }), {
      params: Promise.resolve({ label }),
    }),
  );
const putBlob = async (body: object) =>
  answer(await blob.PUT(testRequest("/api/memory/blob", { method: "PUT", body })));

describe("blocks", () => {
  test("are created with defaults, read, changed by version and deleted", async () => {
    const made = await create({ label: "about.me", kind: "core", text: "likes tea" });
    expect(made).toMatchObject({
      status: 200,
      block: {
        ...{ label: "about.me", kind: "core", text: "likes tea", chars: 9, version: 1, charLimit: 5_000 },
        ...{ permission: "read_write", description: "", origins: [], pinnedAt: null },
      },
    });
    expect(await at("GET", "about.me")).toMatchObject({ block: made.block });
    const change = { text: "likes milk", permission: "partner", description: "Whom I work for", version: 1 };
    expect(await at("PATCH", "about.me", { body: change })).toMatchObject({
      block: { text: "likes milk", permission: "partner", description: "Whom I work for", version: 2 },
    });
    expect(await at("PATCH", "about.me", { body: change })).toMatchObject({
      ...{ status: 409, error: { code: "conflict", details: { version: 2 } } },
    });
    expect(await at("DELETE", "about.me", { query: "?version=1" })).toMatchObject({ status: 409 });
    expect(await at("DELETE", "about.me", { body: { version: 1 } })).toMatchObject({ status: 409 });
    expect(await at("DELETE", "about.me", { headers: { "if-match": '"2"' } })).toMatchObject({
      deleted: true,
    });
    expect(await at("GET", "about.me")).toMatchObject({ status: 404 });
    const { revisions } = await listRevisions(await resolveAgent(), { kind: "block", name: "about.me" });
    expect(revisions.map(({ author, deleted }) => [author, deleted])).toEqual([
      ["person", true],
      ["person", false],
      ["person", false],
    ]);
  });

  test("can share a label with an archive entry", async () => {
    await create({ label: "trip", kind: "working", text: "now" });
    await create({ label: "trip", kind: "archival", text: "x".repeat(200_000) });
    expect(await create({ label: "trip", kind: "core", text: "" })).toMatchObject({
      ...{ status: 409, error: { details: { version: 1 } } },
    });
    expect(await at("GET", "trip")).toMatchObject({ block: { kind: "working" } });
    expect(await at("GET", "trip", { query: "?kind=archival" })).toMatchObject({ block: { chars: 200_000 } });
    expect(await at("GET", "archive:trip")).toMatchObject({ block: { kind: "archival" } });
    expect((await list()).blocks.map(({ kind }: { kind: string }) => kind)).toEqual(["working", "archival"]);
    expect((await list("?kind=core")).blocks).toEqual([]);
    await at("DELETE", "archive:trip");
    expect((await list()).blocks).toHaveLength(1);
  });

  test("stay pinned when changed, and reject a limit below their text", async () => {
    await create({ label: "a", kind: "working", text: "four" });
    expect(await at("PATCH", "a", { body: { pinned: true, kind: "core" } })).toMatchObject({
      block: { kind: "core", pinnedAt: expect.any(String), version: 2 },
    });
    expect(await at("PATCH", "a", { body: { text: "five5" } })).toMatchObject({
      block: { pinnedAt: expect.any(String), version: 3 },
    });
    expect(await at("PATCH", "a", { body: { charLimit: 4 } })).toMatchObject({
      status: 422,
      error: { message: expect.stringContaining("the limit is 4"), details: [{ path: "text" }] },
    });
    expect(await at("PATCH", "a", { body: { charLimit: 20_001 } })).toMatchObject({ status: 422 });
    expect(await at("PATCH", "a", { body: { pinned: false } })).toMatchObject({
      block: { pinnedAt: null, version: 3 },
    });
  });

  test.each([
    [{ label: "__proto__" }, "label"],
    [{ label: "Ä" }, "label"],
    [{ kind: "other" }, "kind"],
    [{ text: "\0" }, "text"],
    [{ text: 7 }, "text"],
    [{ permission: "root" }, "permission"],
    [{ description: "x".repeat(501) }, "description"],
    [{ charLimit: 0 }, "charLimit"],
    [{ text: "x".repeat(5_001) }, "text"],
    [{ owner: "me" }, "owner"],
  ])("returns an error naming the field for %j", async (over, field) => {
    const refused = await create({ label: "a", kind: "working", text: "", ...over });
    expect([400, 422]).toContain(refused.status);
    expect(JSON.stringify(refused.error)).toContain(field);
    expect((await list()).blocks).toEqual([]);
  });
});

test("the memory text is read and written by version, starting at 0", async () => {
  const read = async () => answer(await blob.GET(testRequest("/api/memory/blob")));
  expect(await read()).toEqual({ status: 200, content: "", version: 0 });
  expect(await putBlob({ content: "Likes tea", version: 0 })).toMatchObject({ version: 1 });
  expect(await putBlob({ content: "Likes milk", version: 0 })).toMatchObject({
    ...{ status: 409, error: { details: { version: 1 } } },
  });
  expect(await putBlob({ content: "x".repeat(4_001) })).toMatchObject({ status: 422 });
  expect(await read()).toMatchObject({ content: "Likes tea", version: 1 });
});

describe("moving a block", () => {
  const move = async (label: string, body: object) =>
    answer(
      await MOVE(testRequest("/api/memory/blocks/x/move", { method: "POST", body }), {
        params: Promise.resolve({ label }),
      }),
    );

  test("puts it into the archive and back, with its text and permission", async () => {
    await create({ label: "garden", kind: "working", text: "Tomatoes", permission: "append" });
    expect(await move("garden", { to: "archive", version: 1 })).toMatchObject({
      block: {
        label: "garden",
        kind: "archival",
        text: "Tomatoes",
        permission: "append",
        charLimit: 200_000,
      },
    });
    expect((await list()).blocks).toMatchObject([{ label: "garden", kind: "archival" }]);
    expect(await move("garden", { to: "prompt" })).toMatchObject({
      block: { label: "garden", kind: "core", text: "Tomatoes", permission: "append", charLimit: 5_000 },
    });
    expect((await list()).blocks).toMatchObject([{ label: "garden", kind: "core" }]);
  });

  test("keeps the web origins of its text", async () => {
    const by = { author: "agent", cause: null, origins: ["https://site1.test"] } as const;
    await blockStore.create(agentId, { label: "garden", ...archival("Peas") }, by);
    expect(await move("garden", { to: "prompt" })).toMatchObject({
      block: { kind: "core", origins: ["https://site1.test"] },
    });
  });

  test("is refused if the label is taken, the version is old or the block does not exist", async () => {
    await create({ label: "garden", kind: "core", text: "Tomatoes" });
    expect(await move("garden", { to: "archive", version: 7 })).toMatchObject({ status: 409 });
    expect(await move("shed", { to: "archive" })).toMatchObject({ status: 404 });
    await create({ label: "garden", kind: "archival", text: "Peas" });
    expect(await move("garden", { to: "archive" })).toMatchObject({
      status: 409,
      error: { message: "The archive has an entry “garden” already. Delete it first." },
    });
    expect(await move("garden", { to: "prompt" })).toMatchObject({ status: 409 });
    expect((await list()).blocks).toHaveLength(2);
  });
});

test("the list returns the named blocks that exist, in their order", async () => {
  await create({ label: "garden", kind: "core", text: "Tomatoes" });
  await create({ label: "garden", kind: "archival", text: "Peas" });
  const { blocks } = await list("?names=archive:garden,shed,garden");
  expect(blocks.map(({ text }: { text: string }) => text)).toEqual(["Peas", "Tomatoes"]);
  expect(await list("?names=No%20name")).toMatchObject({ status: 422 });
});
