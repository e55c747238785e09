import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newAgent } from "@/lib/code/history/testing/agents";
import { sql } from "@/lib/store/db";
import { listConsolidations } from "@/lib/store/memory/consolidations";
import { listFacts } from "@/lib/store/memory/fact-list";
import { changeFact } from "@/lib/store/memory/memories";
import { listRevisions } from "@/lib/store/revisions";
import { testDatabase } from "@/lib/store/testing/database";
import { consolidate } from "./consolidate";
import { keepConsolidation, keepNewer, undoConsolidation } from "./consolidations";
import { facts } from "./facts";
import { indexWritten } from "./indexing";
import type { FactToKeep } from "./store";

let database: Awaited<ReturnType<typeof testDatabase>>;
let agent: string;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(async () => {
  agent = await newAgent();
});
afterAll(() => database.drop());

const user = { author: "person", cause: null } as const;
const keep = (content: string, over: Partial<FactToKeep> & { origins?: string[] } = {}) => {
  const { origins = [], ...rest } = over;
  return facts.remember(agent, { layer: "long", content, ...rest }, { ...user, origins });
};
const tidy = (over: Partial<Parameters<typeof consolidate>[1]> = {}) =>
  consolidate(agent, { since: null, sumUp: null, ...over });
const contents = async () => (await listFacts(agent)).facts.map(({ content }) => content).sort();
const changes = () => listConsolidations(agent);

test("consolidate merges equal facts with the origins of both, and the merge can be undone", async () => {
  const old = await keep("Is allergic to peanuts", { certainty: 0.9, origins: ["https://a.test"] });
  const other = await keep("Has a peanut allergy", {
    ...{ layer: "mid", certainty: 0.5, origins: ["https://b.test"] },
  });
  await keep("Owns a boat");
  await indexWritten(new AbortController().signal, 60_000);
  await tidy();
  expect(await contents()).toEqual(["Is allergic to peanuts", "Owns a boat"]);
  const [change] = await changes();
  expect(change).toMatchObject({
    kind: "merged",
    facts: [
      { id: old.id, before: "Is allergic to peanuts", now: "Is allergic to peanuts" },
      { id: other.id, before: "Has a peanut allergy", now: null },
    ],
  });
  const { facts: left } = await listFacts(agent, { layer: "long" });
  expect(left.find(({ id }) => id === old.id)).toMatchObject({
    ...{ certainty: 0.9, origins: ["https://a.test", "https://b.test"] },
  });
  const { revisions } = await listRevisions(agent, { kind: "memory", name: other.id });
  expect(revisions[0]).toMatchObject({
    ...{ author: "system", deleted: true, cause: { consolidation: { id: change?.id } } },
  });
  await undoConsolidation(agent, change?.id ?? "");
  expect(await contents()).toEqual(["Has a peanut allergy", "Is allergic to peanuts", "Owns a boat"]);
  const back = (await listFacts(agent)).facts;
  expect(back.find(({ id }) => id === old.id)?.origins).toEqual(["https://a.test"]);
  expect(back.find(({ id }) => id === other.id)).toMatchObject({ layer: "mid", origins: ["https://b.test"] });
  await expect(undoConsolidation(agent, change?.id ?? "")).rejects.toMatchObject({ code: "not_found" });
  // The user undid this merge, so a later consolidation does not propose it again.
  await tidy();
  expect(await contents()).toHaveLength(3);
});

test("consolidate keeps the more detailed of two facts, then the longer-lived, the more certain, the newer", async () => {
  await keep("Bakes bread on Sunday", { certainty: 1 });
  await keep("Bakes rye bread on Sunday", { layer: "short", certainty: 0.2 });
  const surer = await keep("Swims in the lake", { certainty: 0.9 });
  await keep("Is swimming in the lake", { certainty: 0.8 });
  await keep("Runs in the wood", {});
  const newer = await keep("Is running in the wood", {});
  await tidy();
  expect(await contents()).toEqual(["Bakes rye bread on Sunday", surer.content, newer.content].sort());
  const [rye] = (await listFacts(agent)).facts.filter(({ content }) => content.includes("rye"));
  expect(rye).toMatchObject({ layer: "long", certainty: 1 });
});

test("consolidate reports a contradiction once and keeps both facts", async () => {
  const [bern, basel] = [await keep("Lives in Bern"), await keep("Lives in Basel")];
  await tidy();
  await tidy();
  expect(await contents()).toEqual(["Lives in Basel", "Lives in Bern"]);
  const [change, ...rest] = await changes();
  expect(rest).toEqual([]);
  expect(change).toMatchObject({ kind: "contradiction", facts: [{ id: basel.id }, { id: bern.id }] });
  await keepConsolidation(agent, change?.id ?? "");
  await tidy();
  expect(await changes()).toEqual([]);
});

