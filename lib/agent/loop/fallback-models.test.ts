import { APICallError } from "ai";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Equipment } from "@/lib/agent/message/equipment";
import { AppError } from "@/lib/shared/errors";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { sql } from "@/lib/store/db";
import { changeBudget, readBudgetDay } from "@/lib/store/loop/budgets";
import { changeConversation } from "@/lib/store/loop/conversations";
import { type Step, scripted } from "./testing/model";
import { newScript } from "./testing/script";
import { chunks, stage, textIn } from "./testing/stage";

const script = newScript();
type Played = ReturnType<typeof scripted> & { contextWindow?: number };
/** The models of a test by name. Other names are not configured. */
let models: Record<string, Played>;
const asked: string[] = [];
const equipment: Equipment = {
  ...script.equipment,
  async resolveModel(choice) {
    const name = choice ?? "first";
    const played = models[name];
    if (!played) throw new AppError("invalid", `There is no key for ${name}.`);
    asked.push(name);
    const { model, contextWindow = null } = played;
    return { ...script, id: `openai/gpt-5.2-${name}`, name: name.toUpperCase(), contextWindow, model };
  },
};

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(equipment);
});
afterAll(() => scene.close());
afterEach(async () => {
  await sql()`truncate settings, workspace_settings, model_calls, reservations, budget_days`;
});

const failing = (statusCode: number, responseHeaders?: Record<string, string>) =>
  new APICallError({
    ...{ message: "No", url: "https://api.test/v1", requestBodyValues: {}, responseHeaders },
    ...{ statusCode, isRetryable: false },
  });
const often = (step: Step) => Array.from({ length: 3 }, () => step);
const say = { text: "Hello there." };

async function play(by: Record<string, Step[]>, fallbacks: string[] = Object.keys(by).slice(1)) {
  models = Object.fromEntries(Object.entries(by).map(([name, steps]) => [name, scripted(steps)]));
  await changeSetting(scene.agentId, "general", { successors: fallbacks });
  return scene.conversation();
}
const calls = () =>
  Object.fromEntries(Object.entries(models).map(([name, { prompts }]) => [name, prompts.length]));

describe("a provider that fails before the first token", () => {
  test.each([
    [
      "accepts no more requests",
      failing(429, { "retry-after": "60" }),
      1,
      "rate_limited",
      "accepts no more requests for now (429)",
    ],
    ["is down after all retries", failing(503), 3, "provider_down", "has a server error (503)"],
    ["refuses the key", failing(401), 1, "bad_key", "refused the key (401)"],
    ["has no credit", failing(402), 1, "out_of_credit", "has no credit left (402)"],
    [
      "times out",
      Object.assign(new Error("late"), { name: "TimeoutError" }),
      3,
      "timed_out",
      "did not answer in time",
    ],
  ])(
    "%s: the fallback model answers, and the message names both",
    async (_, error, tries, code, why) => {
      const talk = await play({ first: often({ fails: error }), second: [say] });
      const stream = await talk.say("go").then(chunks);
      const { messages, run } = await talk.read();
      expect(calls()).toEqual({ first: tries, second: 1 });
      expect(run?.status).toBe("completed");
      const succession = {
        ...{ of: "openai/gpt-5.2-first", ofName: "FIRST", by: "openai/gpt-5.2-second", byName: "SECOND" },
        ...{ code, why },
      };
      expect(messages.at(-1)).toMatchObject({ metadata: { model: "openai/gpt-5.2-second", succession } });
      expect(textIn(messages.at(-1)?.parts ?? [])).toBe("Hello there.");
      expect(stream).toContainEqual({ type: "message-metadata", messageMetadata: { succession } });
      expect(stream.filter(({ type }) => type === "start-step")).toHaveLength(1);
    },
    15_000,
  );

  test("is replaced by the fallback model if its key is missing", async () => {
    const talk = await play({ second: [say] }, ["second"]);
    await talk.say("go").then(chunks);
    const { messages } = await talk.read();
    expect(messages.at(-1)).toMatchObject({
      metadata: { succession: { ofName: "The default model", why: "is not set up", byName: "SECOND" } },
    });
  });
});

