import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withShown } from "@/lib/agent/message/sent-surfaces";
import * as rendering from "@/lib/code/components/render";
import { replace } from "@/lib/ground/base/testing/replaced";
import { surfacesOf } from "@/lib/shared/chat/surfaces/surfaces";
import { readToolStats } from "@/lib/store/activity/tool-stats";
import { changeSurface } from "@/lib/store/conversations/surfaces";
import { sql } from "@/lib/store/db";
import { listToolCalls } from "@/lib/store/loop/tool-calls";
import { listConversations } from "@/lib/store/search/conversation-list";
import { runAgent } from "./run";
import { stop } from "./stop";
import { type Step, scripted } from "./testing/model";
import { newScript } from "./testing/script";
import { chunks, stage, textIn } from "./testing/stage";

const script = newScript();
replace(rendering, { render: async () => ({ bundle: "b" }) });

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
afterAll(() => scene.close());

function play(...steps: Step[]) {
  const made = scripted(steps);
  script.model = made.model;
  return { ...scene.conversation(), prompts: made.prompts };
}

const form = {
  blocks: [
    {
      type: "form",
      submitLabel: "Go",
      fields: [{ name: "city", label: "City", type: "text", required: true }],
    },
  ],
};
const list = { blocks: [{ type: "markdown", content: "**Hello**" }] };

