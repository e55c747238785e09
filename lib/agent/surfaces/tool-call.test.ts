import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { lab, withLab } from "@/lib/agent/loop/testing/lab";
import { type Call, type Step, scripted } from "@/lib/agent/loop/testing/model";
import { newScript } from "@/lib/agent/loop/testing/script";
import { chunks, stage } from "@/lib/agent/loop/testing/stage";
import * as compile from "@/lib/code/compile/index";
import * as bundles from "@/lib/code/components/bundles";
import * as rendering from "@/lib/code/components/render";
import { aBundle } from "@/lib/code/components/testing/lab";
import { createTool } from "@/lib/code/tools/save";
import { replace } from "@/lib/ground/base/testing/replaced";
import type { Use } from "@/lib/shared/components/access";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { write } from "@/lib/store/agents/state";
import { sql } from "@/lib/store/db";
import { accessOf, changeAccess, componentOnSurface } from "./access";
import { callFromSurface } from "./call";
import { runRowAction } from "./row-action";

const script = newScript({}, withLab());
replace(compile, {
  usesOf: async () => ({ uses: [], open: ["tool"] }),
});
replace(bundles, { bundleForRuntime: async (hash) => aBundle(hash) });
replace(rendering, { render: async () => ({ bundle: "b" }) });

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
afterAll(() => scene.close());
afterEach(async () => {
  lab.reset();
  await sql()`with shared as (delete from workspace_settings), g as (delete from component_grants),
    s as (delete from state), r as (delete from revisions where kind = 'state') delete from settings`;
});

const { catalog } = script.equipment;
const { signal } = new AbortController();
const tool = (name: string): Use => ({ kind: "tool", name });
const show: Call = { id: "s", tool: "render_and_wait", input: { code: "export default 1" } };
const browse: Call = { id: "browse", tool: "browse", input: { n: 1 } };

async function play(grant: string[], ...steps: Step[]) {
  script.model = scripted(steps).model;
  const talk = scene.conversation();
  await chunks(await talk.say("go"));
  const { messages } = await talk.read();
  const messageId = messages.at(-1)?.id ?? "";
  const surface = () => componentOnSurface({ ...talk.where, messageId, toolCallId: "s" });
  if (grant.length > 0) await changeAccess(await surface(), { grant: grant.map(tool) }, catalog);
  const call = async (name: string, args: Record<string, unknown> = { n: 1 }, rest = {}) =>
    callFromSurface(await surface(), { type: "tool", name, args, ...rest }, signal, catalog);
  const recorded = async () =>
    (
      await sql()<{ row: unknown[] }[]>`
      select json_build_array(tool_name, status, parent_tool_call_id) as row from tool_calls
      where conversation_id = ${talk.id} and parent_tool_call_id is not null order by created_at`
    ).map(({ row }) => row);
  return { ...talk, sheet: surface, call, recorded };
}

test("a component calls only granted tools, and each call is recorded below that of its surface", async () => {
  const talk = await play([], { calls: [show] });
  expect(await talk.call("act")).toEqual({ asks: tool("act") });
  expect(lab.ran).toEqual([]);
  await changeAccess(await talk.sheet(), { grant: [tool("act")] }, catalog);
  lab.act = async ({ n }) => ({ doubled: n * 2 });
  expect(await talk.call("act", { n: 4 })).toEqual({ value: { doubled: 8 } });
  await expect(talk.call("act", { n: "x" })).rejects.toMatchObject({ code: "invalid" });
  expect(await talk.call("look")).toEqual({ asks: tool("look") });
  lab.act = async () => {
    throw new Error("out of paper");
  };
  await expect(talk.call("act")).rejects.toMatchObject({ code: "unavailable" });
  expect(await talk.recorded()).toEqual([
    ["act", "ok", "s"],
    ["act", "error", "s"],
  ]);
  expect((await accessOf(await talk.sheet(), catalog)).uses).toMatchObject([
    { use: tool("act"), state: "granted" },
  ]);
});

test("the user's policy for a tool comes first: with `ask` each call asks and shows its input, with `deny` it fails as if the tool did not exist", async () => {
  const talk = await play(["act"], { calls: [show] });
  await changeSetting(scene.agentId, "tool:act", { policy: "ask" });
  const asked = await talk.call("act", { n: 3 });
  expect(asked).toMatchObject({ question: { tool: "act", input: { n: 3 } } });
  const { token } = "question" in asked ? asked.question : { token: "" };
  expect(await talk.call("act", { n: 4 }, { allowed: token })).toHaveProperty("question");
  expect(await talk.call("act", { n: 3 }, { allowed: token })).toEqual({ value: { ok: true } });
  expect(await talk.call("act", { n: 3 })).toHaveProperty("question");
  await talk.call("act", { n: 3 }, { allowed: token, remember: "always" });
  expect(await talk.call("act", { n: 5 })).toEqual({ value: { ok: true } });
  await changeSetting(scene.agentId, "tool:act", { policy: "deny" });
  await expect(talk.call("act")).rejects.toMatchObject({ code: "forbidden" });
  await changeSetting(scene.agentId, "tool:act", { policy: "allow", enabled: false });
  await expect(talk.call("act")).rejects.toMatchObject({ code: "forbidden" });
  expect(lab.ran).toEqual(["act 3", "act 3", "act 5"]);
});

