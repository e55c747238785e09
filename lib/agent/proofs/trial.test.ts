import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { copyAgent } from "@/lib/agent/copies/copy-agent";
import { recoverRuns } from "@/lib/agent/loop/keeper";
import { lab, withLab } from "@/lib/agent/loop/testing/lab";
import { type Step, scripted } from "@/lib/agent/loop/testing/model";
import { newScript } from "@/lib/agent/loop/testing/script";
import { chunks, stage } from "@/lib/agent/loop/testing/stage";
import { editText, readEdited } from "@/lib/code/identity/save";
import { createSkill, replaceSkill } from "@/lib/code/skills/save";
import { actingAs } from "@/lib/ground/base/acting";
import { OWNER_ID } from "@/lib/shared/members/roles";
import type { Tried } from "@/lib/shared/proofs/contract";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { changeExample } from "@/lib/store/agents/examples";
import { readText, writeText } from "@/lib/store/agents/identity";
import { listOpenProofs, newestProof } from "@/lib/store/agents/proofs";
import { readSkill } from "@/lib/store/agents/skills";
import { claimTrial } from "@/lib/store/agents/trials";
import { sql } from "@/lib/store/db";
import { actorOf, publishMembers } from "@/lib/store/members/roster";
import { listRevisions } from "@/lib/store/revisions";
import { tryNewest } from "./begin-trial";
import { keepExample } from "./examples";
import { acceptProof, discardProof, readItemProofs } from "./settle";
import { tryChanges } from "./trial";

const SERIES = process.env.ATTACK === "all" ? 20 : 1;

const script = newScript({}, withLab());
const user = { author: "person", cause: null } as const;
const agent = { author: "agent", cause: null } as const;
const signal = new AbortController().signal;
let scene: Awaited<ReturnType<typeof stage>>;
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-trials-"));
  process.env.EASEL_DATA_DIR = folder;
  scene = await stage(script.equipment);
});
beforeEach(async () => {
  const { agentId } = scene;
  lab.reset();
  lab.act = async ({ n }) => {
    if (n === 0) throw new Error("n is 0");
    return { ok: true };
  };
  for (const table of ["proofs", "examples", "skills"])
    await sql()`delete from ${sql()(table)} where agent_id = ${agentId}`;
  await sql()`delete from conversations where agent_id = ${agentId}`;
  await changeSetting(agentId, "proofs", { policy: "auto", budget: 1_000_000 });
  await writeText(agentId, "system_prompt", () => "Be kind.", user);
  await writeText(agentId, "learned_notes", () => "Lives in Ulm.", user);
});
afterAll(async () => {
  await scene.close();
  await rm(folder, { recursive: true, force: true });
});

const textOf = (options: { prompt: unknown }) => JSON.stringify(options.prompt);
const look = (n: number) => ({ calls: [{ tool: "look", input: { n } }] });

/** The model obeys the word in capitals of its prompt, notes or skill. */
const obeys: Step = (options) => {
  const last = options.prompt.at(-1);
  const isDone =
    last?.role === "tool" && last.content.some((part) => "toolName" in part && part.toolName === "look");
  if (isDone) return { text: "Done." };
  const word = textOf(options).match(/WORSE|BETTER|OTHER/)?.[0];
  if (word === "OTHER") return { text: "Only words." };
  return look(word === "WORSE" ? 0 : 1);
};

/** Returns the requests that the model gets from now on. */
function play(...steps: Step[]) {
  const { model, prompts } = scripted([...steps, ...Array.from({ length: 100 }, () => obeys)]);
  script.model = model;
  return prompts;
}

/** A turn that reads the skill, if one is given, and calls `look` with a number. 0 fails. */
async function turn(n: number, skill?: object, answer = "Seen.") {
  const reads = skill ? [{ calls: [{ tool: "use_skill", input: { name: "looking", ...skill } }] }] : [];
  play(...reads, look(n), { text: answer });
  const chat = scene.conversation();
  await chunks(await chat.say("Look."));
  const { messages } = await chat.read();
  return { conversationId: chat.id, messageId: messages.at(-1)?.id ?? "" };
}

async function tryAll() {
  const prompts = play();
  await tryChanges(signal, script.equipment);
  return prompts.length;
}

