import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { resolveAgent } from "./agents";
import { type Counted, countCall, releaseCall } from "./tool-rates";

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
beforeAll(async () => {
  database = await testDatabase();
  agentId = await resolveAgent();
});
beforeEach(() => sql()`delete from tool_rates`);
afterAll(() => database.drop());

const THREE = { calls: 3, per: "minute" } as const;
const call = (name = "fetch_url", limit: Parameters<typeof countCall>[2] = THREE) =>
  countCall(agentId, name, limit);
const age = (seconds: number) =>
  sql()`update tool_rates set called_at = array(select at - ${seconds} * interval '1 second' from unnest(called_at) at)`;

test("countCall counts calls up to the limit, and then returns when the next call is allowed", async () => {
  for (let n = 0; n < 3; n++) expect(await call()).toMatchObject({ counted: { toolName: "fetch_url" } });
  await age(20);
  const refused = await call();
  expect(refused).toMatchObject({ counted: null, seconds: expect.any(Number), next: expect.any(String) });
  if (refused.counted) throw new Error("It was counted");
  expect(refused.seconds).toBeGreaterThan(30);
  expect(refused.seconds).toBeLessThanOrEqual(40);
  const wait = Date.parse(refused.next) - Date.now();
  expect(Math.abs(wait / 1_000 - refused.seconds)).toBeLessThan(5);
  expect(await call("db_sql")).toMatchObject({ counted: {} });
});

test("countCall stops counting a call once the span has passed", async () => {
  await call();
  await age(30);
  await call();
  await call();
  expect(await call()).toMatchObject({ counted: null });
  await age(31);
  expect(await call()).toMatchObject({ counted: {} });
  expect(await call()).toMatchObject({ counted: null });
});

test("countCall counts no more concurrent calls than the limit", async () => {
  const calls = await Promise.all(Array.from({ length: 12 }, () => call()));
  expect(calls.filter(({ counted }) => counted !== null)).toHaveLength(3);
});

test("releaseCall makes room for another call", async () => {
  const counted: Counted[] = [];
  for (let n = 0; n < 3; n++) {
    const made = await call();
    if (made.counted) counted.push(made.counted);
  }
  expect(await call()).toMatchObject({ counted: null });
  if (counted[1]) await releaseCall(counted[1]);
  expect(await call()).toMatchObject({ counted: {} });
});

test("countCall counts earlier calls towards a lowered limit", async () => {
  for (let n = 0; n < 3; n++) await call();
  expect(await call("fetch_url", { calls: 1, per: "hour" })).toMatchObject({ counted: null });
  expect(await call("fetch_url", { calls: 4, per: "hour" })).toMatchObject({ counted: {} });
});
