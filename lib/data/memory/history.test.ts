import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { restoreVersion } from "@/lib/code/history/restore";
import { previewAgentRestore, restoreAgentTo } from "@/lib/code/history/restore-point";
import { newAgent } from "@/lib/code/history/testing/agents";
import { MAX_CONTEXT_BLOCKS } from "@/lib/shared/memory/memory";
import { readText, writeText } from "@/lib/store/agents/identity";
import { listRevisions } from "@/lib/store/revisions";
import { testDatabase } from "@/lib/store/testing/database";
import { blockStore } from "./postgres";
import { working } from "./testing/contract";

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const user = { author: "person", cause: null } as const;
const a = { label: "a", isArchival: false };

test("an earlier version of a block, even of a deleted one, can be restored if the text fits", async () => {
  const agent = await newAgent();
  await blockStore.create(agent, { label: "a", ...working("one", { permission: "partner" }) }, user);
  await blockStore.update(agent, a, (block) => ({ ...block, text: "two", permission: "admin" }), user);
  await blockStore.persist(agent, [a], () => [null], user);
  const { revisions } = await listRevisions(agent, { kind: "block", name: "a" });
  const first = revisions.at(-1)?.id ?? "";
  await restoreVersion(agent, first);
  expect(await blockStore.get(agent, a)).toMatchObject({ text: "one", permission: "partner", version: 4 });
  await blockStore.persist(agent, [a], () => [null], user);
  for (let n = 0; n < MAX_CONTEXT_BLOCKS; n++)
    await blockStore.create(agent, { label: `b${n}`, ...working("") }, user);
  await expect(restoreVersion(agent, first)).rejects.toMatchObject({ code: "conflict" });
  expect(await blockStore.get(agent, a)).toBeNull();
});

test("memory can be restored to a point in time, even to one before the agent had memory", async () => {
  const agent = await newAgent();
  const nextInstant = async () => {
    const at = new Date().toISOString();
    await vi.waitFor(() => expect(new Date().toISOString() > at).toBe(true));
    return at;
  };
  const before = await nextInstant();
  await writeText(agent, "memory_blob", () => "Likes tea", user);
  await blockStore.create(agent, { label: "a", ...working("one") }, user);
  const between = await nextInstant();
  await writeText(agent, "memory_blob", () => "", user);
  await blockStore.update(agent, a, () => working("two"), user);
  await restoreAgentTo(agent, between);
  expect([(await readText(agent, "memory_blob")).content, (await blockStore.get(agent, a))?.text]).toEqual([
    ...["Likes tea", "one"],
  ]);
  await restoreAgentTo(agent, before);
  expect([await readText(agent, "memory_blob"), await blockStore.get(agent, a)]).toEqual([
    { content: "", version: 4 },
    null,
  ]);
  expect((await previewAgentRestore(agent, before)).changes).toEqual([]);
  await restoreAgentTo(agent, between);
  expect([(await readText(agent, "memory_blob")).content, (await blockStore.get(agent, a))?.text]).toEqual([
    ...["Likes tea", "one"],
  ]);
});