test("keepNewer forgets the older of two contradicting facts", async () => {
  const [bern, basel] = [await keep("Lives in Bern"), await keep("Lives in Basel")];
  await tidy();
  const [change] = await changes();
  await keepNewer(agent, change?.id ?? "");
  expect(await contents()).toEqual([basel.content]);
  expect(await changes()).toEqual([]);
  const { revisions } = await listRevisions(agent, { kind: "memory", name: bern.id });
  expect(revisions[0]).toMatchObject({ deleted: true, cause: { supersededBy: basel.id } });
});

test("consolidate skips pinned and session facts and other agents, and compares only new facts", async () => {
  const pinned = await keep("Lives in Bern");
  await changeFact(agent, pinned.id, { pinned: true }, user);
  await keep("lives in Bern");
  await keep("Eats rye", {});
  const other = await newAgent();
  await facts.remember(other, { layer: "long", content: "eats Rye." }, user);
  await tidy();
  await keep("eats rye!");
  await tidy({ since: new Date(Date.now() + 60_000).toISOString() });
  expect(await changes()).toEqual([]);
  expect(await contents()).toHaveLength(4);
});

test("consolidate summarizes expiring facts if a model is available, and undo restores them", async () => {
  const short = ["Fixed the oven.", "Ordered flour.", "Asked for a grant."];
  for (const content of short) await keep(content, { layer: "short", origins: ["https://a.test"] });
  await sql()`update memories set expires_at = now() + interval '2 days' where agent_id = ${agent}`;
  await tidy({ sumUp: async () => null });
  expect(await contents()).toEqual([...short].sort());
  await tidy({ sumUp: async (all) => `Spring: ${all.join(" ")}` });
  const [summary, ...rest] = (await listFacts(agent)).facts;
  expect(rest).toEqual([]);
  expect(summary).toMatchObject({
    ...{ layer: "mid", content: `Spring: ${short.join(" ")}`, category: "summary" },
    origins: ["https://a.test"],
  });
  const [change] = await changes();
  expect(change).toMatchObject({ kind: "summarised", facts: [{ before: null }, {}, {}, {}] });
  await undoConsolidation(agent, change?.id ?? "");
  expect(await contents()).toEqual([...short].sort());
});

test("undoConsolidation undoes nothing if one of the facts has changed since", async () => {
  const into = await keep("Swims in the lake", { certainty: 0.9 });
  await keep("Is swimming in the lake", { certainty: 0.8 });
  await tidy();
  await changeFact(agent, into.id, { content: "Swims in the sea" }, user);
  const [change] = await changes();
  await expect(undoConsolidation(agent, change?.id ?? "")).rejects.toMatchObject({ code: "conflict" });
  expect(await contents()).toEqual(["Swims in the sea"]);
  expect(await changes()).toHaveLength(1);
});

test("consolidate closes the changes of forgotten facts, and the text of changes that the user settled is deleted", async () => {
  const bern = await keep("Lives in Bern");
  await keep("Lives in Basel");
  const into = await keep("Swims in the lake", { certainty: 0.9 });
  await keep("Is swimming in the lake", { certainty: 0.8 });
  await tidy();
  expect((await changes()).map(({ kind }) => kind).sort()).toEqual(["contradiction", "merged"]);
  await facts.forget(agent, bern.id, user);
  const [merged, ...rest] = await changes();
  expect([merged?.kind, rest]).toEqual(["merged", []]);
  await facts.forget(agent, into.id, user);
  expect(await changes()).toEqual([]);
  // Storing the same fact again reopens its change.
  await facts.remember(agent, { layer: "long", content: into.content }, user);
  expect(await changes()).toMatchObject([{ id: merged?.id }]);
  await keepConsolidation(agent, merged?.id ?? "");
  const [row] = await sql()`select before from consolidations where id = ${merged?.id ?? ""}`;
  expect(row?.before).toEqual([]);
});

test("consolidate makes each change only once if two servers consolidate at the same time", async () => {
  for (const n of [1, 2, 3]) await keep(`Buys flour ${"!".repeat(n)}`);
  await Promise.all([tidy(), tidy(), tidy()]);
  await tidy();
  expect(await contents()).toHaveLength(1);
  expect(await changes()).toHaveLength(2);
});
