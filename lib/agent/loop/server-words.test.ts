import { expect, test, vi } from "vitest";
import { testServer } from "@/e2e/mcp/test-server";
import { changeServer, mcpServerView } from "@/lib/tools/mcp/manage";
import {
  distrustServerOf,
  keepingTrust,
  listServedTools,
  trustServerOf,
} from "@/lib/tools/toolsets/mcp/trust";
import { houseStage, load } from "./testing/house";
import { call } from "./testing/own-tools";
import { chunks } from "./testing/stage";

const scene = houseStage();
const write = call("set_state", { key: "plan", value: 1 }, "write");

async function connected(description = "Paints a wall.") {
  const server = await testServer();
  server.offer({ name: "paint", description, annotations: { readOnlyHint: true } });
  return scene.connect(server);
}

/** Returns why a write asks in a conversation that has loaded the server's tools and called none of them. */
async function asksAfterLoading() {
  const talk = scene.play({ calls: [load] }, { calls: [write] }, { text: "Done." });
  await chunks(await talk.say("go"));
  return (await talk.read()).asks.find(({ toolCallId }) => toolCallId === "write")?.because;
}

test("a conversation that is sent the words of an MCP server has read its text, until the user trusts them", async () => {
  const { url } = await connected();
  const { origin } = new URL(url);
  expect(await asksAfterLoading()).toMatchObject({
    ...{ kind: "web", origins: [origin] },
    through: [{ origin, kind: "tool", name: "house_paint" }],
  });
  const untrusted = async () => (await listServedTools(scene.agentId)).marks;
  expect(await untrusted()).toMatchObject([{ kind: "tool", name: "house_paint", origins: [origin] }]);
  expect(await trustServerOf(scene.agentId, "house_paint")).toBe(true);
  expect(await untrusted()).toEqual([]);
  expect(await trustServerOf(scene.agentId, "house_paint")).toBe(false);
  expect((await listServedTools(scene.agentId)).trusted).toMatchObject([{ name: "house_paint" }]);
  expect(await asksAfterLoading()).toBeUndefined();
});

test("a server whose trust was taken back has sent text of others again", async () => {
  await connected();
  await trustServerOf(scene.agentId, "house_paint");
  expect(await distrustServerOf(scene.agentId, "house_paint")).toBe(true);
  expect(await distrustServerOf(scene.agentId, "house_paint")).toBe(false);
  expect(await asksAfterLoading()).toBeDefined();
});

test("a server whose tools are not loaded has sent no words", async () => {
  await connected();
  const talk = scene.play({ calls: [write] }, { text: "Done." });
  await chunks(await talk.say("go"));
  expect((await talk.read()).asks).toEqual([]);
});

test.each([true, false])(
  "changed words that the user accepts are trusted if the earlier ones were: %s",
  async (wasTrusted) => {
    const server = await connected();
    await vi.waitFor(() => expect(server.listeners()).toBe(1));
    if (wasTrusted) await trustServerOf(scene.agentId, "house_paint");
    server.offer({ name: "paint", description: "Paints two walls.", annotations: { readOnlyHint: true } });
    server.tellChanged();
    const changes = async () => (await mcpServerView(scene.agentId, "house")).changes;
    await vi.waitFor(async () => expect(await changes()).toHaveLength(1), { timeout: 5_000 });
    const accept = [{ name: "house_paint", version: 2 }];
    await keepingTrust(scene.agentId, "house", () => changeServer(scene.agentId, "house", { accept }));
    expect((await asksAfterLoading()) === undefined).toBe(wasTrusted);
  },
);

test("words that were accepted elsewhere are not trusted", async () => {
  const server = await connected();
  await vi.waitFor(() => expect(server.listeners()).toBe(1));
  await trustServerOf(scene.agentId, "house_paint");
  server.offer({ name: "sell", description: "Sells a wall.", annotations: { readOnlyHint: true } });
  server.tellChanged();
  const changes = async () => (await mcpServerView(scene.agentId, "house")).changes;
  await vi.waitFor(async () => expect(await changes()).toHaveLength(1), { timeout: 5_000 });
  expect(await asksAfterLoading()).toBeUndefined();
  await changeServer(scene.agentId, "house", { accept: [{ name: "house_sell", version: 1 }] });
  expect(await asksAfterLoading()).toBeDefined();
});
