import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { isToolPart, type Message } from "@/lib/agent/message/message";
import { closeAll } from "@/lib/ground/base/process";
import { addAgent } from "@/lib/store/agents/agent-making";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { sql } from "@/lib/store/db";
import { changeBudget, readBudgetDay } from "@/lib/store/loop/budgets";
import { readConversation } from "@/lib/store/loop/conversations";
import { listOpenAsks } from "@/lib/store/loop/open-asks";
import { recoverRuns } from "./keeper";
import { liveRuns } from "./live";
import { runAgent } from "./run";
import { stop } from "./stop";
import { tendSubagents } from "./tend-subagents";
import { withLab } from "./testing/lab";
import { type Step, scripted } from "./testing/model";
import { newScript } from "./testing/script";
import { chunks, killed, stage, textIn } from "./testing/stage";

const script = newScript({}, withLab());
const { equipment } = script;
let scene: Awaited<ReturnType<typeof stage>>;
let scout = "";
/** Requests to models, by the first word of the conversation's first message. */
const requests: Record<string, LanguageModelV4CallOptions[]> = {};

beforeAll(async () => {
  scene = await stage(equipment);
  scout = await addAgent({ name: "Scout", description: "Looks things up" });
  // Use the first words as titles, so that no model is asked for a title.
  await changeSetting(scene.agentId, "general", { titles: "words" });
});
beforeEach(() => {
  for (const key of Object.keys(requests)) delete requests[key];
});
afterAll(async () => {
  await closeAll();
  await scene.close();
});

/** Sets a separate model for each conversation, by the first word of its first message. */
function play(lines: Record<string, Step[]>): void {
  const models = Object.fromEntries(
    Object.entries(lines).map(([who, steps]) => [who, scripted(steps).model]),
  );
  script.model = {
    ...({ specificationVersion: "v4", provider: "test", modelId: "model", supportedUrls: {} } as const),
    doGenerate: () => Promise.reject(new Error("Nothing is generated whole")),
    doStream: (options) => {
      const first = options.prompt.find(({ role }) => role === "user");
      const firstText = Array.isArray(first?.content)
        ? first.content.map((p) => ("text" in p ? p.text : "")).join()
        : "";
      const who = Object.keys(models).find((name) => firstText.startsWith(name)) ?? "";
      requests[who] = [...(requests[who] ?? []), options];
      const model = models[who];
      if (!model) throw new Error(`Nobody is called ${firstText}`);
      return model.doStream(options);
    },
  } satisfies LanguageModelV4;
}

const asks = (task: string, more: object = {}, id?: string) => ({
  ...{ tool: "ask_agent", input: { agent: "Scout", task, ...more } },
  ...(id && { id }),
});
const outputs = (message: Message | undefined) =>
  (message?.parts ?? []).filter(isToolPart).map((part) => ("output" in part ? part.output : part.errorText));
const question = { id: "where", tool: "ask_user", input: { question: "Where to?" } };
const subagentsOf = (id: string) =>
  sql()<{ id: string; agent: string; settled: boolean }[]>`
    select conversation_id as id, agent_id as agent, settled_at is not null as settled from helpers
    where asker_conversation_id = ${id} order by created_at`;

async function asked(steps: Step[], more: Record<string, Step[]>) {
  const talk = scene.conversation();
  play({ Go: steps, ...more });
  return talk;
}