describe("an ask", () => {
  test("makes the run wait, and the answer continues the same message", async () => {
    const talk = play(
      { text: "Tell me. ", calls: [{ tool: "render_blocks", input: form }] },
      { text: "Rome it is." },
    );
    const asked = await chunks(await talk.say("plan"));
    expect(asked.at(-1)).toMatchObject({ type: "finish", finishReason: "tool-calls" });
    const before = await talk.read();
    expect(before.run?.status).toBe("waiting");
    expect(before.asks).toMatchObject([{ toolCallId: "call_1", toolName: "render_blocks", kind: "answer" }]);
    const stream = await chunks(await talk.answer("call_1", { action: "submit", data: { city: "Rome" } }));
    expect(stream[0]).toMatchObject({ type: "start", messageId: before.messages[1]?.id });
    expect(textIn(stream)).toBe("Rome it is.");
    const { messages, run, asks } = await talk.read();
    expect(messages).toHaveLength(2);
    expect(textIn(messages[1]?.parts ?? [])).toBe("Tell me. Rome it is.");
    expect([run?.status, asks]).toEqual(["completed", []]);
    expect(JSON.stringify(talk.prompts[1])).toContain('"data":{"city":"Rome"}');
  });

  test("is listed and counted as a call once it is over, for each kind of end", async () => {
    await sql()`delete from tool_calls`;
    const ask = { tool: "ask_user", input: { question: "Which?" } };
    const answered = play({ calls: [ask] }, { text: "Fine." });
    await chunks(await answered.say("go"));
    expect(await readToolStats(scene.agentId)).toEqual(new Map());
    await chunks(await answered.answer("call_1", { answer: "a" }));
    const passedOver = play({ calls: [ask] }, { text: "I see." });
    await chunks(await passedOver.say("go"));
    await chunks(await passedOver.say("something else"));
    const stopped = play({ calls: [ask] });
    await chunks(await stopped.say("go"));
    await stop(scene.agentId, stopped.id);
    const { calls } = await listToolCalls(scene.agentId, "ask_user");
    expect(calls.map(({ status, input, output }) => [status, input, output])).toEqual([
      ["ok", { question: "Which?" }, { action: "cancelled" }],
      ["ok", { question: "Which?" }, { answer: "something else" }],
      ["ok", { question: "Which?" }, { answer: "a" }],
    ]);
    expect((await readToolStats(scene.agentId)).get("ask_user")).toMatchObject({ calls: 3, failures: 0 });
  });

  test("answered twice concurrently accepts one answer and refuses the other", async () => {
    const talk = play({ calls: [{ tool: "ask_user", input: { question: "Which?" } }] }, { text: "Fine." });
    await chunks(await talk.say("go"));
    const both = await Promise.allSettled([
      talk.answer("call_1", { answer: "a" }),
      talk.answer("call_1", { answer: "b" }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = both.find((each) => each.status === "rejected");
    expect(refused?.status === "rejected" && refused.reason).toMatchObject({ code: "conflict" });
    await talk.read();
    expect(talk.prompts).toHaveLength(2);
  });

  test("refuses invalid answers and unknown ids", async () => {
    const talk = play({ calls: [{ tool: "render_blocks", input: form }] });
    await chunks(await talk.say("go"));
    await expect(talk.answer("call_1", { action: "submit", data: {} })).rejects.toMatchObject({
      code: "invalid",
    });
    await expect(talk.answer("call_1", { action: "dismiss" })).rejects.toMatchObject({ code: "invalid" });
    await expect(talk.answer("call_9", { answer: "x" })).rejects.toMatchObject({ code: "not_found" });
    expect((await talk.read()).run?.status).toBe("waiting");
  });

  test("among several keeps the run waiting until the last is answered", async () => {
    const talk = play(
      {
        calls: [
          { tool: "ask_user", input: { question: "One?" } },
          { tool: "ask_user", input: { question: "Two?" } },
        ],
      },
      { text: "Both." },
    );
    await chunks(await talk.say("go"));
    const first = await chunks(await talk.answer("call_2", { answer: "2" }));
    expect(textIn(first)).toBe("");
    expect((await talk.read()).asks.map((a) => a.toolCallId)).toEqual(["call_1"]);
    expect(textIn(await chunks(await talk.answer("call_1", { answer: "1" })))).toBe("Both.");
  });

  test("accepts a typed message as its answer", async () => {
    const talk = play({ calls: [{ tool: "ask_user", input: { question: "Name?" } }] }, { text: "Hello." });
    await chunks(await talk.say("go"));
    await chunks(await talk.say("Ada", "typed"));
    await chunks(await talk.say("Ada", "typed"));
    const { messages, run } = await talk.read();
    expect(messages).toHaveLength(2);
    expect(messages[1]?.parts.find((p) => "output" in p)).toMatchObject({ output: { answer: "Ada" } });
    expect(run?.status).toBe("completed");
  });

  test("on the canvas is closed by a typed message, which becomes the next message", async () => {
    const talk = play(
      { calls: [{ tool: "render_blocks", input: form }] },
      { text: "All right, something else." },
    );
    await chunks(await talk.say("go"));
    await chunks(await talk.say("never mind"));
    const { messages, asks } = await talk.read();
    expect(asks).toEqual([]);
    expect(messages.map((m) => m.role)).toEqual(["user", "assistant", "user", "assistant"]);
    expect(messages[1]?.parts.find((p) => "output" in p)).toMatchObject({
      output: { action: "message", text: "never mind" },
    });
  });

  test("reports its draft to the model when a message closes it", async () => {
    const component = { component: undefined, code: "export default () => null" };
    const talk = play(
      {
        calls: [
          { tool: "render_blocks", input: form },
          { tool: "render_and_wait", input: component },
          { tool: "render_blocks", input: list },
        ],
      },
      { text: "Rome is fine." },
    );
    await chunks(await talk.say("go"));
    const messageId = (await talk.read()).messages[1]?.id ?? "";
    const change = (toolCallId: string, entries: Record<string, unknown>) =>
      changeSurface({ ...talk.where, messageId, toolCallId }, { entries });
    await change("call_1", { "form:0": { city: "Rome", nights: "" } });
    await change("call_2", { "state:board": [1, 2], "state:big": "x".repeat(30_000) });
    await change("call_3", { "table:0": { filter: "a" } });
    await chunks(await talk.say("Is Rome dear?"));
    const { messages } = await talk.read();
    const answer = { action: "message", text: "Is Rome dear?" };
    expect(messages[1]?.parts.flatMap((p) => ("output" in p ? [p.output] : []))).toEqual([
      { ...answer, draft: { city: "Rome" } },
      {
        ...answer,
        draft: {
          truncated: true,
          note: expect.any(String),
          start: expect.stringMatching(/^{"board":\[1,2]/),
        },
      },
      answer,
    ]);
    expect(JSON.stringify(talk.prompts[1])).toContain('"draft":{"city":"Rome"}');
  });

  test("reports edits in its tables to the model when a message closes it", async () => {
    const table = (rest: object) => ({ type: "table", data: { sql: "SELECT 1 AS n" }, ...rest });
    const surface = { title: "Trips", blocks: [table({}), table({ editable: true })] };
    const talk = play({ calls: [{ tool: "render_blocks", input: surface }] }, { text: "Two nights, then." });
    await chunks(await talk.say("go"));
    const messageId = (await talk.read()).messages[1]?.id ?? "";
    const edit = { table: "trips", key: { id: 1 }, set: { nights: 2 }, was: { nights: 3 } };
    await changeSurface(
      { ...talk.where, messageId, toolCallId: "call_1" },
      { entries: { "edits:0": [edit], "edits:1": [edit] } },
    );
    await chunks(await talk.say("And in May?"));
    const { messages, asks } = await talk.read();
    const output = { action: "message", text: "And in May?", edits: [edit] };
    expect(messages[1]?.parts.find((p) => "output" in p)).toMatchObject({ output });
    expect(JSON.stringify(talk.prompts[1])).toContain(JSON.stringify(output.edits));
    expect(surfacesOf(messages, asks)).toMatchObject([{ kind: "table", state: "read" }]);
  });

  test("waits for the user only if it needs an answer; a shown surface can still be dismissed", async () => {
    const talk = play({ calls: [{ tool: "render_blocks", input: list }] }, { text: "Seen." });
    await chunks(await talk.say("go"));
    const { asks, run } = await talk.read();
    expect([run?.status, asks[0]?.awaits]).toEqual(["waiting", false]);
    const listed = async () =>
      (await listConversations(scene.agentId)).conversations.find(({ id }) => id === talk.id)?.openAsks;
    expect(await listed()).toBe(0);
    expect(textIn(await chunks(await talk.answer("call_1", { action: "dismiss" })))).toBe("Seen.");
    const other = play({ calls: [{ tool: "render_blocks", input: form }] });
    await chunks(await other.say("go"));
    expect((await other.read()).asks[0]?.awaits).toBe(true);
  });

  test("that is over can still send its form as a message, and search indexes only the visible values", async () => {
    const [block] = form.blocks;
    const hidden = { name: "order", label: "Order", type: "hidden", default: "o7x" };
    const trip = { blocks: [{ ...block, fields: [...(block?.fields ?? []), hidden] }] };
    const talk = play(
      { calls: [{ tool: "render_blocks", input: trip }] },
      { text: "Later, then." },
      { text: "Rome." },
    );
    await chunks(await talk.say("go"));
    await chunks(await talk.say("Wait a moment"));
    const surface = { messageId: (await talk.read()).messages[1]?.id ?? "", toolCallId: "call_1" };
    const output = { action: "submit", data: { city: "Rome", order: "o7x" } };
    const part = { type: "data-answer" as const, data: { ...surface, title: "Trip", output } };
    // Only the server may set the visible values.
    const claimed = { ...part, data: { ...part.data, shown: { action: "submit", data: { city: "Oslo" } } } };
    const send = async (id: string) =>
      chunks(await runAgent({ ...talk.where, input: { message: { id, parts: [claimed] } } }));
    // Two tabs send the same form: only one message is stored, and sending that message again is allowed.
    const [first, second] = await Promise.allSettled([send("late"), send("later")]);
    expect([first.status, second]).toMatchObject(["fulfilled", { reason: { code: "conflict" } }]);
    await expect(send("latest")).rejects.toMatchObject({ code: "conflict" });
    await send("late");
    const { messages, asks } = await talk.read();
    expect(messages.at(-2)).toMatchObject({ role: "user", parts: [part] });
    expect(JSON.stringify(talk.prompts[2])).toContain(JSON.stringify(JSON.stringify(output)).slice(1, -1));
    expect(surfacesOf(messages, asks)).toMatchObject([{ state: "answered", answer: output }]);
    const [late] =
      await sql()`select body from messages where id = 'late' or id = 'later' order by position limit 1`;
    expect(late?.body).toMatch(/rome/);
    expect(late?.body).not.toMatch(/o7x|oslo/);
    const pressed = { ...surface, title: "Trip", output: { action: "done" } };
    const pretended = { ...part, data: { ...pressed, shown: claimed.data.shown } };
    expect(await withShown(talk.where, [pretended])).toEqual([{ ...part, data: pressed }]);
  });

  test("stays open if the message that would close it is not stored", async () => {
    const talk = play({ calls: [{ tool: "render_blocks", input: list }] }, { text: "Fine." });
    await chunks(await talk.say("go"));
    await sql().unsafe(
      "alter table messages add constraint refused check (body not like '%never mind%') not valid",
    );
    await expect(talk.say("never mind")).rejects.toMatchObject({ code: "23514" });
    const { run, asks, messages } = await talk.read();
    expect([run?.status, asks.length, messages.length]).toEqual(["waiting", 1, 2]);
    await sql()`alter table messages drop constraint refused`;
    expect(textIn(await chunks(await talk.say("never mind")))).toBe("Fine.");
    expect((await talk.read()).messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "user",
      "assistant",
    ]);
  });

  test("is cancelled by a stop", async () => {
    const talk = play({ calls: [{ tool: "render_blocks", input: list }] });
    await chunks(await talk.say("go"));
    expect(await stop(scene.agentId, talk.id)).toMatchObject({ status: "stopped" });
    const { messages, asks } = await talk.read();
    expect(asks).toEqual([]);
    expect(messages[1]?.parts.find((p) => "output" in p)).toMatchObject({ output: { action: "cancelled" } });
  });

  test("next to a tool that runs waits after the tool has run", async () => {
    const talk = play(
      {
        calls: [
          { tool: "set_state", input: { key: "b", value: 1 } },
          { tool: "render_blocks", input: list },
        ],
      },
      { text: "Seen." },
    );
    await chunks(await talk.say("go"));
    const { messages } = await talk.read();
    expect(messages[1]?.parts.flatMap((p) => ("state" in p && "toolCallId" in p ? [p.state] : []))).toEqual([
      "output-available",
      "input-available",
    ]);
    expect(textIn(await chunks(await talk.answer("call_2", { action: "dismiss" })))).toBe("Seen.");
  });
});
