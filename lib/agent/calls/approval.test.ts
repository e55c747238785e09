import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { stop } from "@/lib/agent/loop/stop";
import { lab, withLab } from "@/lib/agent/loop/testing/lab";
import { type Call, type Step, scripted } from "@/lib/agent/loop/testing/model";
import { newScript } from "@/lib/agent/loop/testing/script";
import { chunks, stage, textIn } from "@/lib/agent/loop/testing/stage";
import { isToolPart, type Message } from "@/lib/agent/message/message";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { readSettings } from "@/lib/store/agents/settings";
import { sql } from "@/lib/store/db";
import { changeConversation } from "@/lib/store/loop/conversations";

const script = newScript({}, withLab());

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
afterAll(() => scene.close());
afterEach(async () => {
  lab.reset();
  await sql()`with shared as (delete from workspace_settings) delete from settings`;
});

function play(...steps: Step[]) {
  const made = scripted(steps);
  script.model = made.model;
  return { ...scene.conversation(), prompts: made.prompts };
}

const act = (n: number, id?: string): Call => ({ id, tool: "act", input: { n } });
const ask = () => changeSetting(scene.agentId, "tool:act", { policy: "ask" });
const toolParts = (messages: Message[]) => messages.flatMap(({ parts }) => parts.filter(isToolPart));
const rows = (conversationId: string) =>
  sql()<{ status: string; error: string | null; input: unknown; output: unknown }[]>`
    select status, error, input, output from tool_calls where conversation_id = ${conversationId} order by tool_call_id`;

