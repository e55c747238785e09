import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import { replace } from "@/lib/ground/base/testing/replaced";
import { resolveAgent } from "@/lib/store/agents/agents";
import { sql } from "@/lib/store/db";
import { storeFact } from "@/lib/store/memory/memories";
import { testDatabase } from "@/lib/store/testing/database";
import * as embedding from "./embedder";
import { catchUp } from "./indexing";

let answers = Promise.withResolvers<void>();
replace(embedding, {
  embedderOf: async () => ({
    ...embedding.ownEmbedder,
    isAvailable: () => true,
    embed: async (texts) => {
      await answers.promise;
      return texts.map(() => new Float32Array(512).fill(0.044));
    },
  }),
});

let agentId: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await testDatabase();
  process.env.DATABASE_URL = database.url;
  drop = database.drop;
  agentId = await resolveAgent();
});
afterAll(async () => {
  await closeAll();
  await drop();
});
beforeEach(async () => {
  answers = Promise.withResolvers();
  await sql()`delete from search_queue`;
});

const store = async (count: number) => {
  for (let n = 0; n < count; n++)
    await storeFact(
      agentId,
      { layer: "long", content: `Fact ${n} of ${count}` },
      { author: "agent", cause: null },
    );
};
const isWaiting = async (waits: Promise<void>) =>
  Promise.race([waits.then(() => false), new Promise((resolve) => setTimeout(resolve, 1_000, true))]);

test("catchUp waits until a few new texts are indexed, but does not wait for a backlog", async () => {
  await store(3);
  const few = catchUp(60_000);
  expect(await isWaiting(few)).toBe(true);
  answers.resolve();
  await few;
  answers = Promise.withResolvers();
  await store(100);
  await catchUp(60_000);
  expect(await sql()`select from search_queue`).toHaveLength(100);
  answers.resolve();
});
