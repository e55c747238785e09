import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { testServer, textContent } from "@/e2e/mcp/test-server";
import { resolveAgent } from "@/lib/store/agents/agents";
import { testDatabase } from "@/lib/store/testing/database";
import { callTool } from "@/lib/tools/toolsets/call";
import { catalog } from "@/lib/tools/toolsets/catalog";
import { addServers, mcpServerView, removeMcpServer } from "./manage";

const database = await testDatabase();
process.env.EASEL_EGRESS_ALLOW = "127.0.0.1";
const agentId = await resolveAgent();
afterAll(() => database.drop());

async function listing(tools: unknown) {
  const server = await testServer({
    answering: ({ id, method }, response) => {
      if (method !== "tools/list") return false;
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ jsonrpc: "2.0", id, result: { tools } }));
      return true;
    },
  });
  onTestFinished(async () => {
    await removeMcpServer(agentId, "slips");
    await server.close();
  });
  await addServers(agentId, [{ id: "slips", url: server.url }]);
  await vi.waitFor(async () => expect((await mcpServerView(agentId, "slips")).status).toBe("connected"), {
    timeout: 10_000,
  });
  return { server, view: await mcpServerView(agentId, "slips") };
}

const object = { type: "object" };
const SLIPS = [
  {
    name: "draft4ex",
    inputSchema: { ...object, properties: { p: { type: "integer", minimum: 0, exclusiveMinimum: true } } },
  },
  { name: "emptyenum", inputSchema: { ...object, properties: { e: { type: "string", enum: [] } } } },
  { name: "propslist", description: "PHP", inputSchema: { ...object, properties: [] } },
  { name: "reqnull", inputSchema: { ...object, properties: { a: { type: "string" } }, required: null } },
  { name: "noschema", description: "No schema." },
  { name: "nulldesc", description: null, inputSchema: object },
  { name: "pcre", inputSchema: { ...object, properties: { p: { type: "string", pattern: "(?i)^a\\Z" } } } },
  { name: "nulltitle", title: null, annotations: null, _meta: null, inputSchema: object },
  { name: "listed", annotations: [], inputSchema: [] },
  { name: "longdesc", description: "x".repeat(30_000), inputSchema: null },
];

test("repairs and reports mistakes in a server's tool definitions, and such tools can be called", async () => {
  const { server, view } = await listing(SLIPS);
  expect(view.leftOut).toEqual([]);
  expect(view.tools.map(({ tool }) => tool)).toEqual(SLIPS.map(({ name }) => name));
  expect(view.mended.map(({ name }) => name)).toEqual(SLIPS.map(({ name }) => name));
  expect(view.mended.find(({ name }) => name === "draft4ex")?.what).toEqual([
    "inputSchema: properties.p.exclusiveMinimum was true, as in draft 4",
  ]);
  for (const { name } of SLIPS) server.answers[name] = ({ args }) => textContent(JSON.stringify(args));
  const call = async (name: string, input: unknown) => {
    const found = await catalog.find(agentId, name);
    if (!found) throw new Error(`There is no ${name}`);
    const context = { agentId, conversationId: "c", messageId: "m", runId: "r", toolCallId: "call-1" };
    return callTool(name, found.tool, input, { ...context, signal: new AbortController().signal });
  };
  for (const { name } of SLIPS) expect(await call(`slips_${name}`, {})).toMatchObject({ ok: true });
  expect(await call("slips_draft4ex", { p: 0 })).toMatchObject({ ok: false });
  expect(await call("slips_pcre", { p: "A" })).toMatchObject({ ok: true, output: { text: '{"p":"A"}' } });
});

test("drops tools whose definition cannot be repaired, with the reason", async () => {
  const { view } = await listing([
    { name: "potato", inputSchema: { ...object, properties: { a: { type: "potato" } } } },
    { name: "list", inputSchema: { ...object, properties: [{ name: "a" }] } },
    { name: "big", inputSchema: { ...object, description: "x".repeat(70_000) } },
    { name: "fine", inputSchema: object },
  ]);
  expect(view.tools.map(({ tool }) => tool)).toEqual(["fine"]);
  expect(Object.fromEntries(view.leftOut.map(({ name, why }) => [name, why]))).toEqual({
    potato: expect.stringContaining("inputSchema.properties.a has a type that is none of"),
    list: expect.stringContaining("properties that are not an object"),
    big: expect.stringContaining("60000 characters"),
  });
});

test("offers the first 64 of 5,000 tools and names the limit", async () => {
  const { view } = await listing(
    Array.from({ length: 5_000 }, (_, n) => ({ name: `t${n}`, inputSchema: object })),
  );
  expect(view.tools).toHaveLength(64);
  expect(view.leftOut.at(-1)).toEqual({
    name: "4,886 more tools",
    why: "Easel offers at most 64 tools of a server",
  });
});

test("treats a null list of tools as empty", async () => {
  expect((await listing(null)).view).toMatchObject({ status: "connected", tools: [], leftOut: [] });
});