const skillOf = (text: string, files: Record<string, string> = {}) => ({
  markdown: `---\nname: looking\ndescription: Looks.\n---\n${text}`,
  files: Object.entries(files).map(([path, text]) => ({ path, text })),
});
const changeSkill = async (text: string, files?: Record<string, string>) => {
  const live = await readSkill(scene.agentId, "looking");
  return replaceSkill(scene.agentId, skillOf(text, files), live?.version ?? 0, agent);
};
const prompt = (text: string) => editText(scene.agentId, "system_prompt", () => text, agent);
const livePrompt = async () => (await readText(scene.agentId, "system_prompt")).content;
const itemOf = (kind: Tried, name: string = kind) => ({ agentId: scene.agentId, kind, name });
const newest = (kind: Tried = "system_prompt", name?: string) => newestProof(itemOf(kind, name));

const KINDS: Record<
  Tried,
  { name: string; change(text: string): Promise<unknown>; live(): Promise<string> }
> = {
  system_prompt: { name: "system_prompt", change: prompt, live: livePrompt },
  learned_notes: {
    name: "learned_notes",
    change: (text) => editText(scene.agentId, "learned_notes", () => text, agent),
    live: async () => (await readText(scene.agentId, "learned_notes")).content,
  },
  skill: {
    name: "looking",
    change: changeSkill,
    live: async () => (await readSkill(scene.agentId, "looking"))?.content.markdown ?? "",
  },
};

test.each(Object.keys(KINDS) as Tried[])(
  "worsening changes of a %s are held, improving ones go live, and ones with other tools are asked",
  { timeout: 300_000 },
  async (kind) => {
    const { name, change, live } = KINDS[kind];
    const count = { held: 0, live: 0, asked: 0 };
    if (kind === "skill") await createSkill(scene.agentId, skillOf("Look."), user);
    for (let index = 0; index < SERIES; index++) {
      const before = await live();
      await turn(1, kind === "skill" ? {} : undefined);
      expect(await change(`WORSE ${index}`)).toMatchObject({ live: false });
      await tryAll();
      if ((await newest(kind, name))?.verdict === "worse" && (await live()) === before) count.held++;
      await change(`OTHER ${index}`);
      await tryAll();
      if ((await newest(kind, name))?.verdict === "changed" && (await live()) === before) count.asked++;
      await sql()`delete from conversations where agent_id = ${scene.agentId}`;
      await turn(0, kind === "skill" ? {} : undefined);
      await change(`BETTER ${index}`);
      await tryAll();
      const proof = await newest(kind, name);
      if (proof?.verdict === "better" && (await live()).includes(`BETTER ${index}`)) count.live++;
    }
    expect(count).toEqual({ held: SERIES, live: SERIES, asked: SERIES });
    const { agentId } = scene;
    expect(await sql()`select from rehearsals`).toHaveLength(0);
    expect(await sql()`select from agents where deleted_at = 'infinity'`).toHaveLength(0);
    expect(await sql()`select from requests where verdict = 'allowed'`).toHaveLength(0);
    // The calls of the trials count as the agent's.
    const [booked] = await sql()<{ count: number }[]>`
      select count(*)::int as count from model_calls where agent_id = ${agentId}`;
    expect(booked?.count).toBeGreaterThan(0);
  },
);

