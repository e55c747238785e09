import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { blockStore } from "@/lib/data/memory/postgres";
import { working } from "@/lib/data/memory/testing/contract";
import type { BlockPermission } from "@/lib/shared/memory/memory";
import { readSettings } from "@/lib/store/agents/settings";
import { sql } from "@/lib/store/db";
import { listRevisions } from "@/lib/store/revisions";
import { lab, withLab } from "./testing/lab";
import { type Step, scripted } from "./testing/model";
import { call } from "./testing/own-tools";
import { newScript } from "./testing/script";
import { chunks, stage } from "./testing/stage";

const script = newScript({}, withLab());
let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
afterAll(() => scene.close());
afterEach(async () => {
  lab.reset();
  await sql()`with shared as (delete from workspace_settings) delete from settings`;
  await sql()`delete from memory_blocks`;
  await sql()`delete from revisions where kind = 'block'`;
});

const user = { author: "person", cause: null } as const;
const key = (label: string) => ({ label, isArchival: false });

const make = (label: string, text: string, permission: BlockPermission = "partner") =>
  blockStore.create(scene.agentId, { label, ...working(text, { permission }) }, user);
const textOf = async (label: string) => (await blockStore.get(scene.agentId, key(label)))?.text;
const versions = async (name: string) =>
  (await listRevisions(scene.agentId, { kind: "block", name })).revisions.length;

function play(...steps: Step[]) {
  const made = scripted([...steps, { text: "Done." }]);
  script.model = made.model;
  return { ...scene.conversation(), prompts: made.prompts };
}
const append = (content: string, label = "about", id?: string) =>
  call("block", { operation: "append", label, content }, id);

test.each(["partner", "human"] as const)(
  "a change of a block with the permission %s is shown to the user and applied after approval",
  async (permission) => {
    await make("about", "likes tea", permission);
    const talk = play({ calls: [append("likes milk")] });
    await chunks(await talk.say("go"));
    expect(await textOf("about")).toBe("likes tea");
    const { asks, messages } = await talk.read();
    const change = {
      name: "about",
      permission,
      version: 1,
      before: "likes tea",
      after: "likes tea\nlikes milk",
    };
    expect(asks).toMatchObject([{ kind: "approval", because: { kind: "block", changes: [change] } }]);
    expect(messages.at(-1)?.metadata).toMatchObject({ calls: { block: { because: { changes: [change] } } } });
    await chunks(await talk.answer("block", { decision: "approve" }));
    expect(await textOf("about")).toBe("likes tea\nlikes milk");
    await chunks(await talk.answer("block", { decision: "approve" }));
    expect([await textOf("about"), await versions("about")]).toEqual(["likes tea\nlikes milk", 2]);
  },
);

test("a rejected change leaves the block unchanged and is recorded", async () => {
  await make("about", "likes tea");
  const talk = play({ calls: [append("likes milk")] });
  await chunks(await talk.say("go"));
  await chunks(await talk.answer("block", { decision: "reject", reason: "I do not." }));
  expect([await textOf("about"), await versions("about")]).toEqual(["likes tea", 1]);
  expect(JSON.stringify(talk.prompts[1])).toContain("I do not.");
  expect((await talk.read()).asks).toEqual([]);
});

test("a change asks again if the block has changed since the user saw the change", async () => {
  await make("about", "likes tea");
  const talk = play({ calls: [append("likes milk")] });
  await chunks(await talk.say("go"));
  await blockStore.update(scene.agentId, key("about"), (block) => ({ ...block, text: "hates tea" }), user);
  await chunks(await talk.answer("block", { decision: "approve" }));
  expect(await textOf("about")).toBe("hates tea");
  const { asks } = await talk.read();
  expect(asks).toMatchObject([{ because: { changes: [{ version: 2, after: "hates tea\nlikes milk" }] } }]);
  await chunks(await talk.answer("block", { decision: "approve" }));
  expect(await textOf("about")).toBe("hates tea\nlikes milk");
});

test("of two approved changes of one block only one is made, and the other must be requested again", async () => {
  await make("about", "a");
  const talk = play({ calls: [append("b", "about", "one"), append("c", "about", "two")] });
  await chunks(await talk.say("go"));
  await chunks(await talk.answer("one", { decision: "approve" }));
  await chunks(await talk.answer("two", { decision: "approve" }));
  expect(await textOf("about")).toMatch(/^a\n[bc]$/);
  expect(JSON.stringify(talk.prompts.at(-1))).toContain("Call again to request approval");
});

