import { expect, test, vi } from "vitest";
import { appServer } from "@/e2e/mcp/app-server";
import { askForApp } from "@/lib/agent/calls/app-call";
import { env } from "@/lib/ground/base/env";
import { surfacesOf } from "@/lib/shared/chat/surfaces/surfaces";
import { sql } from "@/lib/store/db";
import { appSurfaceView } from "@/lib/tools/toolsets/mcp/mcp-app";
import { houseStage, load } from "./testing/house";
import { call, type Played } from "./testing/own-tools";
import { chunks } from "./testing/stage";

const scene = houseStage();
const { play } = scene;

const serving = async (...args: Parameters<typeof appServer>) => scene.connect(await appServer(...args));

const { signal } = new AbortController();

async function painted(...after: Played[]) {
  const talk = play({ calls: [load] }, { calls: [call("house_paint", { wall: 1 }, "paint")] }, ...after);
  await chunks(await talk.say("go"));
  await chunks(await talk.answer("paint", { decision: "approve" }));
  const { asks, messages } = await talk.read();
  const [surface] = surfacesOf(messages, asks);
  const messageId = surface?.messageId ?? "";
  const id = { agentId: scene.agentId, conversationId: talk.id, messageId, toolCallId: "paint" };
  return { talk, asks, surface, id };
}

test("an app is shown after its call was approved, and the app's message goes to the model with the result", async () => {
  const server = await serving();
  const { talk, asks, surface, id } = await painted({ text: "Red it is." });
  expect(asks).toMatchObject([{ toolCallId: "paint", kind: "answer", awaits: true }]);
  expect(surface).toMatchObject({ kind: "app", state: "waiting", title: "Paint a wall", isAsked: true });
  expect(server.heard.filter(({ message }) => message.method === "tools/call")).toHaveLength(1);
  expect(await appSurfaceView(id)).toMatchObject({
    server: "House",
    input: { wall: 1 },
    result: { structuredContent: { wall: 1 }, _meta: { secret: "for the app" } },
    policy: { connect: [], resource: [] },
  });
  await expect(talk.answer("paint", { action: "say", text: "" })).rejects.toThrow("at least one character");
  const answer = { action: "say", text: "Take red.", context: { text: "A red wall" } };
  await chunks(await talk.answer("paint", answer));
  expect(talk.told(2)).toContain('"text":"A wall is to be painted."');
  expect(talk.told(2)).toContain('"app":{"action":"say","text":"Take red.","context":{"text":"A red wall"}}');
  expect(talk.told(2)).not.toContain("for the app");
  const [row] = await sql()<{ output: { text: string; app: unknown } }[]>`
    select output from tool_calls where conversation_id = ${talk.id} and tool_call_id = 'paint'`;
  expect(row?.output).toMatchObject({ text: "A wall is to be painted.", app: answer });
  const now = await talk.read();
  expect(surfacesOf(now.messages, now.asks)).toMatchObject([
    { kind: "app", state: "answered", answer: answer },
  ]);
});

test("a chat message instead of an answer in the app continues the run, and the app stays usable", async () => {
  await serving();
  const { talk } = await painted({ text: "Well." });
  await chunks(await talk.say("Never mind."));
  expect(talk.told(2)).toContain('"app":{"action":"message","text":"Never mind."}');
  expect(talk.told(2)).toContain("A wall is to be painted.");
  const { messages, asks } = await talk.read();
  expect(surfacesOf(messages, asks)).toMatchObject([{ kind: "app", state: "open", isAsked: false }]);
});

test("the app of a read-only tool is shown next to the tool's result, and the run does not wait", async () => {
  await serving();
  const talk = play({ calls: [load] }, { calls: [call("house_look", {}, "look")] }, { text: "White." });
  await chunks(await talk.say("go"));
  expect(talk.told(2)).toContain("The wall is white.");
  const { messages, asks } = await talk.read();
  expect(asks).toEqual([]);
  expect(surfacesOf(messages, asks)).toMatchObject([{ kind: "app", state: "open", title: "House: look" }]);
});

