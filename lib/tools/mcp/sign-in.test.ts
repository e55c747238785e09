import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { GET } from "@/app/(workspace)/settings/mcp/signed-in/route";
import { guardedServer } from "@/e2e/mcp/guarded-server";
import { env } from "@/lib/ground/base/env";
import { testRequest } from "@/lib/platform/http/test-request";
import { resolveAgent } from "@/lib/store/agents/agents";
import { listMcpServers } from "@/lib/store/agents/mcp-servers";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { callTool } from "@/lib/tools/toolsets/call";
import { catalog } from "@/lib/tools/toolsets/catalog";
import { addServers, changeServer, mcpServerView, removeMcpServer, testMcpServer } from "./manage";
import { mcpServers } from "./servers";
import { SignIn } from "./sign-in";
import { listServers } from "./view";

const database = await testDatabase();
process.env.EASEL_EGRESS_ALLOW = "127.0.0.1,localhost";
const agentId = await resolveAgent();
afterAll(() => database.drop());
beforeEach(async () => {
  for (const { id } of await listServers(agentId)) await removeMcpServer(agentId, id);
});

const until = (wanted: string) =>
  vi.waitFor(async () => expect((await mcpServerView(agentId, "guarded")).status).toBe(wanted), {
    timeout: 10_000,
  });

async function serving() {
  const server = await guardedServer();
  onTestFinished(() => server.close());
  await addServers(agentId, [{ id: "guarded", url: server.url }]);
  await until("sign_in");
  return server;
}

async function authorize(): Promise<URL> {
  const { authUrl = "" } = await mcpServerView(agentId, "guarded");
  const answer = await fetch(authUrl, { redirect: "manual" });
  return new URL(answer.headers.get("location") ?? "");
}

const comeBack = ({ pathname, search }: URL) => GET(testRequest(pathname + search));

async function read() {
  const found = await catalog.find(agentId, "guarded_read");
  if (!found) throw new Error("It is not there");
  const { signal } = new AbortController();
  const context = { agentId, conversationId: "c", messageId: "m", runId: "r", toolCallId: "t", signal };
  return callTool("guarded_read", found.tool, {}, context);
}

test("signs in once and stores the tokens encrypted", async () => {
  const server = await serving();
  const back = await authorize();
  expect(back.pathname).toBe("/settings/mcp/signed-in");
  const answer = await comeBack(back);
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/settings/mcp"]);
  await until("connected");
  expect(await mcpServerView(agentId, "guarded")).not.toHaveProperty("authUrl");
  expect(await read()).toMatchObject({ ok: true, output: { text: "let in" } });
  const [row] = await sql()`select oauth from mcp_servers`;
  expect(JSON.stringify([row, await listServers(agentId)])).not.toContain("secret-");
  expect(server.guarded.registered).toMatchObject([
    { client_name: "Easel", redirect_uris: [back.origin + back.pathname] },
  ]);
  expect((await comeBack(back)).status).toBe(409);
});

test("registers with another authorization server if the server has moved to it", async () => {
  const server = await serving();
  await comeBack(await authorize());
  await until("connected");
  server.guarded.issuer = server.url.replace("127.0.0.1", "localhost").replace("/mcp", "");
  server.guarded.tokens.clear();
  server.guarded.mayRefresh = false;
  await read();
  await until("sign_in");
  expect((await mcpServerView(agentId, "guarded")).authUrl).toContain(`${server.guarded.issuer}/authorize`);
  expect(server.guarded.registered).toHaveLength(2);
  await comeBack(await authorize());
  await until("connected");
});

test("rejects an unknown state and an unknown code", async () => {
  await serving();
  const back = await authorize();
  const other = new URL(back);
  other.searchParams.set("state", "made-up");
  expect((await comeBack(other)).status).toBe(409);
  back.searchParams.set("code", "made-up");
  expect((await comeBack(back)).status).toBe(503);
  await until("sign_in");
});

test("renews tokens, keeps them after reconnecting, and asks for a sign-in when they cannot be renewed", async () => {
  const { guarded } = await serving();
  await comeBack(await authorize());
  await until("connected");
  guarded.tokens.clear();
  expect(await read()).toMatchObject({ ok: true });
  expect(guarded.refreshed).toBe(1);
  await changeServer(agentId, "guarded", { enabled: false });
  await changeServer(agentId, "guarded", { enabled: true });
  await until("connected");
  guarded.tokens.clear();
  guarded.mayRefresh = false;
  expect(await read()).toMatchObject({ ok: false });
  await until("sign_in");
  expect(await mcpServerView(agentId, "guarded")).toHaveProperty("authUrl");
});

test("stops asking for a sign-in if the server rejects three in a row", async () => {
  const { guarded } = await serving();
  for (let times = 0; times < 3; times++) {
    await until("sign_in");
    const back = await authorize();
    const finished = comeBack(back);
    const taken = vi.waitFor(() => expect(guarded.tokens.size).toBeGreaterThan(0), { interval: 1 });
    await taken;
    guarded.tokens.clear();
    guarded.mayRefresh = false;
    await finished;
  }
  await until("failed");
  expect((await mcpServerView(agentId, "guarded")).error).toContain("still asks");
  expect(await testMcpServer(agentId, "guarded")).toMatchObject({ ok: false, code: "sign_in" });
});

test("forgets the tokens on sign-out", async () => {
  await serving();
  await comeBack(await authorize());
  await until("connected");
  await changeServer(agentId, "guarded", { oauth: null });
  await until("sign_in");
  expect((await mcpServers()).find(agentId, "guarded")?.signIn.tokens()).toBeUndefined();
});

test("after a sign-in, redirects to the settings of the agent that began it", async () => {
  const [other] = await sql()<{ id: string }[]>`
    insert into agents (name, system_prompt) values ('Other', '') returning id`;
  const id = other?.id ?? "";
  const server = await guardedServer();
  onTestFinished(() => server.close());
  await addServers(id, [{ id: "guarded", url: server.url }]);
  await vi.waitFor(async () => expect(await mcpServerView(id, "guarded")).toHaveProperty("authUrl"));
  const { authUrl = "" } = await mcpServerView(id, "guarded");
  const { headers } = await fetch(authUrl, { redirect: "manual" });
  const answer = await comeBack(new URL(headers.get("location") ?? ""));
  expect([answer.status, answer.headers.get("location")]).toEqual([303, `/a/${id}/settings/mcp`]);
  await vi.waitFor(async () => expect((await mcpServerView(id, "guarded")).status).toBe("connected"));
});

test.each([
  "http://localhost:PORT/api/x",
  "http://127.0.0.1:PORT/settings",
  "http://[::1]:PORT/",
  "javascript:1",
])("rejects a sign-in page at %s", async (address) => {
  await addServers(agentId, [{ id: "guarded", url: "http://127.0.0.1:9/mcp", enabled: false }]);
  const [row] = await listMcpServers(agentId);
  if (!row) throw new Error("The server was not added");
  const signIn = new SignIn(row);
  const url = new URL(address.replace("PORT", String(env().PORT)));
  await expect(signIn.redirectToAuthorization(url)).rejects.toMatchObject({ code: "forbidden" });
  expect(signIn.url).toBeNull();
});
