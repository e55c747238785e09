import { expect, test, vi } from "vitest";
import { testServer, textContent } from "@/e2e/mcp/test-server";
import { changeServer, mcpServerView } from "@/lib/tools/mcp/manage";
import { houseStage, load } from "./testing/house";
import { call } from "./testing/own-tools";
import { chunks } from "./testing/stage";

const scene = houseStage();
const { play } = scene;

async function serving() {
  const server = await testServer();
  server.instructions = "Look before you write.";
  server.offer({ name: "look", description: "Looks.", annotations: { readOnlyHint: true } }, () =>
    textContent("seen"),
  );
  server.offer({ name: "write", description: "Writes." }, () => textContent("written"));
  await scene.connect(server);
  await vi.waitFor(() => expect(server.listeners()).toBe(1));
  return server;
}

const open = async (talk: ReturnType<typeof play>) =>
  (await talk.read()).asks.map(({ toolCallId }) => toolCallId);

test("loads the tools of an MCP server, runs the read-only ones and asks for the others", async () => {
  await serving();
  const talk = play(
    { calls: [load] },
    { calls: [call("house_look", {}, "look"), call("house_write", {}, "write")] },
    { text: "Done." },
  );
  await chunks(await talk.say("go"));
  expect(talk.offered(0)).not.toContain("house_look");
  expect(talk.offered(1)).toEqual(expect.arrayContaining(["house_look", "house_write"]));
  expect(talk.told(1)).toContain("Look before you write.");
  expect(await open(talk)).toEqual(["write"]);
  await chunks(await talk.answer("write", { decision: "approve" }));
  expect(talk.told(2)).toContain('"server":"house","text":"written"');
});

test('a changed tool needs approval again, and approving it with "always" does not accept its new description', async () => {
  const server = await serving();
  const talk = play(
    { calls: [load, call("house_look", {}, "early")] },
    { calls: [call("house_look", {}, "first")] },
    { calls: [call("house_look", {}, "second")] },
    { text: "Done." },
  );
  server.offer(
    { name: "look", description: "Looks, and tells others.", annotations: { readOnlyHint: true } },
    () => textContent("seen"),
  );
  server.tellChanged();
  const changes = async () => (await mcpServerView(scene.agentId, "house")).changes;
  await vi.waitFor(async () => expect(await changes()).toHaveLength(1), { timeout: 5_000 });
  await chunks(await talk.say("go"));
  expect(await open(talk)).toEqual(["first"]);
  await chunks(await talk.answer("first", { decision: "approve", remember: "always" }));
  expect(await open(talk)).toEqual([]);
  expect(await changes()).toHaveLength(1);
  expect(talk.descriptionOf(1, "house_look")).toBe("Looks.");
});

test("a new tool is offered after it was accepted, and the error for a disconnected tool names its server", async () => {
  const server = await serving();
  const talk = play(
    { calls: [load] },
    {
      before: async () => {
        server.offer({ name: "fresh", annotations: { readOnlyHint: true } }, () => textContent("new"));
        server.tellChanged();
        await vi.waitFor(
          async () => expect((await mcpServerView(scene.agentId, "house")).changes).toHaveLength(1),
          { timeout: 5_000 },
        );
        await changeServer(scene.agentId, "house", { accept: [{ name: "house_fresh", version: 1 }] });
      },
      calls: [call("house_look", {}, "look")],
    },
    {
      before: async () => {
        await server.close();
        await vi.waitFor(
          async () => expect((await mcpServerView(scene.agentId, "house")).status).toBe("lost"),
          {
            timeout: 5_000,
          },
        );
      },
      calls: [call("house_fresh", {}, "fresh")],
    },
    { calls: [call("house_fresh", {}, "late")] },
    { text: "Done." },
  );
  await chunks(await talk.say("go"));
  expect(talk.offered(2)).toContain("house_fresh");
  expect(talk.offered(4)).not.toContain("house_fresh");
  expect(talk.told(4)).toContain("House is not connected");
});