test("a failed model is replaced for the rest of the message with the same tools, and used again for the next message", async () => {
  const call = { calls: [{ tool: "get_state", input: { key: "k" } }] };
  const talk = await play({ first: [{ fails: failing(401) }, say], second: [call, say] });
  await talk.say("go").then(chunks);
  await talk.read();
  expect(calls()).toEqual({ first: 1, second: 2 });
  await talk.say("again").then(chunks);
  expect((await talk.read()).messages.at(-1)?.metadata).toMatchObject({ model: "openai/gpt-5.2-first" });
  expect(calls()).toEqual({ first: 2, second: 2 });
});

describe("no fallback model answers", () => {
  test("once an answer has begun", async () => {
    const talk = await play({ first: [{ text: "Half an", breaks: failing(503) }], second: [say] });
    await talk.say("go").then(chunks);
    const { messages, run } = await talk.read();
    expect(calls()).toEqual({ first: 1, second: 0 });
    expect(run).toMatchObject({ status: "failed", error: { code: "provider_down" } });
    expect(textIn(messages.at(-1)?.parts ?? [])).toBe("Half an");
  });

  test.each([
    ["for an invalid request", failing(400)],
    ["for a violation of the provider's rules", Object.assign(failing(400), { message: "content policy" })],
    ["for an internal error", new TypeError("x is undefined")],
  ])("%s", async (_, error) => {
    const talk = await play({ first: often({ fails: error }), second: [say] });
    await talk.say("go").then(chunks);
    expect((await talk.read()).run?.status).toBe("failed");
    expect(calls().second).toBe(0);
  });
});

test("a run uses the fallback models of its conversation, or none if that list is empty", async () => {
  const talk = await play({ first: often({ fails: failing(401) }), second: [say], third: [say] }, ["second"]);
  await talk.say("go").then(chunks);
  await talk.read();
  await changeConversation(scene.agentId, talk.id, { successors: ["third"] });
  await talk.say("go").then(chunks);
  expect((await talk.read()).messages.at(-1)?.metadata).toMatchObject({ model: "openai/gpt-5.2-third" });
  await changeConversation(scene.agentId, talk.id, { successors: [] });
  await talk.say("go").then(chunks);
  const { run, conversation } = await talk.read();
  expect(conversation.successors).toEqual([]);
  expect(run?.error).toMatchObject({ code: "bad_key", message: expect.not.stringMatching(/failed as well/) });
});

test("reports the first model's error and the failed fallback models if all fail", async () => {
  const talk = await play({ first: [{ fails: failing(401) }], second: [{ fails: failing(402) }] }, [
    ...["second", "first", "nobody"],
  ]);
  await talk.say("go").then(chunks);
  expect((await talk.read()).run?.error).toMatchObject({
    code: "bad_key",
    message: expect.stringMatching(/SECOND.*and nobody failed as well\.$/),
  });
});

test("a fallback model uses its own context, price and budget", async () => {
  await changeBudget(scene.agentId, { dayUsd: 1 });
  const talk = await play({ first: [say, { fails: failing(401) }], second: [{ text: "A summary." }, say] });
  const second = models.second;
  if (second) second.contextWindow = 12_000;
  await talk.say("word ".repeat(30_000)).then(chunks);
  await talk.read();
  await talk.say("and now?").then(chunks);
  const { messages } = await talk.read();
  expect(messages.at(-1)?.parts.map(({ type }) => type)).toContain("data-compaction");
  expect(textIn(messages.at(-1)?.parts ?? [])).toBe("Hello there.");
  const { spent, reserved } = await readBudgetDay(scene.agentId);
  expect(reserved.usd).toBe(0);
  expect(spent.tokens).toBe(45);
  expect(await sql()`select distinct model from model_calls order by 1`).toEqual([
    { model: "openai/gpt-5.2-first" },
    { model: "openai/gpt-5.2-second" },
  ]);
});
