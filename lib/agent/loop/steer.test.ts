import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { Message } from "@/lib/agent/message/message";
import { sql } from "@/lib/store/db";
import { readProgress } from "@/lib/store/loop/progress";
import { steer } from "@/lib/store/loop/runs";
import { runAgent } from "./run";
import { stop } from "./stop";
import { type Step, scripted } from "./testing/model";
import { newScript } from "./testing/script";
import { chunks, stage, textIn } from "./testing/stage";

const script = newScript();

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
afterAll(() => scene.close());
afterEach(() => sql()`with shared as (delete from workspace_settings) delete from settings`);

function play(...steps: Step[]) {
  const made = scripted(steps);
  script.model = made.model;
  return { ...scene.conversation(), prompts: made.prompts };
}

/** Starts a run whose first step waits until `letGo` is called, and then ends as `step` says. */
async function startBlocked(step: Step, ...more: Step[]) {
  const gate = Promise.withResolvers<void>();
  const talk = play({ ...step, until: gate.promise }, ...more);
  const first = talk.say("first").then(chunks);
  await vi.waitFor(() => expect(talk.prompts).toHaveLength(1));
  const pending = (count: number) =>
    vi.waitFor(async () => expect((await readProgress(talk.id))?.pending).toBe(count));
  return { talk, first, pending, letGo: gate.resolve };
}

const rolesAndTexts = (messages: Message[]) => messages.map(({ role, parts }) => [role, textIn(parts)]);
const question = { tool: "ask_user", input: { question: "Which?" } };
const list = { tool: "render_blocks", input: { blocks: [{ type: "markdown", content: "Hi" }] } };
const look = { tool: "get_state", input: { key: "a" } };

describe("a message to a running run", () => {
  test("is acknowledged at once, before the step ends", async () => {
    const { talk, letGo, first } = await startBlocked({ text: "One. ", calls: [look] }, { text: "Two." });
    const { batches } = await talk.say("second");
    expect((await batches.next()).done).toBe(false);
    const [row] =
      await sql()`select count(*)::int as count from messages where conversation_id = ${talk.id} and role = 'user'`;
    expect(row).toEqual({ count: 2 });
    await batches.return();
    letGo();
    await first;
    expect(textIn((await talk.read()).messages.at(-1)?.parts ?? [])).toBe("Two.");
  });

  test("that opens asks is read at once and closes them", async () => {
    const { talk, letGo, first, pending } = await startBlocked(
      { text: "One. ", calls: [{ ...list, id: "list" }, question] },
      { text: "Changed it." },
    );
    const second = talk.say("No, in red").then(chunks);
    await pending(1);
    letGo();
    expect(textIn(await second)).toBe("Changed it.");
    const output = await first;
    expect(output).toContainEqual(
      expect.objectContaining({ type: "tool-output-available", toolCallId: "list" }),
    );
    const { messages, run, asks } = await talk.read();
    expect([run?.status, run?.pending, asks]).toEqual(["completed", 0, []]);
    expect(rolesAndTexts(messages)).toEqual([
      ["user", "first"],
      ["assistant", "One. "],
      ["user", "No, in red"],
      ["assistant", "Changed it."],
    ]);
    const outputs = messages[1]?.parts.flatMap((part) => ("output" in part ? [part.output] : []));
    expect(outputs).toEqual(Array(2).fill({ action: "message", text: "No, in red" }));
    const rows = await sql()`select status from asks where conversation_id = ${talk.id}`;
    expect(rows).toMatchObject([{ status: "closed" }, { status: "closed" }]);
  });

  test("is answered before the next step, together with other messages in their order", async () => {
    const { talk, letGo, first, pending } = await startBlocked(
      { text: "One. ", calls: [look] },
      { text: "All." },
    );
    const others = [];
    for (const [index, text] of ["a", "b", "c"].entries()) {
      others.push(talk.say(text).then(chunks));
      await pending(index + 1);
    }
    letGo();
    await first;
    expect((await Promise.all(others)).map(textIn)).toEqual(["All.", "All.", "All."]);
    expect(rolesAndTexts((await talk.read()).messages)).toEqual([
      ["user", "first"],
      ["assistant", "One. "],
      ["user", "a"],
      ["user", "b"],
      ["user", "c"],
      ["assistant", "All."],
    ]);
    expect(talk.prompts).toHaveLength(2);
  });

  test("repeated concurrently is stored once", async () => {
    const { talk, letGo, first } = await startBlocked({ text: "One. ", calls: [look] }, { text: "Two." });
    const same = Array.from({ length: 8 }, () => talk.say("second", "same").then(chunks));
    await vi.waitFor(async () => expect((await readProgress(talk.id))?.pending).toBeGreaterThan(0));
    letGo();
    await Promise.all([first, ...same]);
    expect(rolesAndTexts((await talk.read()).messages)).toEqual([
      ["user", "first"],
      ["assistant", "One. "],
      ["user", "second"],
      ["assistant", "Two."],
    ]);
  });

  test("is answered even if the run then fails, and the error stays in the failed message", async () => {
    const { talk, letGo, first, pending } = await startBlocked(
      { text: "Half ", breaks: new Error("boom") },
      { text: "Yours." },
    );
    const second = talk.say("second").then(chunks);
    await pending(1);
    letGo();
    expect((await first).at(-1)).toMatchObject({ type: "finish", finishReason: "error" });
    expect(textIn(await second)).toBe("Yours.");
    const { messages, run } = await talk.read();
    expect(rolesAndTexts(messages).slice(1)).toEqual([
      ["assistant", "Half "],
      ["user", "second"],
      ["assistant", "Yours."],
    ]);
    expect(messages[1]?.parts.at(-1)).toMatchObject({ type: "data-notice", data: { kind: "error" } });
    expect(run).toMatchObject({ status: "completed", error: null });
  });

  test("is answered within its own limit of steps", async () => {
    await sql()`insert into settings (agent_id, key, value) values (${scene.agentId}, 'limits', '{"steps":2}')`;
    const gate = Promise.withResolvers<void>();
    const talk = play(
      { calls: [look] },
      { calls: [look], until: gate.promise },
      { calls: [look] },
      { text: "Yours." },
    );
    const first = talk.say("first").then(chunks);
    await vi.waitFor(() => expect(talk.prompts).toHaveLength(2));
    const second = talk.say("second").then(chunks);
    await vi.waitFor(async () => expect((await readProgress(talk.id))?.pending).toBe(1));
    gate.resolve();
    await Promise.all([first, second]);
    const { messages, run } = await talk.read();
    expect(run?.status).toBe("completed");
    expect(rolesAndTexts(messages).at(-1)).toEqual(["assistant", "Yours."]);
  });

  test("is not answered if the run is stopped, but read with the next message", async () => {
    const { talk, first, pending } = await startBlocked({ text: "Half " }, { text: "Both." });
    const second = talk.say("second").then(chunks);
    await pending(1);
    expect(await stop(scene.agentId, talk.id)).toMatchObject({ status: "stopped" });
    await first;
    expect(await second).toEqual([]);
    expect(textIn(await chunks(await talk.say("third")))).toBe("Both.");
    const users = talk.prompts[1]
      ?.filter(({ role }) => role === "user")
      .map(({ content }) => JSON.stringify(content));
    expect(users?.map((content) => /first|second|third/.exec(content)?.[0])).toEqual([
      "first",
      "second",
      "third",
    ]);
  });
});

