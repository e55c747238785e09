import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { lab, withLab } from "@/lib/agent/loop/testing/lab";
import { type Step, scripted } from "@/lib/agent/loop/testing/model";
import { newScript } from "@/lib/agent/loop/testing/script";
import { chunks, stage } from "@/lib/agent/loop/testing/stage";
import { toModelMessages } from "@/lib/agent/prompt/history";
import { brokenInputMessage, onlyBroken } from "./broken-input";
import type { Part, ToolPart } from "./message";

const script = newScript({}, withLab());
let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
afterAll(() => scene.close());
afterEach(() => lab.reset());

function play(...steps: Step[]) {
  const made = scripted(steps);
  script.model = made.model;
  return { ...scene.conversation(), prompts: made.prompts };
}

const BROKEN = '{"n":1,"text":"abc';
const broken: Step = { calls: [{ tool: "act", input: BROKEN }] };
const last = (prompt: unknown) => JSON.stringify(prompt);

describe("a call whose arguments are not JSON", () => {
  test("gets an error with its text, the reason and the position", async () => {
    const talk = play(broken, { text: "I see." });
    await chunks(await talk.say("go"));
    expect(lab.ran).toEqual([]);
    const prompt = last(talk.prompts[1]);
    expect(prompt).toContain("not JSON: unexpected end inside a string at character 18");
    expect(prompt).toContain(JSON.stringify(`You wrote: ${BROKEN}`).slice(1, -1));
    expect(prompt).not.toContain("expected object");
  });

  test("is sent to the model as an object with its text", async () => {
    const talk = play(broken, { text: "I see." });
    await chunks(await talk.say("go"));
    const calls = talk.prompts[1]?.flatMap(({ content }) =>
      typeof content === "string" ? [] : content.filter((part) => part.type === "tool-call"),
    );
    expect(calls).toMatchObject([{ input: { not_json: BROKEN } }]);
  });

  test("names the output limit if it cut the call", async () => {
    const talk = play({ ...broken, finish: "length" }, { text: "I see." });
    await chunks(await talk.say("go"));
    expect(last(talk.prompts[1])).toContain("The output limit was reached");
  });

  test("ends the run with a notice after three such steps", async () => {
    const talk = play(broken, broken, broken, broken, { text: "Never." });
    await chunks(await talk.say("go"));
    expect(talk.prompts).toHaveLength(3);
    const { messages } = await talk.read();
    expect(messages.at(-1)?.parts.at(-1)).toMatchObject({
      type: "data-notice",
      data: { code: "broken_calls", message: expect.stringContaining("3 steps in a row") },
    });
  });

  test("does not end the run if a readable call is between them", async () => {
    const good: Step = { calls: [{ tool: "act", input: { n: 1 } }] };
    const talk = play(broken, broken, good, broken, broken, { text: "Done." });
    await chunks(await talk.say("go"));
    expect(talk.prompts).toHaveLength(6);
  });
});

const part = (input: unknown): ToolPart => ({
  ...{ type: "tool-act", toolCallId: "c", state: "output-error", errorText: "e" },
  input,
});

test("with a long text is shortened in the error and in the next request", async () => {
  const long = part(`{"a":"${"x".repeat(50_000)}`);
  expect(brokenInputMessage(long)?.length).toBeLessThan(3_000);
  const messages = await toModelMessages([{ id: "m", role: "assistant", parts: [long] }]);
  expect(JSON.stringify(messages).length).toBeLessThan(3_000);
});

test("that is a JSON string with JSON in it is described as such", () => {
  expect(brokenInputMessage(part('{"a":1}'))).toContain("Send the object itself");
});

test("three steps with only text do not end a run", () => {
  const step: Part[] = [{ type: "step-start" }, { type: "text", text: "a" }];
  expect(onlyBroken([...step, ...step, ...step])).toBeNull();
});
