import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Step, scripted } from "@/lib/agent/loop/testing/model";
import { newScript } from "@/lib/agent/loop/testing/script";
import { stage } from "@/lib/agent/loop/testing/stage";
import { DEFAULT_BUDGET } from "@/lib/shared/budget";
import { writeText } from "@/lib/store/agents/identity";
import { sql } from "@/lib/store/db";
import { changeBudget } from "@/lib/store/loop/budgets";
import { askModelFor } from "./model-question";

const script = newScript({ id: "openai/test", provider: "openai", isLocal: false });
let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
afterAll(() => scene.close());
afterEach(async () => {
  await sql()`with shared as (delete from workspace_settings) delete from settings`;
  await sql()`delete from model_calls`;
});

const SCHEMA = {
  type: "object",
  properties: { mood: { enum: ["good", "bad"] } },
  required: ["mood"],
  additionalProperties: false,
};

function ask(steps: Step[], { isVisitor = false, schema = SCHEMA as Record<string, unknown> } = {}) {
  const { model, prompts } = scripted(steps);
  script.model = model;
  const abort = new AbortController();
  const answer = askModelFor(
    { agentId: scene.agentId, isVisitor },
    { prompt: "How is “I love it”?", schema },
    abort.signal,
    script.equipment.resolveModel,
  );
  return { answer, prompts, abort };
}

test("the model gets the question alone, and its answer is parsed and counted", async () => {
  await writeText(scene.agentId, "system_prompt", () => "You guard the zeppelin", {
    author: "person",
    cause: null,
  });
  const { answer, prompts } = ask([{ text: '```json\n{"mood":"good"}\n```' }]);
  expect(await answer).toEqual({ mood: "good" });
  expect(JSON.stringify(prompts)).toContain("I love it");
  expect(JSON.stringify(prompts)).not.toMatch(/zeppelin|render_blocks/);
  expect(await sql()`select agent_id, model, unattended from model_calls`).toEqual([
    { agent_id: scene.agentId, model: "openai/test", unattended: false },
  ]);
});

test("the model gets a second attempt with the reason if its answer does not fit the schema", async () => {
  const once = ask([{ text: '{"mood":"fine"}' }, { text: '{"mood":"bad"}' }]);
  expect(await once.answer).toEqual({ mood: "bad" });
  expect(JSON.stringify(once.prompts.at(-1))).toContain("An earlier answer was refused");
  const never = ask([{ text: "It is good." }, { text: '{"mood":"fine"}' }, { text: '{"mood":"good"}' }]);
  await expect(never.answer).rejects.toThrow("did not fit the schema");
  expect(never.prompts).toHaveLength(2);
});

test("a broken schema is refused before the model is asked", async () => {
  const { answer, prompts } = ask([], { schema: { type: "nothing" } });
  await expect(answer).rejects.toMatchObject({ code: "invalid" });
  const large = ask([], { schema: { description: "x".repeat(10_000) } });
  await expect(large.answer).rejects.toThrow("the limit is 10000");
  expect(prompts).toEqual([]);
});

test("budgets limit questions, and visitors learn no amounts", async () => {
  await changeBudget(scene.agentId, { ...DEFAULT_BUDGET, dayTokens: 1 });
  await expect(ask([{ text: "{}" }]).answer).rejects.toMatchObject({
    code: "too_many_requests",
    message: expect.stringContaining("daily budget is 1 tokens"),
  });
  await expect(ask([{ text: "{}" }], { isVisitor: true }).answer).rejects.toMatchObject({
    code: "too_many_requests",
    message: "This app may ask the model no more today.",
  });
});

test("a question ends when its component goes, and a visitor's counts as unattended", async () => {
  const gate = Promise.withResolvers<void>();
  const { answer, abort } = ask([{ text: '{"mood":"good"}', until: gate.promise }]);
  abort.abort();
  gate.resolve();
  await expect(answer).rejects.toMatchObject({ code: "unavailable" });
  await sql()`delete from model_calls`;
  expect(await ask([{ text: '{"mood":"good"}' }], { isVisitor: true }).answer).toEqual({ mood: "good" });
  expect(await sql()`select unattended from model_calls`).toEqual([{ unattended: true }]);
});
