import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Message } from "@/lib/agent/message/message";
import { NEW_SESSION } from "@/lib/data/memory/sessions";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { sql } from "@/lib/store/db";
import { changeBudget } from "@/lib/store/loop/budgets";
import { readConversation } from "@/lib/store/loop/conversations";
import { deleteConversation, purge } from "@/lib/store/loop/deletion";
import { endConversation, readOpenSession } from "@/lib/store/loop/session-ends";
import { listFacts } from "@/lib/store/memory/fact-list";
import { endChatSession, newSession } from "./end-chat-session";
import { runAgent } from "./run";
import { type Step, scripted } from "./testing/model";
import { newScript } from "./testing/script";
import { chunks, stage, textIn } from "./testing/stage";

const script = newScript();
let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
afterEach(async () => {
  await sql()`with shared as (delete from workspace_settings) delete from settings`;
  await sql()`delete from memories`;
});
afterAll(() => scene.close());

const isSummary = (prompt: unknown) => JSON.stringify(prompt).includes("You summarise the earlier part");

function play(steps: Step[], summary: Step = { text: "They bake bread." }) {
  let next = 0;
  const { model, prompts } = scripted(
    Array.from(
      { length: 30 },
      (): Step => (options) => {
        const step = isSummary(options.prompt) ? summary : (steps[next++] ?? { text: "Over." });
        return typeof step === "function" ? step(options) : step;
      },
    ),
  );
  script.model = model;
  const talk = scene.conversation();
  return { ...talk, prompts, summaries: () => prompts.filter(isSummary) };
}
type Talk = ReturnType<typeof play>;

const movedTo = (output: Awaited<ReturnType<typeof chunks>>) =>
  output.flatMap((chunk) => (chunk.type === "start" ? [chunk.messageMetadata?.conversationId] : [])).at(0);
const view = async (id: string | null | undefined) => {
  const found = await readConversation(scene.agentId, id ?? "");
  return found && { ...found, messages: found.messages as Message[] };
};
const rowOf = async (id: string) =>
  (await sql()`select ended_at, summary, continued_by, divide_at from conversations where id = ${id}`)[0];
const storedFacts = async () => (await listFacts(scene.agentId)).facts;

async function ended(talk: Talk) {
  await chunks(await talk.say("How is bread baked?", "m1"));
  await talk.read();
  expect(await newSession(talk.where)).toBe("ended");
}

test("a session ends with a summary, and the next message continues from that summary in a new session", async () => {
  const talk = play([{ text: "With flour." }, { text: "Go on." }]);
  await ended(talk);
  expect(await rowOf(talk.id)).toMatchObject({ summary: "They bake bread.", ended_at: expect.any(String) });
  expect(await storedFacts()).toMatchObject([
    { layer: "short", content: "They bake bread.", source: { conversationId: talk.id } },
  ]);
  const output = await chunks(await talk.say("And now?", "m2"));
  expect(textIn(output)).toBe("Go on.");
  const next = movedTo(output);
  expect(next).toEqual(expect.any(String));
  const there = await view(next);
  expect(there?.messages.map(({ role, parts }) => [role, parts[0]?.type])).toEqual([
    ...[["user", "data-session"]],
    ...[["user", "text"]],
    ...[["assistant", "step-start"]],
  ]);
  expect(there?.messages[0]?.parts).toEqual([
    {
      type: "data-session",
      data: {
        ...{ conversationId: talk.id, title: "How is bread baked?", summary: "They bake bread." },
        endedAt: expect.any(String),
      },
    },
  ]);
  const prompt = JSON.stringify(talk.prompts.at(-1));
  expect(prompt).toContain("They bake bread.");
  expect(prompt).not.toContain("With flour.");
  expect((await view(talk.id))?.messages).toHaveLength(2);
});

