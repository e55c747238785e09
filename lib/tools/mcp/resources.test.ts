import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { GET, POST } from "@/app/api/mcp/[id]/resources/route";
import { testServer } from "@/e2e/mcp/test-server";
import { attached } from "@/lib/data/files/attached";
import { readingOf } from "@/lib/data/files/reading";
import { schema } from "@/lib/data/sqlite/index";
import { answer, testRequest } from "@/lib/platform/http/test-request";
import { storedFile } from "@/lib/shared/files";
import { newServer } from "@/lib/shared/mcp/input";
import { resolveAgent } from "@/lib/store/agents/agents";
import { readMany } from "@/lib/store/data/files";
import { testDatabase } from "@/lib/store/testing/database";
import { addServers, mcpServerView, removeMcpServer } from "./manage";
import { listServers } from "./view";

const database = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), "easel-resources-"));
process.env.EASEL_EGRESS_ALLOW = "127.0.0.1";
process.env.EASEL_DATA_DIR = folder;
const agentId = await resolveAgent();
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  for (const { id } of await listServers(agentId)) await removeMcpServer(agentId, id);
});

type Also = Awaited<ReturnType<typeof testServer>>["also"];

async function serving(also: Also): Promise<string> {
  const server = await testServer();
  onTestFinished(() => server.close());
  Object.assign(server.also, also);
  await addServers(agentId, [{ id: "shelf", title: "Shelf", url: server.url }]);
  await vi.waitFor(async () => expect((await mcpServerView(agentId, "shelf")).status).toBe("connected"), {
    timeout: 10_000,
  });
  return new URL(server.url).origin;
}

const params = Promise.resolve({ id: "shelf" });
const list = async () => answer(await GET(testRequest("/api/mcp/shelf/resources"), { params }));
const take = async (uri: string) =>
  answer(await POST(testRequest("/api/mcp/shelf/resources", { method: "POST", body: { uri } }), { params }));
const holding =
  (...contents: object[]): Also[string] =>
  ({ uri }) => ({ contents: contents.map((one) => ({ uri, ...one })) });

test("lists resources page by page, without malformed ones and apps", async () => {
  await serving({
    "resources/list": ({ cursor }) =>
      cursor === undefined
        ? { resources: [{ uri: "file:///a.md", name: "a", title: "A" }, { name: "none" }], nextCursor: "2" }
        : {
            resources: [
              { uri: "note://b", name: "b", description: "Bee", mimeType: "text/plain" },
              { uri: "ui://app", name: "app" },
            ],
          },
  });
  expect((await mcpServerView(agentId, "shelf")).resources).toBe(true);
  expect(await list()).toEqual({
    status: 200,
    resources: [
      { uri: "file:///a.md", title: "A", description: null, mediaType: null },
      { uri: "note://b", title: "b", description: "Bee", mediaType: "text/plain" },
    ],
    hasMore: false,
  });
});

test("lists at most 500 resources of an endless server", async () => {
  let n = 0;
  await serving({
    "resources/list": () => ({
      resources: Array.from({ length: 100 }, () => ({ uri: `n:${n++}`, name: "one" })),
      nextCursor: "more",
    }),
  });
  const { resources, hasMore } = await list();
  expect([resources.length, hasMore]).toEqual([500, true]);
});

test("stores a resource as files, and records the server as their origin", async () => {
  const origin = await serving({
    "resources/list": () => ({ resources: [] }),
    "resources/read": holding(
      { uri: "file:///notes/Gr%C3%BC%C3%9Fe.md", mimeType: "text/markdown", text: "# Hello" },
      { uri: "file:///dot", mimeType: "application/octet-stream", blob: "aGVsbG8=" },
    ),
  });
  const { status, files } = await take("file:///notes");
  expect(status).toBe(201);
  expect(files).toMatchObject([
    { name: "Grüße.md", mediaType: "text/markdown", size: 7, origin: "upload", webOrigins: [origin] },
    { name: "dot", size: 5, webOrigins: [origin] },
  ]);
  const { url, id } = storedFile.parse(files[0]);
  expect(await attached(agentId, [{ type: "file", url }])).toMatchObject([{ filename: "Grüße.md" }]);
  expect(await readMany(agentId, [id])).toMatchObject([{ origins: [origin] }]);
});

test("keeps the origin of a resource in a table made from it", async () => {
  const origin = await serving({
    "resources/list": () => ({ resources: [] }),
    "resources/read": holding({ uri: "file:///prices.csv", text: "name,price\npear,2\n" }),
  });
  const { files } = await take("file:///prices.csv");
  const [file] = await readMany(agentId, [files[0].id]);
  if (!file) throw new Error("There is no file");
  const reading = await readingOf(file, agentId);
  expect(reading).toMatchObject({ kind: "table", rows: 1 });
  const tables = await schema(agentId);
  expect(tables.find(({ name }) => reading.kind === "table" && name === reading.table)?.web?.origins).toEqual(
    [origin],
  );
});

test("reports an empty, oversized or refused resource, and keeps the connection", async () => {
  const read = vi.fn<Also[string]>();
  await serving({ "resources/list": () => ({ resources: [] }), "resources/read": read });
  read.mockReturnValueOnce({ contents: [] });
  expect(await take("a:1")).toMatchObject({
    status: 422,
    error: { message: expect.stringContaining("is empty") },
  });
  read.mockReturnValueOnce({ contents: [{ uri: "a:1", text: "x".repeat(8_000_001) }] });
  expect(await take("a:1")).toMatchObject({
    status: 413,
    error: { message: expect.stringContaining("8 MB") },
  });
  read.mockReturnValueOnce({ contents: "none" });
  expect(await take("a:1")).toMatchObject({
    status: 503,
    error: { message: expect.stringContaining("Shelf") },
  });
  expect((await mcpServerView(agentId, "shelf")).status).toBe("connected");
  await removeMcpServer(agentId, "shelf");
  expect(await take("a:1")).toMatchObject({ status: 404 });
});

test("rejects `tokens` as the id of a server, because that id is reserved", () => {
  const { error } = newServer.safeParse({ id: "tokens", url: "https://mcp.example.com/mcp" });
  expect(error?.issues[0]?.message).toContain("give the server another id");
});
