import { afterAll, beforeAll, expect, test } from "vitest";
import { newAgent } from "@/lib/code/history/testing/agents";
import { isWhole } from "@/lib/ground/base/testing/sample";
import { findIds } from "@/lib/store/data/documents";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { found } from "./candidates";
import { grouped, groupOf } from "./group";
import { sqlOrderOf } from "./order";
import { runQuery } from "./query";
import type { DocumentsQuery } from "./work";

/** Random queries to compare, for groups with each set of values. */
const ROUNDS = isWhole ? { filters: 300, groups: 100 } : { filters: 60, groups: 25 };

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
beforeAll(async () => {
  database = await testDatabase();
  agentId = await newAgent();
});
afterAll(() => database.drop());

const collection = "ai_mixed";
const run = (query: Omit<DocumentsQuery, "collection">) =>
  runQuery({ ...query, collection }, { agentId, by: { author: "person", cause: null } });

/**
 * Returns the result or the error message. Some queries must fail: MongoDB rejects a sort by two unrelated
 * arrays.
 */
const outcome = (query: Omit<DocumentsQuery, "collection">): Promise<Record<string, unknown>> =>
  run(query).catch((error) => ({ refused: String(error) }));

/** Values of every type, including edge cases where SQL and MongoDB could differ. */
const VALUES: unknown[] = [
  ...[0, -0, 1, -1, 1.5, 60, 1e21, 1e-7, 2 ** 53, { $numberLong: "9007199254740993" }],
  ...[{ $numberDouble: "NaN" }, { $numberDouble: "Infinity" }, { $numberDouble: "-Infinity" }],
  ...["", "a", "A", "ab", "\u00e9", "\ud83d\ude00", "\uffff", "\ufffd", "a\u0000", "\ud800", "10", "9"],
  ...[
    null,
    true,
    false,
    [],
    [1],
    ["a", 70],
    [[60]],
    [null],
    { b: 1 },
    { b: [1, 61] },
    { $oid: "0".repeat(24) },
  ],
  ...[
    { $date: "2026-01-02T03:04:05.678Z" },
    { $date: "1900-01-01T00:00:00Z" },
    { $date: "1999-12-31T23:59:59Z" },
  ],
  ...[
    [{ b: 5 }, { b: "x" }],
    [[{ b: 60 }]],
    { b: { $date: "2026-01-02T03:04:05.678Z" } },
    { b: null },
    undefined,
  ],
];
const dice = (() => {
  let state = 42;
  return <T>(of: readonly T[]): T => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return of[Math.floor((state / 2 ** 31) * of.length)] as T;
  };
})();
const condition = () => {
  const path = dice(["a", "a.b", "c", "c.b", "_id", "a.0"]);
  const operator = dice(["$gt", "$gte", "$lt", "$lte", "$eq", "$in", "$ne", "both"]);
  const value = () => dice(VALUES.slice(0, -1));
  if (operator === "$in") return { [path]: { $in: [value(), value(), value()] } };
  if (operator === "both") return { [path]: { $gte: value(), $lt: value() } };
  return { [path]: { [operator]: value() } };
};
const filterOf = () =>
  dice([
    () => ({}),
    condition,
    () => ({ $and: [condition(), condition()] }),
    () => ({ $or: [condition(), condition()] }),
  ])();
const hidden = (filter: object) => ({ $nor: [{ $nor: [filter] }] });
const sortOf = () => {
  const fields = Array.from({ length: dice([1, 2]) }, () => [dice(["a", "a.b", "c", "c.b"]), dice([1, -1])]);
  return Object.fromEntries(fields) as Record<string, unknown>;
};

test("SQL filters, sorts, limits and counts like the engine, for values of every type", async () => {
  const data = VALUES.flatMap((a, n) => [
    { _id: n, ...(a !== undefined && { a }) },
    { _id: `t${n}`, a: dice(VALUES.slice(0, -1)), c: dice(VALUES.slice(0, -1)) },
  ]);
  await run({ operation: "insertMany", data });
  for (let round = 0; round < ROUNDS.filters; round++) {
    const filter = filterOf();
    const [sort, skip, limit] = [sortOf(), dice([0, 0, 3]), dice([1, 5, 20])];
    const all = await outcome({
      operation: "aggregate",
      pipeline: [
        { $match: hidden(filter) },
        { $sort: sort },
        { $group: { _id: null, ids: { $push: "$_id" } } },
      ],
    });
    const { rows, refused } = await outcome({
      operation: "find",
      filter,
      options: { sort, skip, limit, projection: { _id: 1 } },
    });
    expect([filter, sort, refused]).toEqual([filter, sort, all.refused]);
    if (refused) {
      expect(refused).toContain("parallel arrays");
      continue;
    }
    const [whole] = all.rows as { ids: unknown[] }[];
    const ids = whole?.ids ?? [];
    const shown = (rows as { _id: unknown }[]).map(({ _id }) => _id);
    expect([filter, sort, shown]).toEqual([filter, sort, ids.slice(skip, skip + limit)]);
    expect([filter, await run({ operation: "countDocuments", filter })]).toEqual([
      filter,
      { count: ids.length },
    ]);
    const { may, sure } = found(filter);
    const sureIds = sure && (await findIds({ agentId, collection }, { may: may ?? sql()`true`, sure }));
    if (sureIds)
      expect([filter, sureIds.sort()]).toEqual([filter, ids.map((id) => JSON.stringify(id)).sort()]);
    const pipeline = [
      { $match: filter },
      { $sort: sort },
      { $skip: skip },
      { $limit: limit },
      { $project: { _id: 1 } },
    ];
    expect([filter, sort, await run({ operation: "aggregate", pipeline })]).toEqual([filter, sort, { rows }]);
  }
}, 120_000);

