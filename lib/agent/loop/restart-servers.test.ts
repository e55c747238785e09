import { expect, test, vi } from "vitest";
import { testServer, textContent } from "@/e2e/mcp/test-server";
import { isToolPart } from "@/lib/agent/message/message";
import { connectedWithin } from "@/lib/tools/mcp/connected";
import { changeServer, mcpServerView } from "@/lib/tools/mcp/manage";
import { recoverRuns } from "./keeper";
import { houseStage, load } from "./testing/house";
import { call } from "./testing/own-tools";
import { chunks, killed, textIn } from "./testing/stage";

const scene = houseStage();
const never = new Promise<never>(() => {});
const status = async () => (await mcpServerView(scene.agentId, "house")).status;

/** An MCP server that responds only while its gate is open. */
async function gated() {
  const gate = { opens: Promise.resolve<unknown>(undefined) };
  const server = await testServer({
    first: async () => {
      await gate.opens;
      return false;
    },
  });
  server.offer({ name: "look", annotations: { readOnlyHint: true } }, () => textContent("seen"));
  await scene.connect(server);
  return gate;
}

async function reconnecting(gate: Awaited<ReturnType<typeof gated>>, opens: Promise<unknown>) {
  gate.opens = opens;
  await changeServer(scene.agentId, "house", { enabled: false });
  await changeServer(scene.agentId, "house", { enabled: true });
  expect(await status()).toBe("connecting");
}

test("a resumed run waits for an MCP server that is still connecting, and has its tools", async () => {
  const gate = await gated();
  const talk = scene.play(
    { calls: [load] },
    { before: () => never },
    { calls: [call("house_look", {}, "look")] },
    { text: "Done." },
  );
  void talk.say("go").then(chunks);
  await vi.waitFor(() => expect(talk.offered(1)).toContain("house_look"), { timeout: 10_000 });
  await killed(talk.id);
  const open = Promise.withResolvers<void>();
  await reconnecting(gate, open.promise);
  setTimeout(open.resolve, 700);
  await recoverRuns(scene.equipment);
  const { messages } = await talk.read();
  expect(talk.offered(2)).toContain("house_look");
  expect(messages.at(-1)?.parts.filter(isToolPart).at(-1)).toMatchObject({ state: "output-available" });
  expect(textIn(messages.at(-1)?.parts ?? [])).toBe("Done.");
});

test("a run that uses no MCP server resumes at once", async () => {
  const gate = await gated();
  const plain = scene.play({ before: () => never }, { text: "Plain." });
  void plain.say("go").then(chunks);
  await vi.waitFor(() => expect(plain.offered(0).length).toBeGreaterThan(0), { timeout: 10_000 });
  await killed(plain.id);
  const open = Promise.withResolvers<void>();
  await reconnecting(gate, open.promise);
  const began = performance.now();
  await recoverRuns(scene.equipment);
  expect(textIn((await plain.read()).messages.at(-1)?.parts ?? [])).toBe("Plain.");
  expect(performance.now() - began).toBeLessThan(5_000);
  open.resolve();
});

test("waits for an unavailable MCP server until the limit, counted from the start of the process", async () => {
  const { signal } = new AbortController();
  const began = performance.now();
  await connectedWithin({ status: "failed", begunAt: began }, 200, signal);
  expect(performance.now() - began).toBeGreaterThan(190);
  const later = performance.now();
  await connectedWithin({ status: "failed", begunAt: began - 1_000 }, 200, signal);
  await connectedWithin({ status: "sign_in", begunAt: later }, 10_000, signal);
  expect(performance.now() - later).toBeLessThan(150);
});