test("each change of a block asks, because no permission is remembered for the conversation or the tool", async () => {
  await make("about", "a");
  const talk = play({ calls: [append("b", "about", "one")] }, { calls: [append("c", "about", "two")] });
  await chunks(await talk.say("go"));
  await chunks(await talk.answer("one", { decision: "approve", remember: "always" }));
  expect((await talk.read()).asks).toMatchObject([{ toolCallId: "two" }]);
  expect((await readSettings(scene.agentId)).tools.block).toBeUndefined();
  await chunks(await talk.answer("two", { decision: "approve", remember: "conversation" }));
  expect((await talk.read()).conversation.approvedTools).toEqual([]);
});

test("an edited call approves only the change of the shown block", async () => {
  await make("about", "a");
  await make("other", "a");
  const talk = play({ calls: [append("b", "about", "one")] }, { calls: [append("c", "about", "two")] });
  await chunks(await talk.say("go"));
  const mended = { operation: "append", label: "about", content: "better" };
  await chunks(await talk.answer("one", { decision: "edit", input: mended }));
  expect(await textOf("about")).toBe("a\nbetter");
  await chunks(await talk.answer("two", { decision: "edit", input: { ...mended, label: "other" } }));
  expect([await textOf("about"), await textOf("other")]).toEqual(["a\nbetter", "a"]);
});

test("an approved change is refused if the block became read-only in the meantime", async () => {
  await make("about", "a");
  const talk = play({ calls: [append("b")] });
  await chunks(await talk.say("go"));
  await blockStore.update(
    scene.agentId,
    key("about"),
    (block) => ({ ...block, permission: "read_only" }),
    user,
  );
  await chunks(await talk.answer("block", { decision: "approve" }));
  expect(await textOf("about")).toBe("a");
  expect(JSON.stringify(talk.prompts.at(-1))).toContain("it is read_only");
});

test("one ask covers both the change and the web text that was read", async () => {
  await make("about", "a");
  const talk = play({ calls: [{ tool: "browse", input: { n: 1 } }] }, { calls: [append("b")] });
  await chunks(await talk.say("go"));
  expect((await talk.read()).asks).toMatchObject([
    { because: { kind: "block", origins: ["https://site1.test"], changes: [{ name: "about" }] } },
  ]);
  await chunks(await talk.answer("block", { decision: "approve" }));
  expect(await textOf("about")).toBe("a\nb");
});

test("a change that is impossible fails without asking", async () => {
  await make("about", "a");
  const replace = { operation: "replace", label: "about", old_content: "x", new_content: "y" };
  const talk = play({ calls: [call("block", replace), append("x".repeat(6_000), "about", "long")] });
  await chunks(await talk.say("go"));
  expect((await talk.read()).asks).toEqual([]);
  expect(JSON.stringify(talk.prompts[1])).toMatch(/does not occur in.*the limit is 5000/);
});

test("concurrent writes by agents, tabs and a job lose no text, and a conflicting one is refused", async () => {
  await make("about", "start", "read_write");
  const line = (n: number) => append(`line ${n}`);
  const talks = [1, 2, 3].map((n) => {
    const talk = scene.conversation();
    return { talk, n };
  });
  const { model } = scripted(
    Array.from({ length: 6 }, () => ({ prompt }) => {
      const number = /Write (\d)/.exec(JSON.stringify(prompt.findLast(({ role }) => role === "user")))?.[1];
      const isDone = prompt.at(-1)?.role === "tool";
      return isDone ? { text: "Done." } : { calls: [line(Number(number))] };
    }),
  );
  script.model = model;
  const tab = (text: string) =>
    blockStore.update(
      scene.agentId,
      key("about"),
      (block) => ({ ...block, text: `${block.text}\n${text}` }),
      user,
      1,
    );
  const [first, second] = await Promise.allSettled([
    tab("tab one"),
    tab("tab two"),
    ...talks.map(async ({ talk, n }) => chunks(await talk.say(`Write ${n}`))),
  ]);
  await Promise.all(talks.map(({ talk }) => talk.read()));
  const text = (await textOf("about")) ?? "";
  for (const n of [1, 2, 3]) expect(text).toContain(`line ${n}`);
  for (const [outcome, written] of [
    [first, "tab one"],
    [second, "tab two"],
  ] as const) {
    expect(text.includes(written)).toBe(outcome?.status === "fulfilled");
    if (outcome?.status === "rejected") expect(outcome.reason).toMatchObject({ code: "conflict" });
  }
});
