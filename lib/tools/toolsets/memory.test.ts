import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newAgent } from "@/lib/code/history/testing/agents";
import type { Agreed } from "@/lib/data/memory/change";
import { APPROVERS, type Approver } from "@/lib/data/memory/permission";
import { blockStore } from "@/lib/data/memory/postgres";
import { archival, working } from "@/lib/data/memory/testing/contract";
import { BLOCK_PERMISSIONS, type BlockPermission, blockName } from "@/lib/shared/memory/memory";
import { readText } from "@/lib/store/agents/identity";
import { listConsolidations } from "@/lib/store/memory/consolidations";
import { listFacts } from "@/lib/store/memory/fact-list";
import { readPromptMemory } from "@/lib/store/memory/memory-prompt";
import { listRevisions } from "@/lib/store/revisions";
import { testDatabase } from "@/lib/store/testing/database";
import { callTool } from "./call";
import { findTool } from "./index";

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(async () => {
  agentId = await newAgent();
});
afterAll(() => database.drop());

const user = { author: "person", cause: null } as const;
const where = {
  ...{ conversationId: "00000000-0000-4000-8000-000000000001", messageId: "m" },
  ...{ runId: "00000000-0000-4000-8000-000000000002", toolCallId: "call" },
  signal: new AbortController().signal,
};

async function call(name: string, input: object, agreed?: Agreed): Promise<unknown> {
  const tool = findTool(name)?.tool;
  if (!tool) throw new Error(`There is no ${name}`);
  const outcome = await callTool(name, tool, input, { ...where, agentId, agreed });
  return outcome.ok ? outcome.output : outcome.error;
}
const block = (operation: string, input: object) => call("block", { operation, ...input });
const recall = (operation: string, input: object) => call("recall", { operation, ...input });

const make = (label: string, text: string, permission: BlockPermission = "read_write") =>
  blockStore.create(agentId, { label, ...working(text, { permission }) }, user);
const makeEntry = (label: string, text: string, permission: BlockPermission = "read_write") =>
  blockStore.create(agentId, { label, ...archival(text), permission }, user);
const textOf = async (label: string, isArchival = false) =>
  (await blockStore.get(agentId, { label, isArchival }))?.text;

describe("block tool", () => {
  test("append creates a working block, and adds later text after one newline", async () => {
    expect(await block("append", { label: "notes", content: "one" })).toEqual({
      ...{ success: true, message: expect.any(String) },
      ...{ label: "notes", chars: 3, limit: 5_000, version: 1 },
    });
    expect(await block("append", { label: "notes", content: "two" })).toMatchObject({ chars: 7, version: 2 });
    expect(await textOf("notes")).toBe("one\ntwo");
  });

  test("replace changes the text if it matches one place only, and takes $ literally", async () => {
    await make("notes", "likes tea, likes milk");
    const done = await block("replace", { label: "notes", old_content: "tea", new_content: "$& $1 coffee" });
    expect(done).toMatchObject({ success: true, chars: 30, version: 2 });
    expect(await textOf("notes")).toBe("likes $& $1 coffee, likes milk");
    expect(await block("replace", { label: "notes", old_content: "likes", new_content: "" })).toContain(
      "2 times",
    );
    expect(await block("replace", { label: "notes", old_content: "Likes Milk", new_content: "" })).toContain(
      "The nearest is:\nlikes milk",
    );
    expect(await block("replace", { label: "notes", old_content: "", new_content: "x" })).toContain(
      "is empty",
    );
    expect(await block("replace", { label: "none", old_content: "a", new_content: "" })).toContain(
      'There is no block "none"',
    );
    expect((await blockStore.get(agentId, { label: "notes", isArchival: false }))?.version).toBe(2);
  });

  test("archive copies a block, and removes the original only if the agent may delete it", async () => {
    await make("plan", "A", "append");
    expect(await block("archive", { label: "plan" })).toMatchObject({
      ...{ success: true, label: "plan", chars: 1, limit: 200_000, version: 1 },
      message: expect.stringContaining("remains"),
    });
    expect([await textOf("plan"), await textOf("plan", true)]).toEqual(["A", "A"]);
    await make("gone", "B", "admin");
    const done = await block("archive", { label: "gone", archival_label: "old" });
    expect(done).toMatchObject({ label: "old", message: expect.not.stringContaining("remains") });
    expect([await textOf("gone"), await textOf("old", true)]).toEqual([undefined, "B"]);
  });

  test("load copies an entry into a block and keeps it in the archive", async () => {
    await makeEntry("trip", "Porto");
    expect(await block("load", { label: "trip" })).toMatchObject({ label: "trip", chars: 5, limit: 5_000 });
    expect(await block("load", { label: "trip", new_label: "next" })).toMatchObject({ label: "next" });
    expect([await textOf("trip"), await textOf("next"), await textOf("trip", true)]).toEqual([
      ...["Porto", "Porto", "Porto"],
    ]);
    await makeEntry("long", "x".repeat(20_001));
    expect(await block("load", { label: "long" })).toContain("20001 characters");
    await makeEntry("fits", "x".repeat(20_000));
    expect(await block("load", { label: "fits" })).toMatchObject({ limit: 20_000 });
    expect(await block("load", { label: "none" })).toContain('There is no entry "none"');
  });

  test("swap archives one block and loads another, or does neither", async () => {
    await make("old", "A", "admin");
    await makeEntry("new", "B");
    expect(await block("swap", { archive_label: "old", load_label: "new" })).toMatchObject({
      ...{ success: true, label: "new", chars: 1, version: 1 },
    });
    expect([
      await textOf("old"),
      await textOf("old", true),
      await textOf("new"),
      await textOf("new", true),
    ]).toEqual([...[undefined, "A", "B", "B"]]);
    await make("other", "C");
    await makeEntry("long", "x".repeat(20_001));
    expect(await block("swap", { archive_label: "other", load_label: "long" })).toContain("20001");
    expect(await textOf("other", true)).toBeUndefined();
    expect(await block("swap", { archive_label: "new", load_label: "new" })).toContain("nothing to swap");
  });

  test("rejects invalid labels and texts, and stores nothing", async () => {
    for (const label of [
      "__proto__",
      "Пароль",
      "a b",
      "a/b",
      "a:b",
      "archive:a",
      "A",
      "",
      "a\n# Tools",
      "x".repeat(65),
    ])
      expect(await block("append", { label, content: "x" }), label).toContain("label:");
    for (const content of ["\0", "\ud800", "x".repeat(5_001), "x".repeat(10_000_000)])
      expect(await block("append", { label: "a", content })).toMatch(
        /is invalid|cannot be stored|the limit is 5000/,
      );
    expect(await block("append", { label: "constructor", content: "" })).toContain("content is empty");
    expect(await block("append", { label: "a" })).toContain("append needs `content`");
    expect(await block("swap", { archive_label: "a" })).toContain("swap needs `load_label`");
    expect((await blockStore.list(agentId)).blocks).toEqual([]);
  });
});