test("another agent answers in a separate conversation, web origins are shared, and the cost counts for both agents", async () => {
  const talk = await asked(
    [
      { calls: [{ tool: "browse", input: { n: 1 } }] },
      { calls: [asks("Look it up", { context: "It is red" })] },
      { text: "It says rye." },
    ],
    { Look: [{ text: "A moment.", calls: [{ tool: "browse", input: { n: 2 } }] }, { text: "Rye." }] },
  );
  const before = await Promise.all([scene.agentId, scout].map((id) => spent(id)));
  await chunks(await talk.say("Go"));
  const view = await talk.read();
  const [subagent] = await subagentsOf(talk.id);
  expect(subagent).toMatchObject({ agent: scout, settled: true });
  const [, output] = outputs(view.messages.at(-1));
  expect(output).toEqual({ answer: "Rye.", conversation_id: subagent?.id });
  expect(textIn(view.messages.at(-1)?.parts ?? [])).toBe("It says rye.");

  const theirs = await readConversation(scout, subagent?.id ?? "");
  expect(theirs).toMatchObject({
    conversation: { origin: "agent", title: "Look it up" },
    run: { status: "completed" },
  });
  expect(theirs?.messages[0]).toMatchObject({
    metadata: { helper: { kind: "task", agentId: scene.agentId, conversationId: talk.id } },
  });
  expect(await readConversation(scene.agentId, subagent?.id ?? "")).toBeNull();
  expect(JSON.stringify(requests.Look?.[0]?.prompt)).toContain("It is red");
  const read = await sql()<{ origins: string[] }[]>`
    select to_json(read_web) as origins from conversations where id in (${talk.id}, ${subagent?.id ?? ""}) order by id = ${talk.id}`;
  for (const { origins } of read) expect(origins).toEqual(["https://site1.test", "https://site2.test"]);
  const after = await Promise.all([scene.agentId, scout].map((id) => spent(id)));
  expect(after.map((tokens, at) => tokens - (before[at] ?? 0))).toEqual([5 * 15, 2 * 15]);
});

async function spent(agentId: string): Promise<number> {
  const [row] = await sql()<{ tokens: number }[]>`
    select coalesce(sum(input_tokens + output_tokens), 0)::int as tokens from model_calls where agent_id = ${agentId}`;
  return row?.tokens ?? 0;
}

test("a subagent's question is shown and answered in the asking conversation after both servers were killed", async () => {
  const talk = await asked([{ calls: [asks("Find it")] }, { text: "Off to Rome." }], {
    Find: [{ calls: [question] }, { text: "Rome it is." }],
  });
  await chunks(await talk.say("Go"));
  const waiting = await talk.read();
  expect(waiting).toMatchObject({
    run: { status: "waiting" },
    asks: [{ toolCallId: "where", toolName: "ask_user", from: { agent: scout, name: "Scout" } }],
  });
  const [subagent] = await subagentsOf(talk.id);
  for (const agentId of [scene.agentId, scout])
    expect((await listOpenAsks({ agentId })).asks).toMatchObject([
      { conversationId: subagent?.id, from: { name: "Scout" }, asker: { conversationId: talk.id } },
    ]);
  for (const id of [talk.id, subagent?.id ?? ""]) await killed(id);
  await recoverRuns(equipment);

  const answer = { answer: "To Rome" };
  const output = await chunks(await talk.answer("where", answer));
  expect(textIn(output)).toBe("Off to Rome.");
  const view = await talk.read();
  expect(view).toMatchObject({ run: { status: "completed" }, asks: [] });
  expect(outputs(view.messages.at(-1))).toEqual([{ answer: "Rome it is.", conversation_id: subagent?.id }]);
  await chunks(await talk.answer("where", answer));
  await expect(talk.answer("where", { answer: "To Oslo" })).rejects.toThrow("answered already");
});

test("the stream of an answer has the asking agent's output, even if another server resumed it", async () => {
  const gate = Promise.withResolvers<void>();
  const talk = await asked([{ calls: [asks("Find it")] }, { text: "Off to Rome.", until: gate.promise }], {
    Find: [{ calls: [question] }, { text: "Rome it is." }],
  });
  await chunks(await talk.say("Go"));
  const answer = () => talk.answer("where", { answer: "To Rome" });
  const streams = [await answer(), await answer()];
  gate.resolve();
  const [subagent] = await subagentsOf(talk.id);
  const result = { answer: "Rome it is.", conversation_id: subagent?.id };
  for (const stream of [...streams, await answer()]) {
    const output = await chunks(stream);
    expect(textIn(output)).toBe("Off to Rome.");
    expect(output).toContainEqual(expect.objectContaining({ type: "tool-output-available", output: result }));
    expect(output.at(-1)).toMatchObject({ type: "finish" });
  }
});

