import { resolve } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { childrenOf } from "@/e2e/attack/sandbox/machine";
import { env } from "@/lib/ground/base/env";
import { resolveAgent } from "@/lib/store/agents/agents";
import { testDatabase } from "@/lib/store/testing/database";
import { callTool } from "@/lib/tools/toolsets/call";
import { catalog } from "@/lib/tools/toolsets/catalog";
import {
  addServers,
  changeServer,
  confirmMcpServer,
  mcpServerView,
  removeMcpServer,
  testMcpServer,
} from "./manage";
import { listServers } from "./view";

const database = await testDatabase();
const agentId = await resolveAgent();
const script = resolve("e2e/mcp/local-server.mjs");
afterAll(() => database.drop());

beforeEach(() => vi.stubEnv("EASEL_TEST_SECRET_KEY", "nobody-may-read-this"));
afterEach(async () => {
  for (const { id } of await listServers(agentId)) await removeMcpServer(agentId, id);
  await vi.waitFor(() => expect(childrenOf(process.pid, script)).toEqual([]), { timeout: 5_000 });
  vi.unstubAllEnvs();
});

const until = (id: string, wanted: string) =>
  vi.waitFor(async () => expect((await mcpServerView(agentId, id)).status).toBe(wanted), { timeout: 10_000 });

async function running(id: string, manner = "well", options: { env?: Record<string, string> } = {}) {
  const command = process.execPath;
  const args = [script, manner];
  await addServers(agentId, [{ id, command, args, ...options }]);
  await confirmMcpServer(agentId, id, { command, args });
  await until(id, "connected");
}

async function call(name: string, input: unknown = {}) {
  const found = await catalog.find(agentId, name);
  if (!found) throw new Error(`There is no ${name}`);
  const { signal } = new AbortController();
  const context = { agentId, conversationId: "c", messageId: "m", runId: "r", toolCallId: "t", signal };
  const outcome = await callTool(name, found.tool, input, context);
  return outcome.ok ? (outcome.output as { text: string }).text : outcome.error;
}

test("starts a program only after the user confirms its exact command, and again after each change", async () => {
  const command = process.execPath;
  const args = [script];
  const [added] = await addServers(agentId, [{ id: "local", command, args }]);
  expect(added).toMatchObject({ status: "unconfirmed", transport: "stdio", tools: [] });
  await expect(testMcpServer(agentId, "local")).rejects.toThrow("confirmed");
  await expect(confirmMcpServer(agentId, "local", { command, args: [] })).rejects.toMatchObject({
    code: "conflict",
  });
  expect(childrenOf(process.pid, script)).toEqual([]);
  await confirmMcpServer(agentId, "local", { command, args });
  await until("local", "connected");
  expect(await changeServer(agentId, "local", { args: [script, "other"] })).toMatchObject({
    status: "unconfirmed",
  });
  await vi.waitFor(() => expect(childrenOf(process.pid, script)).toEqual([]), { timeout: 5_000 });
  await confirmMcpServer(agentId, "local", { command, args: [script, "other"] });
  expect(await changeServer(agentId, "local", { env: { NODE_OPTIONS: "--no-warnings" } })).toMatchObject({
    status: "unconfirmed",
  });
});

test("gives the program only the variables set for the server, and no access to Easel's own files in /proc", async () => {
  await running("local", "well", { env: { TOKEN: "its-own" } });
  expect(JSON.parse(await call("local_env"))).toEqual({ TOKEN: "its-own" });
  for (const file of ["environ", "mem", "maps"])
    expect(await call("local_file", { path: `/proc/${process.pid}/${file}` })).toMatch(/^E[A-Z]+$/);
  expect(JSON.stringify(await listServers(agentId))).not.toContain("its-own");
});

test("reports a program that dies during a call and restarts it", async () => {
  await running("local");
  expect(await call("local_die")).toContain("it may have taken effect");
  await until("local", "connected");
  expect(await call("local_env")).toBe("{}");
});

test("ends a program that sends too much, and explains that to the caller", async () => {
  await running("local");
  expect(await call("local_flood")).toContain("more than 10 MB");
});

test("connects without the version probe to a program that exits when it is probed", async () => {
  await running("local", "old");
});

test("reports that a command was not found", async () => {
  const command = "/nowhere/server";
  await addServers(agentId, [{ id: "none", command }]);
  await confirmMcpServer(agentId, "none", { command, args: [] });
  await until("none", "failed");
  expect((await mcpServerView(agentId, "none")).error).toContain("The program /nowhere/server was not found");
});

test("does not add a local server if the operator forbids them", async () => {
  env().EASEL_MCP_STDIO = false;
  await expect(addServers(agentId, [{ id: "x", command: "/bin/true" }])).rejects.toMatchObject({
    code: "forbidden",
  });
  env().EASEL_MCP_STDIO = true;
});