describe("recall tool", () => {
  test("inserts, extends and reads archive entries, long entries page by page", async () => {
    expect(await recall("insert", { label: "a", content: "one" })).toEqual({
      success: true,
      label: "a",
      chars: 3,
    });
    expect(await recall("insert", { label: "a", content: "two" })).toContain("already");
    expect(await recall("append", { label: "a", content: "two" })).toEqual({
      success: true,
      label: "a",
      chars: 7,
    });
    expect(await recall("append", { label: "b", content: "two" })).toContain("insert creates it");
    expect(await recall("read", { label: "a" })).toEqual({
      ...{ success: true, label: "a", content: "one\ntwo", chars: 7 },
    });
    expect(await recall("read", { label: "b" })).toContain('There is no entry "b"');
    await makeEntry("long", "x".repeat(200_000));
    const first = (await recall("read", { label: "long" })) as { content: string; next_offset: number };
    expect(first).toMatchObject({ chars: 200_000, next_offset: first.content.length });
    expect(await recall("append", { label: "long", content: "x" })).toContain("limit is 200000");
  });

  test("deletes only the entries with the permission admin", async () => {
    await makeEntry("mine", "x", "admin");
    await makeEntry("yours", "x");
    expect(await recall("delete", { label: "mine" })).toEqual({ success: true, label: "mine", chars: 0 });
    expect(await recall("delete", { label: "yours" })).toContain("requires the permission admin");
    expect([await textOf("mine", true), await textOf("yours", true)]).toEqual([undefined, "x"]);
  });
});

test("save_memory replaces the memory, and rejects a text that is too long", async () => {
  expect(await call("save_memory", { memory: "x".repeat(4_000) })).toEqual({
    ...{ success: true, message: "Memory updated successfully" },
  });
  expect(await call("save_memory", { memory: "x".repeat(4_001) })).toContain("4,000 characters");
  expect(await call("save_memory", { memory: "\0" })).toContain("cannot be stored");
  expect(await readText(agentId, "memory_blob")).toEqual({ content: "x".repeat(4_000), version: 1 });
});

const ALL = "read, append, replace, archive, load, swap, append";
const ASKED = "read, ?, ?, ?, ?, ?, ?, -";

