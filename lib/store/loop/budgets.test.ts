import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Budget } from "@/lib/shared/budget";
import { resolveAgent } from "@/lib/store/agents/agents";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { sql } from "@/lib/store/db";
import { recordModelCall } from "@/lib/store/hot/model-calls";
import { testDatabase } from "@/lib/store/testing/database";
import { changeBudget, readBudgetDay, release, reserve, type Spender, settleDeadCalls } from "./budgets";

const database = await testDatabase();
let agentId: string;
let user: Spender;
let job: Spender;

beforeAll(async () => {
  agentId = await resolveAgent();
  user = { agentId, unattended: false, jobId: null, runId: null, attempt: null };
  job = { ...user, unattended: true, jobId: randomUUID() };
});
beforeEach(async () => {
  await sql()`truncate settings, workspace_settings, model_calls, reservations, budget_days`;
});
afterAll(() => database.drop());

const NONE: Budget = { dayUsd: null, dayTokens: null, unattendedDayUsd: null, unattendedDayTokens: null };
const limit = (budget: Partial<Budget>) => changeBudget(agentId, { ...NONE, ...budget });
const call = (usd: number, tokens = 10, id: string = randomUUID()) => ({
  id,
  model: "openai/x",
  usd,
  tokens,
});
const settle = (spender: Spender, reservationId: string | undefined, cost: number, tokens = 10) =>
  recordModelCall(spender, {
    ...{ model: "openai/x", inputTokens: tokens, outputTokens: 0, cachedTokens: 0, cost },
    reservationId,
  });
const used = async (at?: string) => {
  const { used, spent, reserved } = await readBudgetDay(agentId, at);
  return { used: used.usd, spent: spent.usd, reserved: reserved.usd };
};
const counted = async () => {
  const [row] = await sql()`select usd::float8, unattended_usd::float8 as unattended from budget_days`;
  return row;
};

describe("concurrent calls", () => {
  test("are accepted as long as the budget fits them: 20 of 50", async () => {
    await limit({ dayUsd: 2 });
    const calls = Array.from({ length: 50 }, () => call(0.1));
    const refused = await Promise.all(calls.map((one) => reserve(user, one)));
    expect(refused.filter((day) => day === null)).toHaveLength(20);
    expect(await used()).toEqual({ used: 2, spent: 0, reserved: 2 });
    expect(await counted()).toMatchObject({ usd: 2 });
  });

  test("never exceed the budget, and the day's sum stays exact", async () => {
    await limit({ dayUsd: 1, unattendedDayUsd: 0.4 });
    const next = random(3);
    const overruns: number[] = [];
    const work = async (spender: Spender) => {
      for (let n = 0; n < 12; n++) {
        const one = call(Math.ceil(next() * 90) / 1000);
        if (await reserve(spender, one)) continue;
        const { used } = await readBudgetDay(agentId);
        overruns.push(used.usd - 1, used.unattendedUsd - 0.4);
        const end = next();
        if (end < 0.4) await settle(spender, one.id, one.usd * next());
        else if (end < 0.7) await release(one.id);
      }
    };
    await Promise.all(Array.from({ length: 16 }, (_, n) => work(n % 2 ? user : job)));
    expect(Math.max(...overruns)).toBeLessThan(1e-9);
    const { used } = await readBudgetDay(agentId);
    const row = await counted();
    expect(row?.usd).toBeCloseTo(used.usd, 9);
    expect(row?.unattended).toBeCloseTo(used.unattendedUsd, 9);
    expect(overruns.length).toBeGreaterThan(20);
  });

  test("are counted once each while a new day starts", async () => {
    await limit({ dayUsd: 1_000 });
    await Promise.all([
      ...Array.from({ length: 20 }, () => settle(user, undefined, 1)),
      ...Array.from({ length: 5 }, () => reserve(user, call(1))),
      ...Array.from({ length: 20 }, () => settle(job, undefined, 1)),
    ]);
    expect(await counted()).toEqual({ usd: 45, unattended: 20 });
  });
});

describe("a reservation", () => {
  test("counts once, even if it is requested twice with the same id", async () => {
    await limit({ dayUsd: 1 });
    const one = call(0.6);
    expect(await reserve(user, one)).toBeNull();
    expect(await reserve(user, one)).toBeNull();
    expect(await counted()).toMatchObject({ usd: 0.6 });
  });

  test("is settled only once, with the provider's usage", async () => {
    await limit({ dayUsd: 1 });
    const one = call(0.6);
    await reserve(user, one);
    await settle(user, one.id, 0.25);
    await settle(user, one.id, 0.25);
    expect(await used()).toEqual({ used: 0.25, spent: 0.25, reserved: 0 });
    expect(await counted()).toMatchObject({ usd: 0.25 });
  });

  test("of a dead server counts in full until it is settled", async () => {
    await limit({ dayUsd: 1 });
    const one = call(0.9);
    await reserve({ ...user, runId: randomUUID(), attempt: 1 }, one);
    expect(await reserve(user, call(0.2))).not.toBeNull();
    expect(await readBudgetDay(agentId)).toMatchObject({ reserved: { usd: 0.9 }, uncertain: { usd: 0.9 } });
    await settle(user, one.id, 0.1);
    expect(await reserve(user, call(0.2))).toBeNull();
  });

  test("of a dead server is settled after ten minutes with the largest call of the same model", async () => {
    await limit({ dayUsd: 2, unattendedDayUsd: 1 });
    const start = (at: number) => new Date(Date.now() - at * 60_000).toISOString();
    const dead = { runId: randomUUID(), attempt: 1 };
    await settle(user, undefined, 0.1, 5);
    await settle(user, undefined, 0.02, 2);
    const [old, recent, live] = [call(0.4), call(0.3), call(0.2)];
    await reserve({ ...job, ...dead }, old, start(11));
    await reserve({ ...user, ...dead }, recent, start(9));
    await reserve(user, live);
    expect(await settleDeadCalls()).toBe(1);
    expect(await settleDeadCalls()).toBe(0);
    const { used } = await readBudgetDay(agentId);
    expect(used).toMatchObject({ unattendedUsd: 0.1, unattendedTokens: 5 });
    expect(used.usd).toBeCloseTo(0.1 + 0.02 + 0.1 + 0.3 + 0.2, 9);
    expect(await counted()).toEqual({ usd: used.usd, unattended: used.unattendedUsd });
    await settle(job, old.id, 0.4);
    expect((await readBudgetDay(agentId)).used.usd).toBeCloseTo(used.usd, 9);
  });

  test("of a dead server remains if there is no call of the same model", async () => {
    await limit({ dayUsd: 1 });
    await reserve(
      { ...user, runId: randomUUID(), attempt: 1 },
      call(0.9),
      new Date(Date.now() - 660_000).toISOString(),
    );
    expect(await settleDeadCalls()).toBe(0);
    expect(await readBudgetDay(agentId)).toMatchObject({ uncertain: { usd: 0.9 } });
  });

  test("counts in full after the budget is lowered, until it is settled", async () => {
    await limit({ dayUsd: 2 });
    const calls = Array.from({ length: 20 }, () => call(0.1));
    for (const one of calls) await reserve(user, one);
    await limit({ dayUsd: 1 });
    expect(await reserve(user, call(0.1))).toMatchObject({ budget: { dayUsd: 1 }, used: { usd: 2 } });
    for (const { id } of calls) await settle(user, id, 0.01);
    expect(await reserve(user, call(0.1))).toBeNull();
  });
});

