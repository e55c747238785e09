import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Provider, startProvider } from "@/e2e/provider/server";
import { newAgent } from "@/lib/code/history/testing/agents";
import { closeAll } from "@/lib/ground/base/process";
import { storedChange } from "@/lib/models/providers/settings-view";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { sql } from "@/lib/store/db";
import { changeBudget } from "@/lib/store/loop/budgets";
import { storeFact } from "@/lib/store/memory/memories";
import { countSearchQueue } from "@/lib/store/search/search-index";
import { testDatabase } from "@/lib/store/testing/database";
import { embedderOf } from "./embedder";
import { indexWritten } from "./indexing";
import { searchMemory } from "./search/search";

let provider: Provider;
let agentId: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await testDatabase();
  process.env.DATABASE_URL = database.url;
  drop = database.drop;
  provider = await startProvider();
});
afterAll(async () => {
  await provider.close();
  await closeAll();
  await drop();
});
beforeEach(async () => {
  agentId = await newAgent();
  await changeSetting(agentId, "provider:openai-compatible", { baseUrl: provider.url });
  provider.log.entries.length = 0;
});

const choose = (name: string | null) =>
  changeSetting(agentId, "general", {
    embeddingModel: name && `openai-compatible/${name}`,
  });
const keep = (...contents: string[]) =>
  Promise.all(
    contents.map((content) =>
      storeFact(agentId, { layer: "long", content }, { author: "person", cause: null }),
    ),
  );
const index = () => indexWritten(new AbortController().signal, 60_000);
const vectors = () => sql()<{ model: string; bytes: number }[]>`
  select split_part(model, ' ', 1) as model, length(vector) as bytes from embeddings where agent_id = ${agentId}`;
const found = async (query: string) => {
  const { results, byMeaning } = await searchMemory(agentId, query, { domain: "facts" });
  return { results: results.map(({ excerpt }) => excerpt), byMeaning };
};
const asked = () => provider.requests.filter(({ path }) => path === "/v1/embeddings").length;

test("a provider's model embeds texts in batches, its calls are recorded, and another model embeds the texts again", async () => {
  await choose("fake-embedding-64");
  await keep("Painting lighthouses", "Swims on Sundays", "Collects stamps");
  await index();
  expect(await vectors()).toEqual(
    Array.from({ length: 3 }, () => ({ model: "openai-compatible/fake-embedding-64", bytes: 64 })),
  );
  // One request measures the model's scale, and one embeds all texts.
  expect(asked()).toBe(2);
  // "painters" shares only its prefix with the text, so the fact is found by meaning.
  expect(await found("painters")).toEqual({ results: ["Painting lighthouses"], byMeaning: true });
  const calls = await sql()`
    select model, count(*)::int as calls, min(input_tokens) > 0 as counted from model_calls where agent_id = ${agentId} group by 1`;
  expect(calls).toEqual([{ model: "openai-compatible/fake-embedding-64", calls: 3, counted: true }]);

  await choose("fake-embedding");
  const { model } = await embedderOf(agentId);
  expect(await countSearchQueue(agentId, model, 100)).toBe(3);
  expect(await found("stamps")).toMatchObject({ results: ["Collects stamps"] });
  await index();
  expect((await vectors()).map(({ bytes }) => bytes)).toEqual([1_536, 1_536, 1_536]);
  expect(await countSearchQueue(agentId, model, 100)).toBe(0);
  expect(await found("painters")).toMatchObject({ results: ["Painting lighthouses"] });

  await choose(null);
  expect((await embedderOf(agentId)).model).toBe("use-lite-en-1");
});

test("search finds words and the queue is kept while the provider is unavailable or the budget is spent", async () => {
  await choose("no-such-model");
  await keep("Painting lighthouses");
  await index();
  expect(await vectors()).toEqual([]);
  expect(await found("lighthouses")).toEqual({ results: ["Painting lighthouses"], byMeaning: false });
  expect(await found("lighthuoses")).toMatchObject({ results: ["Painting lighthouses"] });
  const many = asked();
  await index();
  expect(asked()).toBe(many);
  expect(await countSearchQueue(agentId, (await embedderOf(agentId)).model, 100)).toBe(1);

  await changeBudget(agentId, { dayTokens: 1 });
  await choose("fake-embedding-64");
  await index();
  expect([asked(), await vectors()]).toEqual([many, []]);
  expect(await found("lighthouses")).toMatchObject({ results: ["Painting lighthouses"] });
});

test("the settings reject an embedding model of a provider without embeddings", () => {
  expect(() => storedChange({ embeddingModel: "anthropic/claude" })).toThrow(/has no embeddings/);
  expect(storedChange({ embeddingModel: "openai/text-embedding-3-small" }).general).toMatchObject({
    embeddingModel: "openai/text-embedding-3-small",
  });
});
