import { afterAll, beforeAll, expect, test } from "vitest";
import { newScript } from "@/lib/agent/loop/testing/script";
import { chunks, stage } from "@/lib/agent/loop/testing/stage";
import { isToolPart, type Message } from "@/lib/agent/message/message";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { createDemoModel } from "./model";

const script = newScript({ id: "demo" });
script.model = createDemoModel({ delayMs: 0 });

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
afterAll(() => scene.close());

type Talk = ReturnType<Awaited<ReturnType<typeof stage>>["conversation"]>;

async function answer(talk: Talk, output: unknown) {
  const { asks } = await talk.read();
  expect(asks).toHaveLength(1);
  const [ask] = asks;
  await chunks(await talk.answer(ask?.toolCallId ?? "", output, ask?.messageId));
  return talk.read();
}
const choose = (talk: Talk, title: string) => answer(talk, { answer: title });
/** Says the name of a scene, which needs no open ask. */
const go = async (talk: Talk, title: string) => {
  expect((await talk.read()).asks).toEqual([]);
  await chunks(await talk.say(title));
  return talk.read();
};
const done = (talk: Talk) => answer(talk, { action: "dismiss" });
const send = (talk: Talk, data: object) => answer(talk, { action: "submit", data });
const open = async (talk: Talk) => {
  const [ask] = (await talk.read()).asks;
  return ask?.input as { question?: string; options?: string[]; title?: string } | undefined;
};
const failed = (messages: Message[]) =>
  messages.flatMap(({ parts }) => parts.filter(isToolPart)).filter(({ state }) => state === "output-error");

test("plays the whole tour in the real loop, with one deliberate failure", async () => {
  const talk = scene.conversation();
  await chunks(await talk.say("Show me around"));

  await go(talk, "Plan a bake with a form");
  await send(talk, { baker: "Ada", croissants: 48, rye: 20, opens: "06:30", vegan: false });
  expect(await open(talk)).toMatchObject({ title: "The night before Saturday" });
  await done(talk);

  await go(talk, "Look at a month of sales");
  await done(talk);

  await go(talk, "Change a number and watch");
  expect(await open(talk)).toMatchObject({ title: "Six days, live" });
  const { messages: summed } = await done(talk);
  expect(JSON.stringify(summed)).toContain("pieces were sold, according to the current table");

  await go(talk, "Sort ideas on a board");
  expect(await open(talk)).toMatchObject({ component: "IdeaBoard" });
  await answer(talk, { action: "sorted", now: ["A bench in front"], plan: [], idle: [], drop: [] });

  const { messages: made } = await go(talk, "Make a tool and use it");
  expect(JSON.stringify(made)).toContain("**11.3 kg of flour**");
  const { messages: terser } = await go(talk, "Be terser from now on");
  expect(JSON.stringify(terser)).toContain("version 2 of my prompt");
  expect(JSON.stringify(terser)).toContain("[History](/agent/history?kind=system_prompt)");

  await go(talk, "Remember something");
  await choose(talk, "Ada likes rye");
  await done(talk);

  await go(talk, "See something go wrong");
  await done(talk);

  await go(talk, "Interrupt me while I write");
  await go(talk, "Change what you said");
  await go(talk, "Find your way");

  await go(talk, "Let me ask you first");
  expect(JSON.stringify((await choose(talk, "Skip this")).messages)).toContain("Skipped.");
  await go(talk, "Let me ask you first");
  await changeSetting(scene.agentId, "tool:set_state", { policy: "ask" });
  await choose(talk, "It is set, go on");
  await answer(talk, {
    decision: "edit",
    input: { key: "demo.order", value: { flour_kg: 25, from: "Mill Lane" } },
  });
  await changeSetting(scene.agentId, "tool:set_state", { policy: "allow" });

  const { messages: connected } = await go(talk, "Connect a real model");
  expect(JSON.stringify(connected)).toContain("[Settings › Models](/settings/models)");
  const { run, messages, asks } = await go(talk, "End the tour");
  expect([run?.status, asks]).toEqual(["completed", []]);
  expect(failed(messages)).toMatchObject([{ errorText: expect.stringContaining("labels") }]);
  expect(JSON.stringify(messages)).toContain('\\"flour_kg\\": 25');
});

test("recalls in one conversation what the demo stored in another", async () => {
  const first = scene.conversation();
  await chunks(await first.say("Remember something"));
  await choose(first, "The keys are under the pot");
  const second = scene.conversation();
  await chunks(await second.say("What do you remember?"));
  expect(JSON.stringify((await second.read()).messages)).toContain("“The keys are under the pot”");
});

test("changes the story after a message during a run", async () => {
  script.model = createDemoModel({ delayMs: 2 });
  const talk = scene.conversation();
  const story = chunks(await talk.say("Interrupt me while I write"));
  await chunks(await talk.say("shorter"));
  await story;
  script.model = createDemoModel({ delayMs: 0 });
  await expect.poll(async () => (await talk.read()).run?.status).toBe("completed");
  const { messages } = await talk.read();
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
  expect(JSON.stringify(messages.at(-1))).toContain("You wrote “shorter” while I was writing");
});
