import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newAgent } from "@/lib/history/testing/agents";
import { testDatabase } from "@/lib/store/testing/database";
import { runQuery } from "./query";
import type { Query } from "./work";

/** One case: what is there, what is asked (a find, where nothing else is said), and what MongoDB documents to come of it. */
type Case = Partial<Omit<Query, "collection">> & {
  name: string;
  docs: object[];
  ids?: unknown[];
  rows?: object[];
  result?: object;
  /** What is there afterwards. */
  after?: object[];
  /** A pattern of the error. */
  throws?: string;
};

const cases: Case[] = readFileSync(join(import.meta.dirname, "testing/cases.jsonl"), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line));

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
beforeAll(async () => {
  database = await testDatabase();
  agentId = await newAgent();
});
afterAll(() => database.drop());

const collection = "ai_cases";
const READS = new Set(["find", "findOne", "countDocuments", "distinct", "aggregate"]);
const run = (query: Omit<Query, "collection">) =>
  runQuery({ ...query, collection }, { agentId, by: { author: "person", cause: null } });

/** What the collection holds, or null after an operation that may have changed it: cases of the same documents share them. */
let stored: string | null = null;
async function store(docs: object[]) {
  const wanted = JSON.stringify(docs);
  if (stored === wanted) return;
  await run({ operation: "deleteMany", filter: {} });
  if (docs.length > 0) await run({ operation: "insertMany", data: docs as Record<string, unknown>[] });
  stored = wanted;
}

describe("as MongoDB documents it", () => {
  test.each(cases)("$name", async ({ docs, ids, rows, result, after, throws, name: _, ...query }) => {
    await store(docs);
    const operation = query.operation ?? (query.pipeline ? "aggregate" : "find");
    if (!READS.has(operation)) stored = null;
    const asked = run({ ...query, operation });
    if (throws !== undefined) await expect(asked).rejects.toThrow(new RegExp(throws));
    else {
      const given = await asked;
      if (ids) expect((given.rows as { _id: unknown }[]).map(({ _id }) => _id)).toEqual(ids);
      if (rows) expect(given).toEqual({ rows });
      if (result) expect(given).toEqual(result);
    }
    if (after) expect(await run({ operation: "find" })).toEqual({ rows: after });
  });
});

test("there are at least 1,000 of them", () => {
  expect(cases.length).toBeGreaterThanOrEqual(1000);
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
});