describe("a change by the agent", () => {
  test("is live at once without a budget or with the policy off, and the model gets no request", async () => {
    await turn(1);
    for (const proofs of [{ budget: 0 }, { policy: "off", budget: 1_000_000 }]) {
      await changeSetting(scene.agentId, "proofs", proofs);
      expect(await prompt(`WORSE ${proofs.budget}`)).not.toHaveProperty("live");
      expect(await livePrompt()).toBe(`WORSE ${proofs.budget}`);
      expect(await tryAll()).toBe(0);
      expect(await newest()).toBeNull();
    }
  });

  test("stays within the budget of a day", async () => {
    await turn(1);
    await turn(1);
    await changeSetting(scene.agentId, "proofs", { budget: 100 });
    await prompt("WORSE");
    expect(await tryAll()).toBe(0);
    expect(await newest()).toMatchObject({ verdict: "none", state: "probation", tokens: 0 });
  });

  test("is not tried on the turn in which it was made", async () => {
    const input = { operation: "replace", content: "WORSE" };
    play({ calls: [{ tool: "edit_system_prompt", input }] }, { text: "Changed." });
    const chat = scene.conversation();
    await chunks(await chat.say("Change."));
    expect(JSON.stringify((await chat.read()).messages)).toContain("first tried on recent turns");
    expect(await tryAll()).toBe(0);
    expect(await newest()).toMatchObject({ verdict: "none", cases: [] });
  });

  test("waits for a yes with the policy ask, and is live on probation then", async () => {
    await changeSetting(scene.agentId, "proofs", { policy: "ask", budget: 0 });
    await turn(1);
    await prompt("BETTER");
    expect(await tryAll()).toBe(0);
    const [line] = await listOpenProofs(scene.agentId);
    expect(line).toMatchObject({ kind: "system_prompt", state: "waiting", verdict: "none" });
    await tryNewest(itemOf("system_prompt"));
    expect(await tryAll()).toBe(2);
    expect(await newest()).toMatchObject({ verdict: "equal", state: "waiting" });
    await acceptProof(scene.agentId, line?.id ?? "");
    expect(await livePrompt()).toBe("BETTER");
    expect(await newest()).toMatchObject({ state: "probation" });
  });

  test("needs no model while the recorded answers fit", async () => {
    await createSkill(scene.agentId, skillOf("Look.", { "a.md": "A", "b.md": "B" }), user);
    await turn(1, { path: "a.md" });
    await changeSkill("WORSE", { "a.md": "A", "b.md": "B" });
    expect(await tryAll()).toBe(0);
    expect(await newest("skill", "looking")).toMatchObject({ verdict: "equal", tokens: 0 });
  });

  test("that follows another is made on top of it and replaces it; a change by a person replaces both", async () => {
    await turn(1);
    const add = (text: string) =>
      editText(scene.agentId, "system_prompt", (before) => `${before} ${text}`, agent);
    await add("One.");
    await add("Two.");
    expect(await readEdited(scene.agentId, "system_prompt")).toMatchObject({ content: "Be kind. One. Two." });
    expect(await tryAll()).toBe(2);
    expect(await livePrompt()).toBe("Be kind. One. Two.");
    await add("Three.");
    await writeText(scene.agentId, "system_prompt", () => "By hand.", user);
    expect(await tryAll()).toBe(0);
    expect(await livePrompt()).toBe("By hand.");
    expect(await listOpenProofs(scene.agentId)).toEqual([]);
  });

  test("appears in the next request of its conversation when it is held, and in no other", async () => {
    await turn(1);
    const input = { operation: "replace", content: "WORSE" };
    play({ calls: [{ tool: "edit_system_prompt", input }] }, { text: "Changed." });
    const chat = scene.conversation();
    await chunks(await chat.say("Change."));
    await tryAll();
    const held =
      /Version \d+ of the system prompt is stored and not live, because it fails 1 of 1 recent turns/;
    const other = play({ text: "Well." });
    await chunks(await scene.conversation().say("Hello."));
    expect(JSON.stringify(other[0])).not.toMatch(held);
    const next = play({ text: "I see." });
    await chunks(await chat.say("And?"));
    expect(JSON.stringify(next[0])).toMatch(held);
    const { proof } = await readItemProofs(itemOf("system_prompt"));
    await discardProof(scene.agentId, proof?.id ?? "");
    const last = play({ text: "Well." });
    await chunks(await chat.say("And now?"));
    expect(JSON.stringify(last[0])).not.toMatch(held);
  });

  test("appears in the text that the agent reads when it is held, and waits at once when it is made again", async () => {
    await turn(1);
    await prompt("WORSE");
    await tryAll();
    const { content, note } = await readEdited(scene.agentId, "system_prompt");
    expect(content).toBe("Be kind.");
    expect(note).toMatch(/not live, because it fails 1 of 1 recent turns that version \d+ passes/);
    const { proof } = await readItemProofs(itemOf("system_prompt"));
    await discardProof(scene.agentId, proof?.id ?? "");
    expect(await prompt("WORSE")).toMatchObject({ note: expect.stringContaining("discarded before") });
    expect(await tryAll()).toBe(0);
  });
});

test("a late regression returns within one run, with a line in the inbox and a note to the agent", async () => {
  for (let n = 0; n < 3; n++) await turn(1);
  const input = { operation: "replace", content: "BETTER" };
  play({ calls: [{ tool: "edit_system_prompt", input }] }, { text: "Changed." });
  const chat = scene.conversation();
  await chunks(await chat.say("Change."));
  await tryAll();
  expect(await livePrompt()).toBe("BETTER");
  await turn(0);
  await expect.poll(livePrompt).toBe("Be kind.");
  expect(await listOpenProofs(scene.agentId)).toMatchObject([
    { state: "returned", reason: expect.stringContaining("1 of the first 1 turns") },
  ]);
  const { revisions } = await listRevisions(scene.agentId, { kind: "system_prompt", limit: 1 });
  expect(revisions).toMatchObject([{ cause: { returned: expect.anything() } }]);
  const prompts = play({ text: "I see." });
  await chunks(await chat.say("And?"));
  expect(JSON.stringify(prompts[0])).toMatch(/of the system prompt went back by itself: 1 of the first/);
  expect(await prompt("BETTER")).toMatchObject({ live: false });
});