test("a typed message answers a nested subagent's question, and an answer in its own conversation wakes all waiting conversations", async () => {
  const talk = await asked([{ calls: [asks("Find it")] }, { text: "Done." }], {
    Find: [{ calls: [asks("Deep", { agent: "self" })] }, { text: "Found." }],
    Deep: [{ calls: [question] }, { calls: [{ ...question, id: "when" }] }, { text: "Deep down." }],
  });
  await chunks(await talk.say("Go"));
  const [subagent] = await subagentsOf(talk.id);
  const [deep] = await subagentsOf(subagent?.id ?? "");
  expect((await talk.read()).asks).toMatchObject([{ toolCallId: "where", conversationId: deep?.id }]);
  await chunks(await talk.say("To Rome", "typed"));
  await vi.waitFor(async () => expect((await talk.read()).asks).toMatchObject([{ toolCallId: "when" }]));
  await chunks(await talk.say("To Rome", "typed"));
  expect((await talk.read()).asks).toMatchObject([{ toolCallId: "when" }]);

  // Answer in the subagent's conversation. The sweep then finds the waiting conversations.
  const where = { agentId: scout, conversationId: deep?.id ?? "", equipment };
  await chunks(
    await runAgent({ ...where, input: { answer: { toolCallId: "when", output: { answer: "Now" } } } }),
  );
  await tendSubagents(equipment);
  await vi.waitFor(async () =>
    expect(textIn((await talk.read()).messages.at(-1)?.parts ?? [])).toBe("Done."),
  );
  expect(JSON.stringify(requests.Deep)).toContain("To Rome");
});

test("a call starts one subagent, even if its server dies in the meantime", async () => {
  const gate = Promise.withResolvers<void>();
  const talk = await asked([{ calls: [asks("Slow")] }, { text: "At last." }], {
    Slow: [{ text: "So", until: gate.promise }, { text: "Slowly." }],
  });
  const stream = chunks(await talk.say("Go"));
  await vi.waitFor(() => expect(requests.Slow).toHaveLength(1), { timeout: 10_000 });
  const [subagent] = await subagentsOf(talk.id);
  const gone = [talk.id, subagent?.id ?? ""].map((id) => killed(id));
  gate.resolve();
  await Promise.all([...gone, stream]);
  await recoverRuns(equipment);
  await vi.waitFor(async () =>
    expect(textIn((await talk.read()).messages.at(-1)?.parts ?? [])).toBe("At last."),
  );
  const [output] = outputs((await talk.read()).messages.at(-1));
  expect(output).toEqual({ answer: "Slowly.", conversation_id: subagent?.id });
  expect(await subagentsOf(talk.id)).toHaveLength(1);
  expect(requests.Slow).toHaveLength(2);
});

test("`ask_agent` refuses a third level of subagents, and lists the known agents if the name is unknown", async () => {
  const talk = await asked([{ calls: [asks("One"), asks("Two", { agent: "Nobody" })] }, { text: "Done." }], {
    One: [{ calls: [asks("Three", { agent: scene.agentId })] }, { text: "One." }],
    Three: [{ calls: [asks("Four", { agent: "self" })] }, { text: "Three." }],
  });
  await chunks(await talk.say("Go"));
  expect(outputs((await talk.read()).messages.at(-1))).toEqual([
    expect.objectContaining({ answer: "One." }),
    expect.stringMatching(/agent: There is no agent "Nobody". There are: Scout/),
  ]);
  expect(JSON.stringify(requests.Three?.[1]?.prompt)).toContain("the maximum depth of subagents");
});

test("at most five background subagents run, and the end of each, even of a stopped one, is reported as a message", async () => {
  const gate = Promise.withResolvers<void>();
  const names = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay"];
  const calls = names.map((name) => asks(`${name} works`, { agent: "self", wait: false }, name));
  const talk = await asked(
    [{ calls }, { text: "They work." }, ...names.map((name) => ({ text: `Heard ${name}.` }))],
    Object.fromEntries(names.map((name) => [name, [{ text: `I am ${name}.`, until: gate.promise }]])),
  );
  await chunks(await talk.say("Go"));
  const results = outputs((await talk.read()).messages.at(-1));
  const subagents = await subagentsOf(talk.id);
  expect(subagents).toHaveLength(5);
  expect(results.filter((one) => JSON.stringify(one).includes("job_id"))).toHaveLength(5);
  expect(results).toContainEqual(expect.stringMatching(/^5 subagents run for this conversation already/));

  const first = subagents[0]?.id ?? "";
  await stop(scene.agentId, first);
  await tendSubagents(equipment);
  const reports = async () => (await talk.read()).messages.filter(({ id }) => id.startsWith("helper:"));
  await vi.waitFor(async () => expect(await reports()).toHaveLength(1));
  expect(textIn((await reports())[0]?.parts ?? [])).toContain("It was stopped before it had an answer");
  gate.resolve();
  await Promise.all(subagents.map(({ id }) => liveRuns().get(id)?.settled));
  await vi.waitFor(
    async () => {
      await tendSubagents(equipment);
      expect(await reports()).toHaveLength(5);
    },
    { timeout: 10_000 },
  );
  expect((await reports())[1]).toMatchObject({ role: "user", metadata: { helper: { kind: "result" } } });
  await vi.waitFor(async () => expect((await talk.read()).run?.status).toBe("completed"));
  expect((await subagentsOf(talk.id)).every(({ settled }) => settled)).toBe(true);
});