test("messages from several tabs go to the same new conversation, and a repeated message is stored once", async () => {
  const talk = play([{ text: "With flour." }, { text: "One." }, { text: "Two." }, { text: "Three." }]);
  await ended(talk);
  const answers = await Promise.all(
    ["a", "b", "c"].map(async (id) => movedTo(await chunks(await talk.say(`I am ${id}`, id)))),
  );
  expect(new Set(answers).size).toBe(1);
  const next = (await rowOf(talk.id))?.continued_by;
  expect(answers[0]).toBe(next);
  await vi.waitFor(async () => expect((await view(next))?.run?.status).toBe("completed"));
  const before = (await view(next))?.messages.length;
  expect(movedTo(await chunks(await talk.say("I am a", "a")))).toBe(next);
  expect(await chunks(await talk.say("How is bread baked?", "m1"))).toEqual([]);
  expect((await view(next))?.messages).toHaveLength(before ?? 0);
  expect((await view(next))?.messages.filter(({ role }) => role === "user")).toHaveLength(4);
  expect(
    await sql()`select from conversations where id <> ${talk.id} and id <> ${next}
    and created_at > (select created_at from conversations where id = ${talk.id})`,
  ).toHaveLength(0);
});

test("a session that the agent asked to end ends after the agent's answer, and its session facts are deleted", async () => {
  const store = (content: string, category = "system") => ({
    tool: "memory",
    input: { action: "store", layer: "session", content, category },
  });
  const talk = play([
    { calls: [store("In refactor mode", "task")] },
    { calls: [store(NEW_SESSION)] },
    { text: "A new session begins." },
    { text: "Here I am." },
  ]);
  expect(textIn(await chunks(await talk.say("Begin a new session.")))).toBe("A new session begins.");
  // This message may arrive while the summary is still being written.
  const output = await chunks(await talk.say("Are you there?"));
  expect(textIn(output)).toBe("Here I am.");
  expect(movedTo(output)).toBe((await rowOf(talk.id))?.continued_by);
  expect(talk.summaries()).toHaveLength(1);
  expect((await storedFacts()).map(({ content }) => content)).toEqual(["They bake bread."]);
});

test("a message that arrives while the summary is written goes to the new session", async () => {
  const summary = Promise.withResolvers<void>();
  const talk = play([{ text: "With flour." }, { text: "Here I am." }], {
    text: "They bake.",
    until: summary.promise,
  });
  await chunks(await talk.say("How is bread baked?"));
  await talk.read();
  const ending = newSession(talk.where);
  await vi.waitFor(() => expect(talk.summaries()).toHaveLength(1));
  const reply = talk.say("Are you there?");
  summary.resolve();
  expect(await ending).toBe("ended");
  expect(movedTo(await chunks(await reply))).toBe((await rowOf(talk.id))?.continued_by);
  expect(talk.summaries()).toHaveLength(1);
});

test("a session with an open question ends after it is answered", async () => {
  const talk = play([{ calls: [{ tool: "ask_user", input: { question: "Rye?" } }] }, { text: "Rye it is." }]);
  await chunks(await talk.say("Bake."));
  await talk.read();
  expect(await newSession(talk.where)).toBe("busy");
  expect(await rowOf(talk.id)).toMatchObject({ ended_at: null, divide_at: expect.any(String) });
  await chunks(await talk.say("Yes."));
  await talk.read();
  expect(await endChatSession(talk.where)).toBe("ended");
  expect(await endChatSession(talk.where)).toBe("gone");
});

test("a shown surface that needs no answer does not delay the end of the session", async () => {
  const blocks = [{ type: "markdown", content: "# Bread" }];
  const talk = play([
    { calls: [{ tool: "render_blocks", input: { title: "Bread", blocks } }] },
    { text: "On." },
  ]);
  await chunks(await talk.say("Show bread."));
  expect((await talk.read()).run?.status).toBe("waiting");
  expect(await newSession(talk.where)).toBe("ended");
  const { run: over, asks } = await talk.read();
  expect([over?.status, asks]).toEqual(["completed", []]);
  expect(textIn(await chunks(await talk.say("Go on.")))).toBe("On.");
});

test("a summary consists of shortened messages if the model fails or the budget has no room", async () => {
  const failing = play([{ text: "With flour." }], { fails: new Error("Nobody is there") });
  await ended(failing);
  expect((await rowOf(failing.id))?.summary).toContain("User: How is bread baked?\n\nAgent: With flour.");
  const talk = play([{ text: "With flour." }]);
  await chunks(await talk.say("How is bread baked?"));
  await talk.read();
  await changeBudget(scene.agentId, { dayTokens: 1 });
  expect(await newSession(talk.where)).toBe("ended");
  expect(talk.summaries()).toHaveLength(0);
  expect((await rowOf(talk.id))?.summary).toContain("Agent: With flour.");
  expect(await storedFacts()).toHaveLength(1);
});

