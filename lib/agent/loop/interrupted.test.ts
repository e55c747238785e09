import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { testServer, textContent } from "@/e2e/mcp/test-server";
import { isToolPart } from "@/lib/agent/message/message";
import { createTool, deleteTool, setToolEnabled } from "@/lib/code/tools/save";
import { replace } from "@/lib/ground/base/testing/replaced";
import { changeSetting, type SettingKey } from "@/lib/store/agents/change-settings";
import { sql } from "@/lib/store/db";
import * as connected from "@/lib/tools/mcp/connected";
import { changeServer, mcpServerView, removeMcpServer } from "@/lib/tools/mcp/manage";
import { defineTool, defineToolset } from "@/lib/tools/toolsets/define";
import { recoverRuns } from "./keeper";
import { liveRuns } from "./live";
import { runAgent } from "./run";
import { houseStage, load } from "./testing/house";
import { lab, withLab } from "./testing/lab";
import { call, double, type Played, user } from "./testing/own-tools";
import { chunks, killed } from "./testing/stage";

// Do not wait for a lost MCP server: `restart-servers.test.ts` tests this wait.
replace(connected, { connectedWithin: async () => {} });

const never = new Promise<never>(() => {});
/** Ends the model call of the subagent. */
let waiting = Promise.withResolvers<never>();
const contactTools = defineToolset({
  id: "for-contacts",
  title: "For contacts",
  category: "data",
  prompt: "",
  tools: {
    wave: defineTool({
      description: "Waves.",
      input: z.object({}),
      isForContacts: true,
      execute: async () => {
        lab.ran.push("wave");
        return never;
      },
    }),
  },
});
const scene = houseStage([...withLab(), contactTools]);

afterEach(() => lab.reset());

/** Simulates SIGTERM on the server of a run: the server releases the run. */
async function terminated(conversationId: string): Promise<void> {
  const live = liveRuns().get(conversationId);
  live?.abort.abort("shutdown");
  await live?.settled;
  await killed(conversationId);
}

type Door = {
  name: string;
  tool: string;
  input?: object;
  helper?: Played;
  /**
   * Starts the call. `isUnderWay` returns whether the call is running, and `gone` makes its tool unavailable
   * before the run resumes.
   */
  begin(): Promise<{ isUnderWay(): boolean | Promise<boolean>; gone(): Promise<unknown> }>;
};

const setting = (...changed: [key: SettingKey, value: object]): Door["begin"] =>
  async function begin() {
    lab.act = () => never;
    return {
      isUnderWay: () => lab.ran.length > 0,
      gone: () => changeSetting(scene.agentId, ...changed),
    };
  };

const served =
  (annotations: object, gone: (server: Awaited<ReturnType<typeof testServer>>) => Promise<unknown>) =>
  async () => {
    const server = await scene.connect(await testServer());
    let calls = 0;
    server.offer({ name: "send", annotations }, () => {
      calls += 1;
      return never;
    });
    await removeMcpServer(scene.agentId, "house");
    await scene.connect(server);
    await changeSetting(scene.agentId, "tool:house_send", { policy: "allow" });
    return { isUnderWay: () => calls > 0, gone: () => gone(server) };
  };

const lost = async (server: Awaited<ReturnType<typeof testServer>>) => {
  await server.close();
  await vi.waitFor(
    async () => expect((await mcpServerView(scene.agentId, "house")).status).not.toBe("connected"),
    { timeout: 10_000 },
  );
};

const authored = (gone: () => Promise<unknown>): Door["begin"] =>
  async function begin() {
    lab.act = () => never;
    await createTool(
      scene.agentId,
      { ...double, name: "mail", code: "return await tools.act({ n: 1 })" },
      user,
    );
    onTestFinished(async () => {
      await sql()`delete from agent_tools where name = 'mail'`;
    });
    return { isUnderWay: () => lab.ran.length > 0, gone };
  };

