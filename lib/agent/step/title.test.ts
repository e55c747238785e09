import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type Step, scripted } from "@/lib/agent/loop/testing/model";
import { newScript } from "@/lib/agent/loop/testing/script";
import { stage } from "@/lib/agent/loop/testing/stage";
import { closeAll } from "@/lib/ground/base/process";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { sql } from "@/lib/store/db";
import { changeConversation, readConversation } from "@/lib/store/loop/conversations";
import type { RunContext } from "@/lib/store/loop/run-context";
import { begin } from "@/lib/store/loop/runs";
import { postponeTitles, titleLater } from "./title";

const chosen = newScript({ id: "openai/test", provider: "openai", isLocal: false });

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(chosen.equipment);
});
afterAll(() => scene.close());
afterEach(async () => {
  Object.assign(chosen, { provider: "openai", isLocal: false });
  await sql()`with shared as (delete from workspace_settings) delete from settings`;
  await sql()`delete from model_calls`;
});

async function completed(...steps: Step[]) {
  const made = scripted(steps, { titles: true });
  chosen.model = made.model;
  const { id, where } = scene.conversation();
  const say = async (text: string): Promise<RunContext> => {
    const message = { id: text, parts: [{ type: "text", text }] };
    const started = await begin({ ...where, message, title: text });
    if (started.outcome !== "begun") throw new Error(started.outcome);
    const parts = JSON.stringify([{ type: "text", text: "Take a tram to the sea." }]);
    await sql()`update messages set parts = ${parts}::json where id = ${started.run.messageId}`;
    await sql()`update runs set status = 'completed' where id = ${started.run.id}`;
    return started.run;
  };
  const title = async () => (await readConversation(where.agentId, id))?.conversation.title;
  return { id, where, run: await say("what to do in Porto"), say, title, prompts: made.prompts };
}

test("the model writes the title of a conversation in the background, once", async () => {
  const { where, run, say, title, prompts } = await completed({ text: '"A day in Porto."' }, { text: "No" });
  const titled = titleLater(run, chosen.equipment.resolveModel);
  expect(await title()).toBe("what to do in Porto");
  await titled;
  expect(await title()).toBe("A day in Porto");
  expect(JSON.stringify(prompts)).toMatch(/at most six words.*what to do in Porto.*Take a tram/s);
  const calls = await sql()`select agent_id, model, input_tokens, output_tokens from model_calls`;
  expect(calls).toEqual([
    { agent_id: where.agentId, model: "openai/test", input_tokens: 10, output_tokens: 5 },
  ]);
  await titleLater(await say("and then?"), chosen.equipment.resolveModel);
  expect(prompts).toHaveLength(1);
});

test("a title by the user is kept, even if it is set while the model writes one", async () => {
  const gate = Promise.withResolvers<void>();
  const { id, where, run, title, prompts } = await completed({ text: "Late", until: gate.promise });
  const titled = titleLater(run, chosen.equipment.resolveModel);
  await vi.waitFor(() => expect(prompts).toHaveLength(1));
  await changeConversation(where.agentId, id, { title: "Mine" });
  gate.resolve();
  await titled;
  expect(await title()).toBe("Mine");
});

test.each([
  { fails: new Error("boom") },
  { text: "x ".repeat(40) },
  { text: "" },
  { breaks: new Error("cut") },
])("the first words stay the title if the model fails or writes no title (%#)", async (step) => {
  const { run, title } = await completed(step);
  await titleLater(run, chosen.equipment.resolveModel);
  expect(await title()).toBe("what to do in Porto");
});

test("the first answer can be a form: a waiting run gets a title, too", async () => {
  const { run, title } = await completed({ text: "A day in Porto" });
  await sql()`update runs set status = 'waiting' where id = ${run.id}`;
  await titleLater(run, chosen.equipment.resolveModel);
  expect(await title()).toBe("A day in Porto");
});

test("an answer interrupts the title of a local model, which is written after the next run", async () => {
  Object.assign(chosen, { isLocal: true });
  const { run, title, prompts } = await completed(
    { text: "Never ", until: new Promise(() => {}) },
    { text: "A day in Porto" },
  );
  const titled = titleLater(run, chosen.equipment.resolveModel);
  await vi.waitFor(() => expect(prompts).toHaveLength(1));
  postponeTitles();
  await titled;
  expect(await title()).toBe("what to do in Porto");
  const other = scene.conversation().where;
  await titleLater({ ...run, ...other }, chosen.equipment.resolveModel);
  expect(await title()).toBe("A day in Porto");
});

test("an answer does not interrupt the title of a remote model", async () => {
  const gate = Promise.withResolvers<void>();
  const { run, title, prompts } = await completed({ text: "A day in Porto", until: gate.promise });
  const titled = titleLater(run, chosen.equipment.resolveModel);
  await vi.waitFor(() => expect(prompts).toHaveLength(1));
  postponeTitles();
  gate.resolve();
  await titled;
  expect(await title()).toBe("A day in Porto");
});

test.each([
  ["model", {}, true],
  ["auto", {}, true],
  ["auto", { isLocal: true }, false],
  ["model", { isLocal: true }, true],
  ["model", { provider: "demo" }, false],
  ["words", {}, false],
] as const)("setting %s, model %o: asks the model for a title: %s", async (titles, model, isAsked) => {
  await changeSetting(scene.agentId, "general", { titles });
  Object.assign(chosen, model);
  const { run, prompts } = await completed({ text: "A title" });
  await titleLater(run, chosen.equipment.resolveModel);
  expect(prompts.length > 0).toBe(isAsked);
});

test("the first words stay the title if the server stops before the model has written one", async () => {
  const { run, title, prompts } = await completed({ text: "Never ", until: new Promise(() => {}) });
  const titled = titleLater(run, chosen.equipment.resolveModel);
  await vi.waitFor(() => expect(prompts).toHaveLength(1));
  await closeAll();
  await titled;
  expect(await title()).toBe("what to do in Porto");
});