test("a conversation does not end with an outdated summary, but at the next attempt", async () => {
  const talk = play([{ text: "With flour." }, { text: "Still here." }]);
  await chunks(await talk.say("How is bread baked?"));
  await talk.read();
  const found = await readOpenSession(talk.where);
  await chunks(await talk.say("With rye?"));
  await talk.read();
  const ending = { summary: "They bake.", through: found?.through ?? "", fact: "They bake." };
  expect(await endConversation(talk.where, ending)).toBe("busy");
  expect(await rowOf(talk.id)).toMatchObject({ ended_at: null, summary: null });
  expect(await storedFacts()).toEqual([]);
  expect(await endChatSession(talk.where)).toBe("ended");
  expect(await storedFacts()).toHaveLength(1);
  expect(await endConversation(talk.where, ending)).toBe("gone");
});

test("if the memory is off, a session ends without storing its summary as a fact", async () => {
  await changeSetting(scene.agentId, "toolset:memory", { mode: "off" });
  const talk = play([{ text: "With flour." }]);
  await ended(talk);
  expect(await storedFacts()).toEqual([]);
  expect((await rowOf(talk.id))?.summary).toBe("They bake bread.");
});

test("a new session takes over web origins, model and pin, but no permissions", async () => {
  const talk = play([{ text: "With flour." }, { text: "Go on." }]);
  await chunks(await talk.say("How is bread baked?"));
  await talk.read();
  await sql()`
    update conversations set read_web = '{https://mill.test}', read_through = '{https://mill.test file f}', model = 'test/model',
      pinned_at = now(), approved_tools = '{db_sql}' where id = ${talk.id}`;
  await newSession(talk.where);
  expect(await storedFacts()).toMatchObject([{ origins: ["https://mill.test"] }]);
  const next = movedTo(await chunks(await talk.say("And now?")));
  const [row] =
    await sql()`select to_json(read_web) as read_web, to_json(read_through) as read_through, model, pinned_at, to_json(approved_tools) as approved_tools from conversations where id = ${next ?? null}`;
  expect(row).toMatchObject({
    ...{ read_web: ["https://mill.test"], read_through: ["https://mill.test file f"], model: "test/model" },
    ...{ pinned_at: expect.any(String), approved_tools: [] },
  });
});

test("a message goes to the last session of a chain, also after an earlier session was deleted", async () => {
  const talk = play([{ text: "One." }, { text: "Two." }, { text: "Three." }, { text: "Four." }]);
  await ended(talk);
  const second = movedTo(await chunks(await talk.say("On."))) ?? "";
  await view(second);
  expect(await newSession({ ...talk.where, conversationId: second })).toBe("ended");
  const third = movedTo(await chunks(await talk.say("Further."))) ?? "";
  expect(new Set([talk.id, second, third]).size).toBe(3);
  await deleteConversation(scene.agentId, talk.id);
  await purge(talk.id);
  expect((await view(second))?.messages).toHaveLength(3);
  expect(
    textIn(
      await chunks(
        await runAgent({
          ...talk.where,
          conversationId: second,
          input: { message: { parts: [{ type: "text", text: "And?" }] } },
        }),
      ),
    ),
  ).toBe("Four.");
  await deleteConversation(scene.agentId, third);
  const again = { ...talk.where, conversationId: second };
  script.model = scripted([{ text: "Anew." }]).model;
  const output = await chunks(
    await runAgent({
      ...again,
      input: { message: { id: randomUUID(), parts: [{ type: "text", text: "Hello?" }] } },
    }),
  );
  expect(textIn(output)).toBe("Anew.");
  expect(movedTo(output)).not.toBe(third);
});

test("in an ended conversation, retries and edits of messages are refused", async () => {
  const talk = play([{ text: "With flour." }]);
  await ended(talk);
  const answer = (await view(talk.id))?.messages[1]?.id ?? "";
  for (const input of [
    { retry: answer },
    { message: { parts: [{ type: "text" as const, text: "With rye?" }] }, replaces: "m1" },
  ])
    await expect(runAgent({ ...talk.where, input })).rejects.toMatchObject({ code: "conflict" });
  expect((await view(talk.id))?.messages).toHaveLength(2);
});
