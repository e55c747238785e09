import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { lab, withLab } from "@/lib/agent/loop/testing/lab";
import { type Call, type Step, scripted } from "@/lib/agent/loop/testing/model";
import { newScript } from "@/lib/agent/loop/testing/script";
import { chunks, stage, textIn } from "@/lib/agent/loop/testing/stage";
import { sql } from "@/lib/store/db";
import { isToolPart } from "./message";

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

const look = (n: number, rest: object = {}): Call => ({ tool: "look", input: { n, ...rest } });
const size = async (id: string) => {
  const [row] =
    await sql()`select length(parts::text) as chars from messages where conversation_id = ${id} and role = 'assistant'`;
  return Number(row?.chars);
};

test("an endless text ends with an error, and its part within the limit is kept", async () => {
  const talk = play({ text: `Once ${"x".repeat(5_000_000)}` }, { text: "A summary of it." }, { text: "On." });
  const output = await chunks(await talk.say("go"));
  const { run, messages } = await talk.read();
  expect(run).toMatchObject({ status: "failed", error: { code: "too_large" } });
  expect(run?.error?.message).toMatch(/1,000,000 characters.*go on/);
  expect(textIn(messages[1]?.parts ?? [])).toHaveLength(1_000_000);
  expect(JSON.stringify(output).length).toBeLessThan(1_010_000);
  expect(textIn(await chunks(await talk.say("go on")))).toBe("On.");
});

test("a call whose input is too long is neither stored nor run, and the model gets the reason", async () => {
  const talk = play({ calls: [look(1, { x: "y".repeat(2_500_000) }), look(2)] }, { text: "Sorry." });
  await chunks(await talk.say("go"));
  const { run, messages } = await talk.read();
  expect(run?.status).toBe("completed");
  const calls = (messages[1]?.parts ?? []).filter(isToolPart);
  expect(calls).toMatchObject([
    {
      state: "output-error",
      input: "(not kept)",
      errorText: expect.stringMatching(/2,000,000 characters.*in parts/),
    },
    { state: "output-available" },
  ]);
  expect(lab.ran).toEqual(["look 2"]);
  expect(await size(talk.id)).toBeLessThan(2_000);
  const rows =
    await sql()`select status from tool_calls where conversation_id = ${talk.id} order by tool_call_id`;
  expect(rows).toMatchObject([{ status: "error" }, { status: "ok" }]);
});

test("if the inputs of a step are too long together, those that fit are kept", async () => {
  const calls = Array.from({ length: 9 }, (_, n) => look(n, { x: "y".repeat(1_000_000) }));
  const talk = play({ calls }, { text: "Sorry." });
  await chunks(await talk.say("go"));
  const { messages, run } = await talk.read();
  const states = (messages[1]?.parts ?? []).filter(isToolPart).map(({ state }) => state);
  expect(states.filter((state) => state === "output-available")).toHaveLength(7);
  expect(JSON.stringify(messages)).toContain("Call again in the next step");
  expect(run?.status).toBe("completed");
});

test("a run that repeats large calls ends before its message is too large", async () => {
  const again = (n: number): Step => ({ calls: [look(n, { x: "y".repeat(1_000_000) })] });
  const talk = play(...Array.from({ length: 60 }, (_, n) => again(n)));
  await chunks(await talk.say("go"));
  const { run, messages } = await talk.read();
  expect(run).toMatchObject({ status: "failed", error: { code: "limit_size" } });
  expect(messages[1]?.parts.at(-1)).toMatchObject({ data: { kind: "limit" } });
  expect(lab.ran.length).toBeLessThan(10);
  expect(await size(talk.id)).toBeLessThan(10_000_000);
});

test("a step writes only new parts and keeps the stored ones", async () => {
  const gate = Promise.withResolvers<void>();
  const talk = play(
    { text: "First ", calls: [look(1)] },
    { text: "second ", until: gate.promise, calls: [look(2)] },
    { text: "third." },
  );
  const stream = talk.say("go").then(chunks);
  await vi.waitFor(() => expect(talk.prompts).toHaveLength(2));
  await sql()`update messages set parts = replace(parts::text, 'First', 'STORED')::json where conversation_id = ${talk.id}`;
  gate.resolve();
  await stream;
  expect(textIn((await talk.read()).messages[1]?.parts ?? [])).toBe("STORED second third.");
});