test("unattended calls count towards both budgets, attended ones only towards the day's", async () => {
  await limit({ dayUsd: 1, unattendedDayUsd: 0.5 });
  expect(await reserve(user, call(0.3))).toBeNull();
  expect(await reserve(job, call(0.6))).not.toBeNull();
  expect(await reserve(job, call(0.4))).toBeNull();
  expect(await reserve(job, call(0.2))).not.toBeNull();
  expect(await reserve(user, call(0.4))).not.toBeNull();
  expect(await reserve(user, call(0.3))).toBeNull();
});

test("a budget of zero rejects even free calls", async () => {
  await limit({ dayUsd: 0 });
  expect(await reserve(user, call(0, 1))).not.toBeNull();
  await limit({ dayTokens: 0 });
  expect(await reserve(user, call(0, 0))).not.toBeNull();
});

test("the default for unattended calls is $1 and 500,000 tokens a day", async () => {
  expect(await reserve(user, call(50))).toBeNull();
  expect(await reserve(job, call(1.01))).not.toBeNull();
  expect(await reserve(job, call(0.1, 500_001))).not.toBeNull();
  expect(await reserve(job, call(0.1, 500_000))).toBeNull();
});

describe("a budget day", () => {
  const zone = (timeZone: string) => changeSetting(agentId, "general", { timeZone });

  test("ends at midnight in the user's time zone, and a call counts for the day on which it began", async () => {
    await zone("Asia/Tokyo");
    await limit({ dayUsd: 1 });
    const late = call(0.9);
    expect(await reserve(user, late, "2026-03-01T14:59:50Z")).toBeNull();
    expect(await reserve(user, call(0.9), "2026-03-01T14:59:55Z")).not.toBeNull();
    expect(await reserve(user, call(0.9), "2026-03-01T15:00:01Z")).toBeNull();
    await settle(user, late.id, 0.8);
    expect(await used("2026-03-01T14:00:00Z")).toMatchObject({ spent: 0.8, reserved: 0 });
    expect(await used("2026-03-01T16:00:00Z")).toMatchObject({ spent: 0, reserved: 0.9 });
    expect(await counted()).toMatchObject({ usd: 0.9 });
  });

  test.each([
    ["Europe/Berlin", "2026-03-29T12:00:00Z", "2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"],
    ["Europe/Berlin", "2026-10-25T12:00:00Z", "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"],
    // Clocks are set back at midnight, so that midnight occurs twice. The day starts at the first.
    ["America/Havana", "2026-11-01T04:30:00Z", "2026-11-01T04:00:00.000Z", "2026-11-02T05:00:00.000Z"],
    ["America/Havana", "2026-11-01T05:30:00Z", "2026-11-01T04:00:00.000Z", "2026-11-02T05:00:00.000Z"],
    // Clocks skip midnight, so the day starts at one o'clock.
    ["Asia/Beirut", "2026-03-29T12:00:00Z", "2026-03-28T22:00:00.000Z", "2026-03-29T21:00:00.000Z"],
    ["UTC", "2026-03-29T00:00:00Z", "2026-03-29T00:00:00.000Z", "2026-03-30T00:00:00.000Z"],
  ])("in %s at %s is from %s to %s", async (timeZone, at, startsAt, endsAt) => {
    await zone(timeZone);
    expect(await readBudgetDay(agentId, at)).toMatchObject({ startsAt, endsAt, timeZone });
  });

  test("is recounted after the time zone changes", async () => {
    await zone("UTC");
    await limit({ dayUsd: 10 });
    const one = call(1);
    await reserve(user, one, "2026-03-01T20:00:00Z");
    await zone("Asia/Tokyo");
    await reserve(user, call(2), "2026-03-01T21:00:00Z");
    expect(await used("2026-03-01T21:00:00Z")).toMatchObject({ reserved: 3 });
    expect(await counted()).toMatchObject({ usd: 3 });
    await settle(user, one.id, 0.5);
    expect(await counted()).toMatchObject({ usd: 2.5 });
  });
});

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