test("a stop ends the subagents of the conversation and reports none of them", async () => {
  const gate = Promise.withResolvers<void>();
  const talk = await asked(
    [{ calls: [asks("Wait"), asks("Work", { wait: false }, "work")] }, { text: "Not this." }],
    { Wait: [{ text: "So", until: gate.promise }], Work: [{ text: "So", until: gate.promise }] },
  );
  const stream = chunks(await talk.say("Go"));
  await vi.waitFor(() => expect(requests).toMatchObject({ Wait: [{}], Work: [{}] }), { timeout: 10_000 });
  await stop(scene.agentId, talk.id);
  gate.resolve();
  await stream;
  await tendSubagents(equipment);
  for (const { id, settled } of await subagentsOf(talk.id)) {
    expect((await readConversation(scout, id))?.run).toMatchObject({ status: "stopped" });
    expect(settled).toBe(true);
  }
  const view = await talk.read();
  expect(view.run).toMatchObject({ status: "stopped" });
  expect(view.messages).toHaveLength(2);
});

test("a subagent is stopped when the run that asked it is stopped", async () => {
  const talk = await asked(
    [{ calls: [asks("Find it"), { ...question, id: "own" }] }, { text: "As you like." }],
    { Find: [{ calls: [{ tool: "render_blocks", input: form }] }] },
  );
  await chunks(await talk.say("Go"));
  const { asks: open } = await talk.read();
  expect(open.map(({ toolName, from }) => [toolName, from?.name ?? null]).sort()).toEqual([
    ["ask_user", null],
    ["render_blocks", "Scout"],
  ]);
  await stop(scene.agentId, talk.id);
  const [subagent] = await subagentsOf(talk.id);
  expect((await readConversation(scout, subagent?.id ?? ""))?.run).toMatchObject({ status: "stopped" });
});
const form = {
  blocks: [{ id: "f", type: "form", fields: [{ name: "n", label: "N", type: "text" }] }],
};

test("a subagent's cost needs room in the budgets of both agents and counts for both", async () => {
  await changeBudget(scout, { dayTokens: 10_000_000 }, "agent");
  await changeBudget(scene.agentId, { dayTokens: 10_000_000 }, "agent");
  const before = await usedToday();
  const talk = await asked([{ calls: [asks("Cheap")] }, less, { text: "Too dear." }], {
    Cheap: [{ calls: [{ tool: "look", input: { n: 1 } }] }, { text: "Fine." }],
    Dear: [{ text: "Never asked." }],
  });
  await chunks(await talk.say("Go"));
  const [cheap, dear] = outputs((await talk.read()).messages.at(-1));
  expect(cheap).toMatchObject({ answer: "Fine." });
  expect(dear).toMatch(/For the agent that requested this: The daily budget is 300 tokens/);
  expect(requests.Dear).toBeUndefined();
  const after = await usedToday();
  expect(after.map((tokens, at) => tokens - (before[at] ?? 0))).toEqual([4 * 15, 2 * 15]);
  expect(await sql()`select from reservations`).toHaveLength(0);
});
const less = () => ({
  calls: [asks("Dear", {}, "dear")],
  until: changeBudget(scene.agentId, { dayTokens: 300 }, "agent"),
});

const usedToday = () =>
  Promise.all(
    [scene.agentId, scout].map(async (id) => {
      const { spent, used } = await readBudgetDay(id);
      expect(used.tokens).toBe(spent.tokens);
      return spent.tokens;
    }),
  );