const LOOK = { text: "I shall look." };
const act = { tool: "act", input: { n: 1 } };
const mail = { tool: "mail", input: { n: 1 } };
const DOORS: Door[] = [
  { name: "an MCP tool whose server is not connected", tool: "house_send", begin: served({}, lost) },
  {
    name: "an idempotent MCP tool whose server is not connected",
    tool: "house_send",
    begin: served({ idempotentHint: true }, lost),
  },
  {
    name: "an MCP tool whose server was removed",
    tool: "house_send",
    begin: served({}, () => removeMcpServer(scene.agentId, "house")),
  },
  {
    name: "an MCP tool whose server was disabled",
    tool: "house_send",
    begin: served({}, () => changeServer(scene.agentId, "house", { enabled: false })),
  },
  {
    name: "an authored tool that was deleted",
    ...mail,
    begin: authored(() => deleteTool(scene.agentId, "mail", user)),
  },
  {
    name: "an authored tool that was disabled",
    ...mail,
    begin: authored(() => setToolEnabled(scene.agentId, "mail", false)),
  },
  {
    name: "a built-in tool that was disabled",
    ...act,
    begin: setting("tool:act", { enabled: false }),
  },
  { name: "a built-in tool that is denied now", ...act, begin: setting("tool:act", { policy: "deny" }) },
  {
    name: "a call of `ask_agent` whose toolset was disabled",
    tool: "ask_agent",
    input: { agent: "self", task: "Wait." },
    helper: {
      before() {
        lab.ran.push("subagent");
        return waiting.promise;
      },
    },
    async begin() {
      await changeSetting(scene.agentId, "toolset:agents", { mode: "on" });
      waiting = Promise.withResolvers();
      return {
        // The subagent takes the next scripted step, so wait until it has.
        isUnderWay: () => lab.ran.includes("subagent"),
        async gone() {
          // Otherwise the timers of its model call outlive this file.
          waiting.reject(new Error("over"));
          await changeSetting(scene.agentId, "toolset:agents", { mode: "off" });
        },
      };
    },
  },
  { name: "a tool whose toolset was disabled", ...act, begin: setting("toolset:lab", { mode: "off" }) },
];

for (const [way, end] of [
  ["SIGKILL", killed],
  ["SIGTERM", terminated],
] as const)
  test.each(DOORS)(
    `the result of a call that was running at ${way} is reported as unknown: $name`,
    async ({ tool, input = {}, helper: subagent, begin }) => {
      const { isUnderWay, gone } = await begin();
      const talk = scene.play(
        { calls: [load] },
        { calls: [call(tool, input)] },
        ...(subagent ? [subagent] : []),
        LOOK,
      );
      void talk.say("go").then(chunks);
      await vi.waitFor(async () => expect(await isUnderWay()).toBe(true), { timeout: 10_000 });
      await end(talk.id);
      lab.reset();
      await gone();
      await recoverRuns(scene.equipment);
      const { messages } = await talk.read();
      const part = messages.at(-1)?.parts.filter(isToolPart).at(-1);
      expect(part).toMatchObject({
        state: "output-error",
        errorText: expect.stringMatching(/it may have taken effect\. Check before you call/),
      });
      const rows = await sql()`
      select status from tool_calls where conversation_id = ${talk.id} and tool_name = ${tool}`;
      expect(rows).toMatchObject([{ status: "unknown" }]);
      expect(lab.ran).toEqual([]);
    },
  );

test("a call for a contact whose tool is denied after the restart is reported as unknown", async () => {
  const talk = scene.play({ calls: [call("wave", {})] }, { text: "Later." });
  const message = { parts: [{ type: "text" as const, text: "hello" }] };
  void runAgent({ ...talk.where, contact: "4179", input: { message } }).then(chunks);
  await vi.waitFor(() => expect(lab.ran).toEqual(["wave"]));
  await killed(talk.id);
  await changeSetting(scene.agentId, "tool:wave", { policy: "deny" });
  await recoverRuns(scene.equipment);
  await liveRuns().get(talk.id)?.settled;
  const rows = await sql()`select status from tool_calls where conversation_id = ${talk.id}`;
  expect(rows).toMatchObject([{ status: "unknown" }]);
});

test("a call that was running is reported as unknown if the user stops the run before the run is resumed", async () => {
  lab.act = () => never;
  const talk = scene.play({ calls: [call("act", { n: 1 })] });
  void talk.say("go").then(chunks);
  await vi.waitFor(() => expect(lab.ran).toHaveLength(1));
  await killed(talk.id);
  await sql()`update runs set stop_requested = now() where conversation_id = ${talk.id}`;
  await recoverRuns(scene.equipment);
  const part = (await talk.read()).messages.at(-1)?.parts.find(isToolPart);
  expect(part).toMatchObject({ errorText: expect.stringContaining("it may have taken effect") });
  const rows = await sql()`select status from tool_calls where conversation_id = ${talk.id}`;
  expect(rows).toMatchObject([{ status: "unknown" }]);
});

test("an idempotent call of a server that is still connected is repeated", async () => {
  const server = await testServer();
  let calls = 0;
  server.offer({ name: "put", annotations: { idempotentHint: true } }, () =>
    ++calls === 1 ? never : textContent("put"),
  );
  await scene.connect(server);
  await changeSetting(scene.agentId, "tool:house_put", { policy: "allow" });
  const talk = scene.play({ calls: [load] }, { calls: [call("house_put", {})] }, { text: "Done." });
  void talk.say("go").then(chunks);
  await vi.waitFor(() => expect(calls).toBe(1), { timeout: 10_000 });
  await killed(talk.id);
  await recoverRuns(scene.equipment);
  expect((await talk.read()).messages.at(-1)?.parts.filter(isToolPart).at(-1)).toMatchObject({
    state: "output-available",
  });
  expect(calls).toBe(2);
});