test("a component cannot call tools that wait for the user or work only in the chat", async () => {
  const talk = await play(["ask_user", "send_message", "hold"], { calls: [show] });
  await expect(talk.call("ask_user", { question: "?" })).rejects.toMatchObject({ code: "invalid" });
  await expect(talk.call("send_message", { text: "?" })).rejects.toMatchObject({ code: "invalid" });
  lab.isHeld = true;
  await expect(talk.call("hold")).rejects.toMatchObject({ code: "conflict" });
  await expect(talk.call("nothing_of_that_name")).rejects.toMatchObject({ code: "forbidden" });
  expect(lab.ran).toEqual([]);
});

test("a tool that writes asks, and the question names the origins, after the conversation or the component read web text", async () => {
  const talk = await play(["change", "browse"], { calls: [show] });
  expect(await talk.call("change")).toEqual({ value: { ok: true } });
  expect(await talk.call("browse")).toEqual({ value: { ok: true }, isFromWeb: true });
  const asked = await talk.call("change", { n: 2 });
  expect(asked).toMatchObject({ question: { origins: ["https://site1.test"] } });
  // The conversation counts as having read the web text too, because the component's answer may contain that
  // text.
  const [conversation] = await sql()<{ readWeb: string[] }[]>`
    select to_json(read_web) as "readWeb" from conversations where id = ${talk.id}`;
  expect(conversation?.readWeb).toEqual(["https://site1.test"]);
  await changeSetting(scene.agentId, "toolset:lab", { afterWeb: "deny" });
  await expect(talk.call("change")).rejects.toMatchObject({ code: "forbidden" });
  expect(await talk.recorded()).toEqual([
    ["change", "ok", "s"],
    ["browse", "ok", "s"],
    ["change", "denied", "s"],
  ]);
  const after = await play(["change"], { calls: [browse] }, { calls: [show] });
  await changeSetting(scene.agentId, "toolset:lab", { afterWeb: "ask" });
  expect(await after.call("change")).toHaveProperty("question");
});

test("the question names the web origins of all stored values, because a component may have read any of these values", async () => {
  const talk = await play(["change"], { calls: [show] });
  await write(scene.agentId, "tide", "high", {
    author: "person",
    cause: null,
    origins: ["https://tides.test"],
  });
  expect(await talk.call("change")).toMatchObject({ question: { origins: ["https://tides.test"] } });
});

test("limits the calls of one surface without affecting others", async () => {
  const talk = await play(["look"], { calls: [show] });
  const all = await Promise.allSettled(Array.from({ length: 70 }, () => talk.call("look")));
  expect(all.some((one) => one.status === "rejected" && one.reason.code === "too_many_requests")).toBe(true);
  const other = await play(["look"], { calls: [show] });
  expect(await other.call("look")).toHaveProperty("value");
});

test("a row's button runs only the agent-made tool that its table names, with the row", async () => {
  const { agentId } = scene;
  const by = { author: "agent" as const, cause: null };
  const made = {
    description: "Weighs",
    parameter_schema: { type: "object" },
    code: "return args.row.grams * 2;",
  };
  await createTool(agentId, { name: "weigh", ...made }, by);
  const columns = [{ key: "grams", label: "Grams" }];
  const table = {
    type: "table",
    columns,
    data: [{ grams: 4 }],
    actions: [{ label: "Weigh", tool: "weigh" }],
  };
  const input = {
    blocks: [
      {
        type: "tabs",
        tabs: [
          { label: "A", blocks: [table] },
          { label: "B", blocks: [table] },
        ],
      },
    ],
  };
  const talk = await play([], { calls: [{ id: "s", tool: "render_blocks", input }] });
  const { messages } = await talk.read();
  const id = { ...talk.where, messageId: messages.at(-1)?.id ?? "", toolCallId: "s" };
  const run = (tool: string, rest = {}) =>
    runRowAction(id, { tool, row: { grams: 4 }, ...rest }, signal, catalog);
  expect(await run("weigh")).toEqual({ value: 8 });
  await expect(run("act")).rejects.toMatchObject({ code: "not_found" });
  await changeSetting(agentId, "tool:weigh", { policy: "ask" });
  const asked = await run("weigh");
  expect(asked).toMatchObject({ question: { input: { row: { grams: 4 } } } });
  const { token } = "question" in asked ? asked.question : { token: "" };
  expect(await run("weigh", { allowed: token })).toEqual({ value: 8 });
  await changeSetting(agentId, "tool:weigh", { policy: "deny" });
  await expect(run("weigh")).rejects.toMatchObject({ code: "forbidden" });
  expect(await talk.recorded()).toEqual([
    ["weigh", "ok", "s"],
    ["weigh", "ok", "s"],
  ]);
});
