import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMcpToken } from "@/lib/doors/programs/tokens";
import { resolveAgent } from "@/lib/store/agents/agents";
import { testDatabase } from "@/lib/store/testing/database";
import { answerMcp } from "./answer";

const server = createServer(async (from, to) => {
  const headers = new Headers(Object.entries(from.headers).map(([name, value]) => [name, String(value)]));
  const init = { method: "POST", headers, body: await buffer(from) };
  const answer = await answerMcp(new Request("http://localhost:3000/mcp", init));
  to.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body) await pipeline(Readable.fromWeb(answer.body as never), to).catch(() => {});
  to.end();
});

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await database.drop();
});

test.each(["2025-11-25", "2026-07-28"])("supports protocol %s over stdio", async (pin) => {
  const { token } = await createMcpToken(await resolveAgent(), { name: "Editor", tools: "*" });
  const env = {
    EASEL_MCP_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    EASEL_MCP_TOKEN: token,
  };
  const args = [join(process.cwd(), "bin/easel-mcp.mjs")];
  const modern = pin === "2026-07-28" && { versionNegotiation: { mode: { pin } } };
  const client = new Client({ name: "test", version: "1" }, { ...modern });
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  expect((await client.listTools()).tools.length).toBeGreaterThan(20);
  await client.callTool({ name: "set_state", arguments: { key: "colour", value: "blue" } });
  const { contents } = await client.readResource({ uri: "easel://state/colour" });
  expect(contents).toMatchObject([{ text: '"blue"' }]);
  expect((await client.getPrompt({ name: "bake" })).messages).toHaveLength(1);
  await client.close();
});