test("a killed trial continues after its last case, and two servers make it once", async () => {
  await turn(1);
  await prompt("BETTER");
  const claimed = await claimTrial();
  const cause = { kind: "replay", trial: claimed?.id ?? "" } as const;
  const copyId = await copyAgent(scene.agentId, { title: "", cause, at: null }, async () => null);
  const conversationId = randomUUID();
  await sql()`insert into conversations (id, agent_id, identity) values (${conversationId}, ${copyId}, '')`;
  await sql()`
    insert into runs (id, agent_id, conversation_id, message_id, status, lease_owner, lease_until)
    values (${randomUUID()}, ${copyId}, ${conversationId}, 'm', 'running', ${randomUUID()}, now() - interval '1 minute')`;
  const prompts = play();
  await recoverRuns(script.equipment);
  await tryChanges(signal, script.equipment);
  expect(prompts).toHaveLength(0);
  expect(await sql()`select from rehearsals`).toHaveLength(1);
  await sql()`update proofs set claimed_until = now() - interval '1 s'`;
  await Promise.all([1, 2].map(() => tryChanges(signal, script.equipment)));
  expect(prompts).toHaveLength(2);
  expect(await sql()`select from rehearsals`).toHaveLength(0);
  expect(await livePrompt()).toBe("BETTER");
});

test("a trial ends when its change is replaced while it runs", async () => {
  await turn(1);
  await turn(1);
  await prompt("BETTER");
  const { promise, resolve } = Promise.withResolvers<void>();
  const prompts = play({ ...look(1), until: promise });
  const trying = tryChanges(signal, script.equipment);
  await expect.poll(() => prompts.length).toBe(1);
  await writeText(scene.agentId, "system_prompt", () => "By hand.", user);
  await prompt("By hand. OTHER");
  resolve();
  await trying;
  // No turn used the text by hand, with which the second change could be compared.
  expect(await livePrompt()).toBe("By hand. OTHER");
  const states = await sql()`select state, json_array_length(cases) as cases from proofs order by version`;
  expect(states).toMatchObject([{ state: "dropped", cases: 0 }, { state: "probation" }]);
});

test("an example is a kept turn, which may expect the same text", async () => {
  const place = await turn(1, undefined, "Seen.");
  const item = itemOf("system_prompt");
  const { id } = await keepExample(scene.agentId, { kind: item.kind, name: item.name, ...place }, signal);
  const { examples } = await readItemProofs(item);
  expect(examples).toMatchObject([
    { input: { message: "Look." }, expected: { as: "success" }, source: place },
  ]);
  await changeExample(scene.agentId, id, { expected: { as: "equal", value: { text: "Seen." } } });
  await prompt("BETTER");
  await tryAll();
  expect(await newest()).toMatchObject({
    verdict: "worse",
    cases: [{ of: "example", after: { text: "Done." } }],
  });
});

test("turns of other members are neither used nor shown", async () => {
  const { agentId } = scene;
  const [ada] = await sql()<{ id: string }[]>`
    insert into members (name, role) values ('Ada', 'member') returning id`;
  const place = await turn(1);
  await sql()`update conversations set member_id = ${ada?.id ?? null} where id = ${place.conversationId}`;
  publishMembers();
  const owner = await actorOf(OWNER_ID);
  const her = await actorOf(ada?.id ?? "");
  await actingAs(owner, () => prompt("WORSE"));
  expect(await tryAll()).toBe(0);
  expect(await newest()).toMatchObject({ cases: [] });
  const from = { kind: "system_prompt", name: "system_prompt", ...place } as const;
  await expect(actingAs(owner, () => keepExample(agentId, from, signal))).rejects.toThrow("no such turn");
  await turn(1);
  await actingAs(owner, () => prompt("WORSE again"));
  await tryAll();
  const seen = await actingAs(owner, () => readItemProofs(itemOf("system_prompt")));
  expect(seen.proof?.cases).toMatchObject([{ input: "Look.", after: { text: "Done." } }]);
  const hidden = await actingAs(her, () => readItemProofs(itemOf("system_prompt")));
  expect(JSON.stringify(hidden.proof)).not.toMatch(/Look|Done|Seen|conversationId/);
  await sql()`delete from conversations where id = ${place.conversationId}`;
  await sql()`delete from members where id = ${ada?.id ?? null}`;
  publishMembers();
});