test("the model cannot call tools that are only for apps, and apps cannot call tools that are only for the model", async () => {
  await serving();
  const { talk, id } = await painted();
  expect(talk.offered(1)).toEqual(expect.arrayContaining(["house_paint", "house_secret"]));
  expect(talk.offered(1)).not.toContain("house_colours");
  const asked = (name: string) =>
    askForApp(id, { method: "tools/call", params: { name, arguments: {} } }, signal);
  expect(await asked("colours")).toMatchObject({ result: { content: [{ type: "text", text: "blue" }] } });
  for (const name of ["secret", "house_secret", "nothing", "sql"])
    await expect(asked(name)).rejects.toThrow(`no tool ${name} for apps`);
});

test("applies the user's policies to an app's calls, asks for the exact call, and records it", async () => {
  await serving();
  const { id, talk } = await painted();
  const write = (text: string, more: object = {}) =>
    askForApp(id, { method: "tools/call", params: { name: "write", arguments: { text } }, ...more }, signal);
  const first = await write("red");
  expect(first).toMatchObject({ asks: { tool: "house_write", input: { text: "red" } } });
  const allowed = "asks" in first ? first.asks.token : "";
  expect(await write("green", { allowed })).toMatchObject({ asks: { input: { text: "green" } } });
  expect(await write("red", { allowed })).toMatchObject({ result: { content: [{ text: "wrote red" }] } });
  expect(await write("red", { allowed, remember: "always" })).toHaveProperty("result");
  expect(await write("blue")).toHaveProperty("result");
  await sql()`update settings set value = '{"policy":"deny"}' where key = 'tool:house_write'`;
  const { readSettings } = await import("@/lib/store/agents/settings");
  await vi.waitFor(async () =>
    expect((await readSettings(scene.agentId)).tools.house_write?.policy).toBe("deny"),
  );
  await expect(write("blue")).rejects.toThrow("does not allow house_write");
  const rows = await sql()`
    select tool_name, status, parent_tool_call_id from tool_calls where conversation_id = ${talk.id}
    and parent_tool_call_id = 'paint' order by created_at`;
  expect(rows.map(({ status }) => status)).toEqual(["ok", "ok", "ok", "denied"]);
});

test("limits an app to 60 calls a minute without affecting other surfaces", async () => {
  await serving();
  const { id } = await painted();
  const colours = () =>
    askForApp(id, { method: "tools/call", params: { name: "colours", arguments: {} } }, signal);
  for (let n = 0; n < 60; n++) await colours();
  await expect(colours()).rejects.toThrow("60 times a minute");
  const other = await painted();
  expect(
    await askForApp(other.id, { method: "tools/call", params: { name: "colours", arguments: {} } }, signal),
  ).toHaveProperty("result");
});

test("reading an app fails for a surface that belongs to another agent or shows no app", async () => {
  await serving();
  const { id } = await painted();
  const { randomUUID } = await import("node:crypto");
  for (const other of [
    { ...id, agentId: randomUUID() },
    { ...id, toolCallId: "other" },
  ])
    await expect(appSurfaceView(other)).rejects.toThrow("This surface has no app");
});

test("the model gets the tool's text result if the app cannot be shown", async () => {
  const server = await serving();
  server.also["resources/read"] = ({ uri }) => ({ contents: [{ uri, mimeType: "text/html", text: "<p>" }] });
  const { talk, asks, surface } = await painted({ text: "As text." });
  expect([asks, surface]).toEqual([[], undefined]);
  expect(talk.told(2)).toContain("A wall is to be painted.");
});

test("of the origins that an app declares, only those are allowed that are public or listed by the operator", async () => {
  const csp = {
    connectDomains: [
      "http://127.0.0.1:9",
      "https://10.0.0.1",
      "https://127.0.0.1:8443",
      "https://*",
      "x; script-src *",
    ],
    resourceDomains: ["https://*.com", "http://localhost", "https://169.254.169.254/", "ftp://127.0.0.1", 7],
    frameDomains: [`http://127.0.0.1:${env().PORT}`],
  };
  await serving("", { csp });
  const { id } = await painted();
  const { policy } = await appSurfaceView(id);
  expect(policy).toMatchObject({
    connect: ["http://127.0.0.1:9", "https://127.0.0.1:8443"],
    resource: [],
    frame: [],
  });
  expect(policy.refused).toContain("x; script-src *");
});
