import { afterAll, beforeAll, expect, test } from "vitest";
import { newAgent } from "@/lib/code/history/testing/agents";
import { documentsQuery } from "@/lib/shared/blocks/live";
import { testDatabase } from "@/lib/store/testing/database";
import { tableOf } from "./live";
import { runQuery } from "./query";

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
beforeAll(async () => {
  database = await testDatabase();
  agentId = await newAgent();
  const by = { author: "agent", cause: null, origins: ["https://a.test"] } as const;
  const data = [
    { city: "Bern", n: 2, at: { $date: "2026-01-02T00:00:00.000Z" }, tags: ["a"] },
    { city: "Oslo", n: { $numberLong: "9007199254740993" }, ok: true },
    { city: "Bern", n: 3 },
  ];
  await runQuery({ operation: "insertMany", collection: "ai_a", data }, { agentId, by });
});
afterAll(() => database.drop());

test("tableOf returns a find as rows with keys and origins, without generated ids", async () => {
  const marks: string[] = [];
  const onRead = ({ name }: { name: string }) => void marks.push(name);
  const found = await tableOf(agentId, { collection: "ai_a", sort: { city: 1, n: 1 } }, { onRead });
  expect(found).toMatchObject({
    columns: ["city", "n", "at", "tags", "ok"],
    rows: [
      ["Bern", 2, "2026-01-02T00:00:00.000Z", '["a"]', null],
      ["Bern", 3, null, null, null],
      ["Oslo", { $integer: "9007199254740993" }, null, null, "true"],
    ],
    ...{ reads: ["ai_a"], truncated: false, webOrigins: ["https://a.test"] },
  });
  expect(found.keys?.length).toBe(3);
  expect(marks).toContain("ai_a");
});

test("tableOf returns an aggregation as rows, and checks the same permissions as a query", async () => {
  const pipeline = [{ $match: { city: "Bern" } }, { $group: { _id: "$city", n: { $sum: "$n" } } }];
  const { columns, rows } = await tableOf(agentId, { collection: "ai_a", pipeline });
  expect([columns, rows]).toEqual([["_id", "n"], [["Bern", 5]]]);
  const secret = [{ $lookup: { from: "agents", pipeline: [], as: "x" } }];
  await expect(tableOf(agentId, { collection: "ai_a", pipeline: secret })).rejects.toMatchObject({
    code: "forbidden",
  });
  await expect(tableOf(agentId, { collection: "ai_a", pipeline: [{ $out: "ai_b" }] })).rejects.toThrow(
    "$out",
  );
  expect(documentsQuery.safeParse({ collection: "ai_a", operation: "deleteMany" }).success).toBe(false);
});