const accumulatorOf = () => {
  const path = `$${dice(["a", "a.b", "c", "n", "m"])}`;
  return dice([
    { $sum: 1 },
    { $sum: 3 },
    { $count: {} },
    { $sum: path },
    { $avg: path },
    { $min: path },
    { $max: path },
  ] as object[]);
};

test("SQL groups like the engine: with all keys, missing and null values, sums, and in the same order", async () => {
  await run({ operation: "deleteMany" });
  const figures = [0, 1, 7, -3, 1_000_000, null, undefined];
  const rare = [0.1, 2 ** 53, "1", [1, 2], { $numberLong: "9007199254740993" }, true, { b: 5 }];
  for (const [at, oddities] of [[], rare, VALUES].entries()) {
    const data = Array.from({ length: 120 }, (_, n) => {
      const odd = n % 17 === 16 && oddities.length > 0;
      const value = (of: readonly unknown[]) => dice(odd ? oddities : of);
      const [a, b, c] = [
        value(["x", "y", null, undefined, 3, { $date: "2026-01-02T03:04:05.678Z" }]),
        value(figures),
        value(at === 0 ? [1, 2, 5] : [1, 2.5, "1"]),
      ];
      return {
        _id: `${at} ${n}`,
        ...(a !== undefined && { a }),
        ...(b !== undefined && { n: b }),
        ...(c !== undefined && { c }),
        ...(n % 3 === 0 && { m: dice([0.1, 0.2, 1e21, 5]) }),
        round: at,
      };
    });
    await run({ operation: "insertMany", data });
    let inSql = 0;
    for (let round = 0; round < ROUNDS.groups; round++) {
      const filter = dice([
        { round: at },
        { round: at, n: { $gte: 0 } },
        { $and: [{ round: at }, filterOf()] },
        {},
      ]);
      const _id = dice(["$a", "$c", "$a.b", "$n", "$missing", null, "$_id"]);
      const $group = { _id, one: accumulatorOf(), two: accumulatorOf(), three: accumulatorOf() };
      const pipeline = [
        { $match: filter },
        { $group },
        ...dice([[], [{ $sort: { one: 1, _id: 1 } }, { $limit: 3 }]]),
      ];
      const group = groupOf({ $group });
      expect(group).not.toBeNull();
      if (group && (await grouped({ agentId, collection }, found(filter), group))) inSql++;
      const byEngine = [{ $match: hidden(filter) }, { $set: { hidden: 1 } }, ...pipeline.slice(1)];
      expect([filter, $group, await outcome({ operation: "aggregate", pipeline })]).toEqual([
        filter,
        $group,
        await outcome({ operation: "aggregate", pipeline: byEngine }),
      ]);
    }
    expect(inSql).toBeGreaterThan(at === 0 ? ROUNDS.groups * 0.4 : 0);
  }
}, 120_000);

test.each([
  { _id: { a: "$a" } },
  { _id: "$a", s: { $sum: { $multiply: ["$n", 2] } } },
  { _id: "$a", s: { $sum: 0.1 } },
  { _id: "$$ROOT" },
  { _id: "$a", s: { $push: "$n" } },
  { _id: "$a", s: { $sum: ["$n", "$c"] } },
  { _id: "$a.0" },
])("groupOf leaves a group that SQL cannot evaluate to the engine: %j", ($group) => {
  expect(groupOf({ $group })).toBeNull();
});

test("SQL passes to the engine only the documents that the engine needs", async () => {
  await run({ operation: "deleteMany" });
  await run({
    operation: "insertMany",
    data: Array.from({ length: 500 }, (_, n) => ({ n, t: `t${n % 7}` })),
  });
  const filter = { n: { $gte: 100 }, t: { $in: ["t1", "t2"] } };
  const { may, sure } = found(filter);
  const order = sqlOrderOf({ sort: { t: -1, n: 1 }, count: 5 });
  expect([may, sure, order].every((one) => one !== null)).toBe(true);
  const [row] = await sql()`
    select count(*)::int as left from documents
    where agent_id = ${agentId} and ${may ?? sql()`true`} and (${sure ?? sql()`false`} and ${order?.isPlain ?? sql()`false`}) is not true`;
  expect(row?.left).toBe(0);
});
