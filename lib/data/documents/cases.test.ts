import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newAgent } from "@/lib/code/history/testing/agents";
import { LIMITS } from "@/lib/shared/data/documents";
import { testDatabase } from "@/lib/store/testing/database";
import { runQuery } from "./query";
import type { DocumentsQuery } from "./work";

type Case = Partial<Omit<DocumentsQuery, "collection">> & {
  name: string;
  docs: object[];
  ids?: unknown[];
  rows?: object[];
  result?: object;
  after?: object[];
  throws?: string;
};

const cases: Case[] = readFileSync(join(import.meta.dirname, "testing/cases.jsonl"), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line));

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const READS = new Set(["find", "findOne", "countDocuments", "aggregate"]);
const by = { author: "person", cause: null } as const;

/** An agent may have `LIMITS.collections` collections, so create a new agent after that many. */
let agent: Promise<string>;
let collections = 0;
async function newCollection(docs: object[]) {
  if (collections % LIMITS.collections === 0) agent = newAgent();
  const collection = `ai_${++collections}`;
  const agentId = await agent;
  const named = (query: object) =>
    JSON.parse(JSON.stringify(query).replaceAll('"ai_cases"', `"${collection}"`));
  const run = (query: Omit<DocumentsQuery, "collection">) =>
    runQuery({ ...named(query), collection }, { agentId, by });
  if (docs.length > 0) await run({ operation: "insertMany", data: docs as Record<string, unknown>[] });
  return run;
}

const shared = new Map<string, ReturnType<typeof newCollection>>();
function sharedCollection(docs: object[]) {
  const wanted = JSON.stringify(docs);
  const there = shared.get(wanted) ?? newCollection(docs);
  shared.set(wanted, there);
  return there;
}

describe.concurrent("as MongoDB documents it", () => {
  test.each(cases)("$name", async ({ docs, ids, rows, result, after, throws, name: _, ...query }) => {
    const operation = query.operation ?? (query.pipeline ? "aggregate" : "find");
    const run = await (READS.has(operation) ? sharedCollection(docs) : newCollection(docs));
    const asked = run({ ...query, operation });
    if (throws !== undefined) await expect(asked).rejects.toThrow(new RegExp(throws));
    else {
      const answer = await asked;
      if (ids) expect((answer.rows as { _id: unknown }[]).map(({ _id }) => _id)).toEqual(ids);
      if (rows) expect(answer).toEqual({ rows });
      if (result) expect(answer).toEqual(result);
    }
    if (after) expect(await run({ operation: "find" })).toEqual({ rows: after });
  });
});

test("cases.jsonl has at least 1,000 cases", () => {
  expect(cases.length).toBeGreaterThanOrEqual(1000);
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
});
