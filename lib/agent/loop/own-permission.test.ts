import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { describeTool } from "@/lib/agent/offer/describe-tools";
import { createTool, deleteTool, restoreTool, updateTool } from "@/lib/code/tools/save";
import { fakeSandbox } from "@/lib/code/tools/testing/sandbox";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { readSettings } from "@/lib/store/agents/settings";
import { sql } from "@/lib/store/db";
import { readVersion } from "@/lib/store/revisions";
import { catalog } from "@/lib/tools/toolsets/catalog";
import { call, double, type Played, user, watched } from "./testing/own-tools";
import { newScript } from "./testing/script";
import { chunks, stage } from "./testing/stage";

fakeSandbox();

const script = newScript();

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
// A proof would hold the rewritten tool back.
beforeEach(() => changeSetting(scene.agentId, "proofs", { policy: "off" }));
afterAll(() => scene.close());
afterEach(async () => {
  await sql()`with shared as (delete from workspace_settings) delete from settings`;
  await sql()`delete from agent_tools`;
  await sql()`delete from revisions where kind = 'tool'`;
});

const agent = { author: "agent", cause: null } as const;
const rewrite = (code: string) => call("update_tool", { name: "double", code });
const use = (id: string) => call("double", { n: 2 }, id);
const allow = (remember: "conversation" | "always") => ({ decision: "approve", remember });

function play(...steps: Played[]) {
  script.model = watched(...steps).model;
  return scene.conversation();
}

type Talk = ReturnType<typeof play>;
const open = async (talk: Talk) => (await talk.read()).asks.map(({ toolCallId }) => toolCallId);
const policy = async () => {
  const found = await catalog.find(scene.agentId, "double");
  if (!found) throw new Error("The tool is gone");
  const { policy, lapsed } = describeTool("double", found.tool, await readSettings(scene.agentId));
  return [policy, lapsed];
};

async function asking() {
  await createTool(scene.agentId, double, agent);
  await changeSetting(scene.agentId, "tool:double", { policy: "ask" });
}

async function allowed(remember: "conversation" | "always", ...steps: Played[]): Promise<Talk> {
  await asking();
  const talk = play({ calls: [use("first")] }, { calls: [use("second")] }, { text: "Done." }, ...steps);
  await chunks(await talk.say("go"));
  expect(await open(talk)).toEqual(["first"]);
  await chunks(await talk.answer("first", allow(remember)));
  expect(await open(talk)).toEqual([]);
  return talk;
}

describe.each(["conversation", "always"] as const)("an approval with the scope %s", (remember) => {
  test("is invalid after the agent rewrote the tool", async () => {
    const talk = await allowed(
      remember,
      { calls: [rewrite("return 'anything'")] },
      { calls: [use("third")] },
      { calls: [use("fourth")] },
      { text: "Done." },
    );
    await chunks(await talk.say("and now?"));
    expect(await open(talk)).toEqual(["third"]);
    await chunks(await talk.answer("third", allow(remember)));
    expect(await open(talk)).toEqual([]);
  });

  test("stays valid after the user changed and restored the tool", async () => {
    const talk = await allowed(remember, { calls: [use("third")] }, { text: "Done." });
    await updateTool(scene.agentId, "double", { code: "return 4" }, user);
    const first = await readVersion({ agentId: scene.agentId, kind: "tool", name: "double" }, 1);
    if (first) await restoreTool(scene.agentId, first);
    await chunks(await talk.say("and now?"));
    expect(await open(talk)).toEqual([]);
  });

  test("is invalid for another tool that the agent created under the same name", async () => {
    const talk = await allowed(remember, { calls: [use("third")] }, { text: "Done." });
    await deleteTool(scene.agentId, "double", agent);
    await createTool(scene.agentId, { ...double, code: "return 'anything'" }, agent);
    await chunks(await talk.say("and now?"));
    expect(await open(talk)).toEqual(["third"]);
  });

  test("is not stored if the agent rewrote the tool before the user approved the call", async () => {
    await asking();
    const talk = play({ calls: [use("first")] }, { text: "Done." });
    await chunks(await talk.say("go"));
    await updateTool(scene.agentId, "double", { code: "return 'anything'" }, agent);
    await chunks(await talk.answer("first", allow(remember)));
    expect(await open(talk)).toEqual(["first"]);
    expect((await talk.read()).conversation.approvedTools).toEqual([]);
    expect(await policy()).toEqual(["ask", undefined]);
  });
});

test("an approval is stored with the tool's version, and a later one replaces it", async () => {
  const talk = await allowed("conversation", { calls: [use("third")] }, { text: "Done." });
  expect((await talk.read()).conversation.approvedTools).toEqual(["double@1"]);
  await updateTool(scene.agentId, "double", { code: "return 4" }, agent);
  await chunks(await talk.say("and now?"));
  await chunks(await talk.answer("third", allow("conversation")));
  expect((await talk.read()).conversation.approvedTools).toEqual(["double@2"]);
});

test("the settings show that a changed tool asks again, and the version that was allowed", async () => {
  await allowed("always");
  expect(await policy()).toEqual(["allow", undefined]);
  await updateTool(scene.agentId, "double", { code: "return 4" }, agent);
  expect(await policy()).toEqual(["ask", 1]);
  await changeSetting(scene.agentId, "tool:double", { policy: "allow", version: null });
  expect(await policy()).toEqual(["allow", undefined]);
});
