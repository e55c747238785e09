import { randomUUID } from "node:crypto";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { MISDEEDS, misbehaving } from "@/e2e/mcp/misbehaving";
import { testServer, textContent } from "@/e2e/mcp/test-server";
import { isWhole } from "@/lib/ground/base/testing/sample";
import { resolveAgent } from "@/lib/store/agents/agents";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { callTool } from "@/lib/tools/toolsets/call";
import { catalog } from "@/lib/tools/toolsets/catalog";
import { addServers, mcpServerView } from "./manage";
import { listServers } from "./view";

/** Number of misbehaving servers. `npm run attack` sets `ATTACK=all`, which doubles it. */
const COUNT = isWhole ? 100 : 50;
const EACH = 10;

const database = await testDatabase();
process.env.EASEL_EGRESS_ALLOW = "127.0.0.1";
const agentId = await resolveAgent();
afterAll(() => database.drop());

async function call(agent: string, name: string, signal: AbortSignal) {
  const found = await catalog.find(agent, name);
  if (!found) throw new Error(`There is no ${name}`);
  const context = {
    agentId: agent,
    conversationId: "c",
    messageId: "m",
    runId: "r",
    toolCallId: randomUUID(),
    signal,
  };
  return callTool(name, found.tool, {}, context);
}

test("calls of a good server succeed next to misbehaving servers, which leave nothing behind", async () => {
  const good = await testServer();
  onTestFinished(() => good.close());
  good.offer({ name: "work", annotations: { readOnlyHint: true } }, () => textContent("done"));
  await addServers(agentId, [{ id: "good", url: good.url }]);
  await vi.waitFor(async () => expect((await mcpServerView(agentId, "good")).status).toBe("connected"));

  const names = Object.keys(MISDEEDS);
  const bad = await Promise.all(
    Array.from({ length: COUNT }, async (_, n) => {
      const misdeed = names[n % names.length] ?? "";
      const server = await misbehaving(MISDEEDS[misdeed] as (typeof MISDEEDS)[string]);
      onTestFinished(() => server.close());
      return { misdeed, server };
    }),
  );
  const agents = await sql()<{ id: string }[]>`
    insert into agents (name, system_prompt) select 'Agent ' || n, '' from generate_series(1, ${COUNT / EACH}) n returning id`;
  const stop = new AbortController();
  const ends: Promise<unknown>[] = [];
  await Promise.all(
    agents.map(async ({ id: agent }, at) => {
      const own = bad
        .slice(at * EACH, (at + 1) * EACH)
        .map(({ server }, n) => ({ id: `s${n}`, url: server.url }));
      await addServers(agent, own);
      expect((await listServers(agent)).length).toBe(EACH);
    }),
  );
  const isGood = async () =>
    expect(await call(agentId, "good_work", stop.signal)).toMatchObject({
      ok: true,
      output: { text: "done" },
    });
  for (let n = 0; n < 20; n++) await isGood();
  for (const { id: agent } of agents)
    for (const { id, tools } of await listServers(agent))
      for (const { name } of tools.slice(0, 3)) ends.push(call(agent, name, stop.signal).catch(() => id));
  expect(ends.length).toBeGreaterThan(COUNT / 3);
  for (let n = 0; n < 100; n++) await isGood();
  stop.abort(new Error("enough"));
  await Promise.all(ends);
  const again = new AbortController();
  expect(await call(agentId, "good_work", again.signal)).toMatchObject({ ok: true });
  for (const { id: agent } of agents)
    for (const { tools, tokens } of await listServers(agent)) {
      expect(tools.length).toBeLessThanOrEqual(64);
      expect(tokens).toBeLessThan(64 * 30_000);
      for (const { name } of tools) expect(name).toMatch(/^s\d+_[\w-]+$/);
    }
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
}, 120_000);
