import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newAgent } from "@/lib/code/history/testing/agents";
import { sql } from "@/lib/store/db";
import { readPromptMemory } from "@/lib/store/memory/memory-prompt";
import { listRevisions } from "@/lib/store/revisions";
import { testDatabase } from "@/lib/store/testing/database";
import { blockStore } from "./postgres";
import { memoryText } from "./prompt";
import { shareWith, unshareWith } from "./sharing";
import { changeMemoryBlock, createMemoryBlock, deleteMemoryBlock, findBlock } from "./user";

let database: Awaited<ReturnType<typeof testDatabase>>;
let [owner, other, third] = ["", "", ""];
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(async () => {
  [owner, other, third] = await Promise.all([newAgent(), newAgent(), newAgent()]);
  await sql()`update agents set name = 'Ada' where id = ${owner}`;
  await createMemoryBlock(owner, { label: "plan", kind: "core", text: "Peas.", permission: "partner" });
});
afterAll(() => database.drop());

const agent = { author: "agent", cause: null } as const;
const plan = { label: "plan", isArchival: false };
const own = () => findBlock(owner, "plan", {});
const share = async (permission: "read_only" | "append" | "admin") =>
  shareWith(owner, await own(), other, permission);
const textOf = async (id: string) => (await blockStore.get(id, plan))?.text;

test("a shared block is shown only in the other agent's prompt, with its permission and the owner's name", async () => {
  expect(await share("read_only")).toEqual([{ agent: other, name: "Other", permission: "read_only" }]);
  const memory = await readPromptMemory(other);
  expect(memory && memoryText(memory)).toContain("## plan (read_only, 5/5000, shared by Ada)\nPeas.");
  expect((await blockStore.list(other)).blocks).toMatchObject([
    { label: "plan", permission: "read_only", sharedBy: { agent: owner, name: "Ada" } },
  ]);
  expect((await blockStore.list(other, { kind: "archival" })).blocks).toEqual([]);
  expect(await blockStore.get(third, plan)).toBeNull();
  expect((await readPromptMemory(third))?.blocks).toEqual([]);
});

test("a write of the other agent is a version of the owner's block, which keeps its permission", async () => {
  await share("append");
  await blockStore.append(other, plan, "Beans.", agent);
  expect(await own()).toMatchObject({ text: "Peas.\nBeans.", permission: "partner", version: 2 });
  expect((await listRevisions(other, { kind: "block" })).revisions).toEqual([]);
  await changeMemoryBlock(other, plan, { text: "Leeks." });
  expect(await textOf(owner)).toBe("Leeks.");
  for (const change of [{ permission: "admin" }, { charLimit: 9_000 }, { kind: "working" }] as const)
    await expect(changeMemoryBlock(other, plan, change)).rejects.toMatchObject({ code: "forbidden" });
  await expect(deleteMemoryBlock(other, plan)).rejects.toThrow(/belongs to Ada/);
  expect(await own()).toMatchObject({ text: "Leeks.", permission: "partner" });
});

test("no write is lost when both agents write to the block at the same time", async () => {
  await share("append");
  await Promise.all(
    Array.from({ length: 10 }, (_, n) => blockStore.append(n % 2 ? owner : other, plan, `line ${n}`, agent)),
  );
  expect((await textOf(owner))?.split("\n").toSorted()).toHaveLength(11);
});

test("sharing ends when the block or the owner is deleted, or on request", async () => {
  await share("read_only");
  expect(await unshareWith(owner, await own(), other)).toEqual([]);
  expect(await blockStore.get(other, plan)).toBeNull();
  await expect(unshareWith(owner, await own(), other)).rejects.toMatchObject({ code: "not_found" });
  await share("admin");
  await sql()`update agents set deleted_at = now() where id = ${owner}`;
  expect(await blockStore.get(other, plan)).toBeNull();
  await sql()`update agents set deleted_at = null where id = ${owner}`;
  await deleteMemoryBlock(owner, plan);
  expect(await blockStore.get(other, plan)).toBeNull();
});

test("shareWith rejects the owner itself, unknown agents, taken labels, borrowed and archival blocks", async () => {
  await expect(shareWith(owner, await own(), owner, "admin")).rejects.toThrow(/another agent/);
  await expect(shareWith(owner, await own(), "Nobody", "admin")).rejects.toMatchObject({ code: "not_found" });
  await createMemoryBlock(third, { label: "plan", kind: "core", text: "" });
  await expect(shareWith(owner, await own(), third, "admin")).rejects.toThrow(/already has a block "plan"/);
  await share("admin");
  const theirs = await findBlock(other, "plan", {});
  await expect(shareWith(other, theirs, third, "admin")).rejects.toThrow(/belongs to Ada/);
  await createMemoryBlock(owner, { label: "old", kind: "archival", text: "" });
  await expect(shareWith(owner, await findBlock(owner, "old", {}), other, "admin")).rejects.toThrow(
    /archive/,
  );
});