describe("a tool that asks first", () => {
  test("runs with the shown input once it is approved", async () => {
    await ask();
    const talk = play({ text: "May I? ", calls: [act(1)] }, { text: "Done." });
    const asked = await chunks(await talk.say("go"));
    expect(asked.find(({ type }) => type === "tool-approval-request")).toMatchObject({
      toolCallId: "call_1",
    });
    expect(lab.ran).toEqual([]);
    const before = await talk.read();
    expect(before.asks).toMatchObject([{ kind: "approval", toolName: "act", input: { n: 1 } }]);
    expect(toolParts(before.messages)).toMatchObject([{ state: "approval-requested" }]);
    const stream = await chunks(await talk.answer("call_1", { decision: "approve" }));
    expect(stream.find(({ type }) => type === "tool-output-available")).toMatchObject({
      output: { ok: true },
    });
    expect(lab.ran).toEqual(["act 1"]);
    const { messages, asks, run } = await talk.read();
    expect([asks, run?.status]).toEqual([[], "completed"]);
    expect(toolParts(messages)).toMatchObject([{ state: "output-available" }]);
    expect(toolParts(messages)[0]).not.toHaveProperty("approval");
  });

  test("does not run when it is rejected, and the model reads the reason", async () => {
    await ask();
    const talk = play({ calls: [act(1)] }, { text: "As you wish." });
    await chunks(await talk.say("go"));
    await chunks(await talk.answer("call_1", { decision: "reject", reason: "Too dear." }));
    expect(lab.ran).toEqual([]);
    expect(JSON.stringify(talk.prompts[1])).toContain("Too dear.");
    const { messages } = await talk.read();
    expect(toolParts(messages)).toMatchObject([
      { state: "output-denied", approval: { approved: false, reason: expect.stringContaining("Too dear.") } },
    ]);
    expect(await rows(talk.id)).toMatchObject([{ status: "denied" }]);
  });

  test("runs with the user's edited input if it is valid", async () => {
    await ask();
    const talk = play({ calls: [act(1)] }, { text: "Done." });
    await chunks(await talk.say("go"));
    for (const wrong of [
      { decision: "edit" },
      { decision: "edit", input: { n: "two" } },
      { decision: "edit", input: 2 },
    ])
      await expect(talk.answer("call_1", wrong)).rejects.toMatchObject({ code: "invalid" });
    await chunks(await talk.answer("call_1", { decision: "edit", input: { n: 2 } }));
    expect(lab.ran).toEqual(["act 2"]);
    const { messages } = await talk.read();
    expect(toolParts(messages)).toMatchObject([{ input: { n: 2 }, state: "output-available" }]);
    expect(await rows(talk.id)).toMatchObject([{ status: "ok", input: { n: 2 } }]);
  });

  test("names the invalid field of an edit, and stays open", async () => {
    await ask();
    const talk = play({ calls: [act(1)] }, { text: "Done." });
    await chunks(await talk.say("go"));
    const wrong = talk.answer("call_1", { decision: "edit", input: { n: "two" } });
    await expect(wrong).rejects.toMatchObject({ code: "invalid", details: [{ path: "output.input.n" }] });
    expect((await talk.read()).asks).toHaveLength(1);
  });

  test("reports an edit to the model next to the result, and keeps the original input", async () => {
    await ask();
    const talk = play({ calls: [act(1)] }, { text: "Done." });
    await chunks(await talk.say("go"));
    const stream = await chunks(
      await talk.answer("call_1", { decision: "edit", input: { n: 2 }, reason: "Two is enough." }),
    );
    expect(stream.find(({ type }) => type === "tool-output-available")).toMatchObject({
      output: { ok: true },
    });
    const { messages } = await talk.read();
    expect(toolParts(messages)).toMatchObject([
      { output: { ok: true }, toolMetadata: { edited: { from: { n: 1 }, reason: "Two is enough." } } },
    ]);
    const [call, result] = talk.prompts[1]?.slice(-2) ?? [];
    expect(call?.content).toMatchObject([{ type: "tool-call", input: { n: 2 } }]);
    expect(result?.content).toMatchObject([
      {
        output: {
          value: {
            about: expect.stringMatching(/Yours were: \{"n":1\}.*Two is enough/),
            ok: true,
          },
        },
      },
    ]);
  });

  test("asks again after its permission was revoked", async () => {
    await ask();
    const talk = play({ calls: [act(1)] }, { calls: [act(2)] }, { calls: [act(3)] }, { text: "Done." });
    await chunks(await talk.say("go"));
    lab.act = async ({ n }) => {
      if (n === 2) await changeConversation(scene.agentId, talk.id, { approvedTools: [] });
      return n;
    };
    await chunks(await talk.answer("call_1", { decision: "approve", remember: "conversation" }));
    expect(lab.ran).toEqual(["act 1", "act 2"]);
    const { asks, conversation } = await talk.read();
    expect([asks.length, conversation.approvedTools]).toEqual([1, []]);
  });

  test("does not ask again in the conversation if allowed there, but in another one", async () => {
    await ask();
    const talk = play(
      { calls: [act(1)] },
      { calls: [act(2)] },
      { text: "Done." },
      { calls: [act(3)] },
      { text: "Done." },
    );
    await chunks(await talk.say("go"));
    await chunks(await talk.answer("call_1", { decision: "approve", remember: "conversation" }));
    await chunks(await talk.say("once more"));
    expect(lab.ran).toEqual(["act 1", "act 2", "act 3"]);
    const other = play({ calls: [act(4)] });
    await chunks(await other.say("go"));
    expect((await other.read()).asks).toHaveLength(1);
    expect(lab.ran).toHaveLength(3);
  });

  test("does not ask again anywhere if always allowed", async () => {
    await ask();
    await changeSetting(scene.agentId, "tool:act", { enabled: true });
    const talk = play({ calls: [act(1)] }, { calls: [act(2)] }, { text: "Done." });
    await chunks(await talk.say("go"));
    await chunks(await talk.answer("call_1", { decision: "approve", remember: "always" }));
    const other = play({ calls: [act(3)] }, { text: "Done." });
    await chunks(await other.say("go"));
    expect(lab.ran).toEqual(["act 1", "act 2", "act 3"]);
    expect((await readSettings(scene.agentId)).tools.act).toEqual({ policy: "allow", enabled: true });
  });

  test("is not allowed permanently by an approval if a concurrent rejection came first", async () => {
    await ask();
    const talk = play({ calls: [act(1)] }, { text: "Done." });
    await chunks(await talk.say("go"));
    const both = await Promise.allSettled([
      talk.answer("call_1", { decision: "reject" }),
      talk.answer("call_1", { decision: "approve", remember: "always" }),
    ]);
    const [rejected, approved] = both.map(({ status }) => status === "fulfilled");
    await talk.read();
    expect([rejected, approved].filter(Boolean)).toHaveLength(1);
    expect((await readSettings(scene.agentId)).tools.act?.policy).toBe(approved ? "allow" : "ask");
    expect(lab.ran).toHaveLength(approved ? 1 : 0);
    await expect(talk.answer("call_1", { decision: "reject", remember: "always" })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  test("returns the same stream for a repeated approval, and runs once", async () => {
    await ask();
    const talk = play({ calls: [act(1)] }, { text: "Done." });
    await chunks(await talk.say("go"));
    await chunks(await talk.answer("call_1", { decision: "approve" }));
    const again = await chunks(await talk.answer("call_1", { decision: "approve" }));
    expect(again).toContainEqual(expect.objectContaining({ type: "tool-output-available" }));
    expect(again.at(-1)).toMatchObject({ type: "finish" });
    expect(lab.ran).toHaveLength(1);
    await expect(talk.answer("call_1", { decision: "reject" })).rejects.toMatchObject({ code: "conflict" });
  });

  test("cannot be rejected permanently by an answer", async () => {
    await ask();
    const talk = play({ calls: [act(1)] });
    await chunks(await talk.say("go"));
    const answer = talk.answer("call_1", { decision: "reject", remember: "always" });
    await expect(answer).rejects.toMatchObject({ code: "invalid" });
  });

  test("waits until the user has decided all approvals of the step, and then the approved calls run", async () => {
    await ask();
    const talk = play(
      { calls: [act(1), { tool: "look", input: { n: 9 } }, act(2), act(3)] },
      { text: "Done." },
    );
    await chunks(await talk.say("go"));
    expect(lab.ran).toEqual(["look 9"]);
    const first = await chunks(await talk.answer("call_1", { decision: "approve" }));
    expect(first).toContainEqual({ type: "tool-approval-response", approvalId: "call_1", approved: true });
    await chunks(await talk.answer("call_4", { decision: "reject", reason: "No." }));
    const decided = toolParts((await talk.read()).messages);
    expect(decided.map(({ state }) => state)).toEqual([
      "approval-responded",
      "output-available",
      "approval-requested",
      "approval-responded",
    ]);
    expect(decided[3]).toMatchObject({ approval: { id: "call_4", approved: false, reason: "No." } });
    expect(lab.ran).toEqual(["look 9"]);
    expect(textIn(await chunks(await talk.answer("call_3", { decision: "approve" })))).toBe("Done.");
    expect(lab.ran).toEqual(["look 9", "act 1", "act 2"]);
    const { messages } = await talk.read();
    expect(toolParts(messages).map(({ state }) => state)).toEqual([
      "output-available",
      "output-available",
      "output-available",
      "output-denied",
    ]);
  });

  test.each([
    ["a stop", (talk: ReturnType<typeof play>) => stop(scene.agentId, talk.id)],
    ["a message", async (talk: ReturnType<typeof play>) => void (await chunks(await talk.say("never mind")))],
  ])("is not run after %s even if it was approved, and the conversation continues", async (_, interrupt) => {
    await ask();
    const talk = play({ calls: [act(1), act(2)] }, { text: "Fine." }, { text: "Fine too." });
    await chunks(await talk.say("go"));
    await chunks(await talk.answer("call_1", { decision: "approve" }));
    await interrupt(talk);
    await chunks(await talk.say("and now?"));
    const { messages, run, asks } = await talk.read();
    expect(lab.ran).toEqual([]);
    expect([run?.status, asks]).toEqual(["completed", []]);
    expect(toolParts(messages).map(({ state }) => state)).toEqual(["output-error", "output-error"]);
  });

  test("asks again if its input has changed since it was shown", async () => {
    await ask();
    const talk = play({ calls: [act(1), act(2)] }, { text: "Done." });
    await chunks(await talk.say("go"));
    await chunks(await talk.answer("call_1", { decision: "approve" }));
    await sql()`
      update messages set parts = replace(parts::text, '{"n":1}', '{"n":100}')::json
      where conversation_id = ${talk.id} and role = 'assistant'`;
    await chunks(await talk.answer("call_2", { decision: "approve" }));
    expect(lab.ran).toEqual(["act 2"]);
    expect((await talk.read()).asks).toMatchObject([{ toolCallId: "call_1", input: { n: 100 } }]);
    expect(textIn(await chunks(await talk.answer("call_1", { decision: "approve" })))).toBe("Done.");
    expect(lab.ran).toEqual(["act 2", "act 100"]);
  });
});