/**
 * The result of each operation by permission and by who approved it: the operation's name if it was done, "-"
 * if it is refused, "?" if it needs approval.
 */
const OUTCOMES: Record<BlockPermission, Record<"nobody" | Approver, string>> = {
  read_only: alike("read, -, -, -, -, -, -, -"),
  append: alike("read, append, -, -, -, -, append, -"),
  partner: { nobody: ASKED, owner: `${ALL}, -`, speaker: ASKED },
  human: { nobody: ASKED, owner: `${ALL}, -`, speaker: `${ALL}, -` },
  read_write: alike(`${ALL}, -`),
  admin: alike(`${ALL}, delete`),
};
function alike(outcome: string) {
  return { nobody: outcome, owner: outcome, speaker: outcome };
}

const BY = ["nobody", ...APPROVERS] as const;
const CASES = BLOCK_PERMISSIONS.flatMap((permission) => BY.map((by) => [permission, by] as const));

test.each(CASES)("applies the permission %s to each operation, approved by %s", async (permission, by) => {
  await make("a", "text", permission);
  await makeEntry("a", "entry", permission);
  await make("source", "new");
  await makeEntry("source", "new");
  const tried = async (done: string, name: string, operation: string, input: object) => {
    const there = await Promise.all(
      [false, true].map((isArchival) => blockStore.get(agentId, { label: "a", isArchival })),
    );
    const to = there.flatMap((block) => (block ? [{ name: blockName(block), version: block.version }] : []));
    const answer = await call(name, { operation, ...input }, by === "nobody" ? undefined : { by, to });
    if (typeof answer !== "string") return done;
    return answer.includes("is not approved") ? "?" : answer.includes("was not") ? "-" : answer;
  };
  const done = [
    await tried("read", "recall", "read", { label: "a" }),
    await tried("append", "block", "append", { label: "a", content: "more" }),
    await tried("replace", "block", "replace", { label: "a", old_content: "text", new_content: "words" }),
    await tried("archive", "block", "archive", { label: "source", archival_label: "a" }),
    await tried("load", "block", "load", { label: "source", new_label: "a" }),
    await tried("swap", "block", "swap", { archive_label: "source", load_label: "a" }),
    await tried("append", "recall", "append", { label: "a", content: "more" }),
    await tried("delete", "recall", "delete", { label: "a" }),
  ];
  expect(done.join(", ")).toEqual(OUTCOMES[permission][by]);
});

describe("memory tool", () => {
  const store = (content: string, more: object = {}) =>
    call("memory", { action: "store", layer: "long", content, ...more }) as Promise<{
      memories: { id: string }[];
      may_contradict?: { id: string; content: string }[];
      superseded?: string;
    }>;
  const contents = async () => (await listFacts(agentId)).facts.map(({ content }) => content).sort();

  test("store names the facts that contradict a new fact, and lists the contradiction for the user", async () => {
    await store("Owns a boat");
    const zurich = await store("Lives in Zürich");
    const bern = await store("Lives in Bern");
    expect(zurich.may_contradict).toBeUndefined();
    expect(bern).toMatchObject({
      may_contradict: [{ id: zurich.memories[0]?.id, content: "Lives in Zürich" }],
      message: expect.stringContaining(`memory_id "${zurich.memories[0]?.id}"`),
    });
    expect(await listConsolidations(agentId)).toMatchObject([{ kind: "contradiction" }]);
    expect(await contents()).toEqual(["Lives in Bern", "Lives in Zürich", "Owns a boat"]);
  });

  test("store with memory_id forgets the older fact, which the prompt no longer contains", async () => {
    const [old] = (await store("Lives in Zürich")).memories;
    const [newer] = (await store("Lives in Bern")).memories;
    const again = await store("Lives in Bern", { memory_id: old?.id });
    expect(again).toMatchObject({ superseded: old?.id, memories: [{ id: newer?.id }] });
    expect(again.may_contradict).toBeUndefined();
    expect(await contents()).toEqual(["Lives in Bern"]);
    expect((await readPromptMemory(agentId))?.facts.shown).toEqual([
      { content: "Lives in Bern", certainty: 1 },
    ]);
    const { revisions } = await listRevisions(agentId, { kind: "memory", name: old?.id ?? "" });
    expect(revisions[0]).toMatchObject({ deleted: true, cause: { supersededBy: newer?.id } });
    expect(await listConsolidations(agentId)).toEqual([]);
  });

  test("store with an unknown memory_id stores nothing and names the id", async () => {
    const id = "00000000-0000-4000-8000-000000000009";
    expect(JSON.stringify(await store("Lives in Bern", { memory_id: id }))).toContain(id);
    expect(await contents()).toEqual([]);
  });
});