describe("a message while a question is open", () => {
  test("does not also steer the run if it is repeated after it answered the question", async () => {
    const talk = play({ calls: [question] }, { text: "Fine. ", until: new Promise(() => {}) });
    await chunks(await talk.say("go"));
    const answered = talk.say("blue", "same").then(chunks);
    await vi.waitFor(() => expect(talk.prompts).toHaveLength(2));
    const message = { id: "same", parts: [{ type: "text", text: "blue" }] };
    expect(await steer({ ...talk.where, message })).toBe(false);
    const again = await talk.say("blue", "same");
    await stop(scene.agentId, talk.id);
    expect(textIn(await answered)).toBe("Fine. ");
    expect(textIn(await chunks(again))).toBe("Fine. ");
    expect((await talk.read()).messages).toHaveLength(2);
  });

  test("answers the oldest question", async () => {
    const calls = Array.from({ length: 12 }, () => question);
    const talk = play({ calls }, { text: "All." });
    await chunks(await talk.say("go"));
    for (let n = 1; n <= 11; n++) {
      await chunks(await talk.say(`answer ${n}`));
      expect((await talk.read()).asks.map(({ toolCallId }) => toolCallId)).toEqual(
        calls.map((_, index) => `call_${index + 1}`).slice(n),
      );
    }
  });

  test("with files or a very long text is no answer, but a separate message", async () => {
    const file = { type: "file" as const, mediaType: "image/png", url: "data:image/png;base64,AAAA" };
    const text = { type: "text" as const, text: "like this" };
    for (const parts of [[text, file], [file], [{ type: "text" as const, text: "x".repeat(100_001) }]]) {
      const talk = play({ calls: [question] }, { text: "I see." });
      await chunks(await talk.say("go"));
      const answer = await runAgent({ ...talk.where, input: { message: { parts } } });
      expect(textIn(await chunks(answer))).toBe("I see.");
      const { messages, asks } = await talk.read();
      expect(asks).toEqual([]);
      expect(messages[2]).toMatchObject({ role: "user", parts });
      expect(messages[1]?.parts.find((part) => "output" in part)).toMatchObject({
        output: { action: "message" },
      });
    }
  });
});
