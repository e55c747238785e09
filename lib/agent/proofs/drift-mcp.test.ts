import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type TestServer, testServer } from "@/e2e/mcp/test-server";
import * as gating from "@/lib/code/components/gate";
import { createAuthoredComponent } from "@/lib/code/components/save";
import { createTool } from "@/lib/code/tools/save";
import { replace } from "@/lib/ground/base/testing/replaced";
import { resolveAgent } from "@/lib/store/agents/agents";
import { listOpenProofs } from "@/lib/store/agents/proofs";
import { testDatabase } from "@/lib/store/testing/database";
import { addServers, changeServer, mcpServerView, testMcpServer as reconnect } from "@/lib/tools/mcp/manage";
import { mcpServers } from "@/lib/tools/mcp/servers";
import { inspectAgent } from "./drift";

replace(gating, { gate: async () => ({ verdict: "passed" }) });

const database = await testDatabase();
process.env.EASEL_EGRESS_ALLOW = "127.0.0.1";
const agentId = await resolveAgent();
const user = { author: "person", cause: null } as const;
const signal = new AbortController().signal;
const texts = { type: "string" };
const schema = (properties: Record<string, unknown>, required: string[] = []) => ({
  inputSchema: { type: "object", properties, required },
});

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
  for (const name of ["gone", "renamed", "needs", "typed", "wider", "text"])
    server.offer({ name, ...schema({ city: texts }) });
  await addServers(agentId, [{ id: "town", url: server.url }]);
  await vi.waitFor(async () => expect((await mcpServerView(agentId, "town")).status).toBe("connected"));
  const parameter_schema = { type: "object", properties: { city: texts } };
  for (const [name, argument] of Object.entries({
    ...{ gone: "args.city", renamed: "args.city", needs: "args.city", typed: "'Bonn'", wider: "args.city" },
    text: "args.city",
  })) {
    const code = `return await tools.town_${name}({ city: ${argument} });`;
    await createTool(agentId, { name: `uses_${name}`, description: "Does", parameter_schema, code }, user);
  }
  const code = `import { callAgentTool } from "easel";
export default function Weather() {
  return <button type="button" onClick={() => callAgentTool("town_needs", { city: "Bonn" })}>Ask</button>;
}`;
  const component = { name: "Weather", description: "Shows", code };
  await createAuthoredComponent(agentId, component, { author: "person" });
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

const reasons = async () =>
  Object.fromEntries((await listOpenProofs(agentId)).map(({ name, reason }) => [name, reason]));

test("finds tools of a server that are gone or take other arguments, also before the user accepts the change", async () => {
  expect(await inspectAgent(agentId, signal)).toBe(0);
  server.tools = server.tools.filter((one) => Reflect.get(Object(one), "name") !== "gone");
  server.offer({ name: "renamed", ...schema({ place: texts }) });
  server.offer({ name: "needs", ...schema({ city: texts, country: texts }, ["country"]) });
  server.offer({ name: "typed", ...schema({ city: { type: "string", enum: ["Rome"] } }) });
  server.offer({ name: "text", ...schema({ city: { type: "number" } }) });
  server.offer({ name: "wider", ...schema({ city: texts, days: { type: "number" } }) });
  await reconnect(agentId, "town");
  expect(await inspectAgent(agentId, signal)).toBe(6);
  expect(await reasons()).toEqual({
    uses_gone: "The tool town_gone is gone.",
    uses_renamed: "The tool town_renamed no longer takes city.",
    uses_needs: "The tool town_needs now needs country.",
    uses_typed: "The tool town_typed now takes other values of city.",
    uses_text: "The tool town_text now takes other values of city.",
    Weather: "The tool town_needs now needs country.",
  });
});

test("finds a server whose key is gone, and ignores a connection failure", async () => {
  const [connection] = (await mcpServers()).of(agentId);
  if (!connection) throw new Error("There is no connection");
  connection.status = "lost";
  expect(await inspectAgent(agentId, signal)).toBe(0);
  connection.status = "sign_in";
  expect(await inspectAgent(agentId, signal)).toBeGreaterThan(0);
  expect((await reasons()).uses_wider).toContain("The tool town_wider does not work: town needs a sign-in");
  await changeServer(agentId, "town", { enabled: false });
  await inspectAgent(agentId, signal);
  expect((await reasons()).uses_wider).toBe("The tool town_wider is gone.");
});
