import { afterAll, afterEach, expect, test, vi } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import { answer, testRequest } from "@/lib/platform/http/test-request";
import { budgetView, DEFAULT_BUDGET } from "@/lib/shared/budget";
import { testDatabase } from "@/lib/store/testing/database";
import { GET, PUT } from "./route";

const database = await testDatabase();
afterEach(async () => {
  vi.unstubAllEnvs();
  await closeAll();
});
afterAll(() => database.drop());

const put = async (body: unknown) => answer(await PUT(testRequest("/api/budget", { method: "PUT", body })));

test("returns the budget with today's spending, and changes only the given fields", async () => {
  const first = budgetView.parse(await answer(await GET(testRequest("/api/budget"))));
  expect(first.budget).toEqual(DEFAULT_BUDGET);
  expect(first.today.spent).toEqual({ usd: 0, tokens: 0, unattendedUsd: 0, unattendedTokens: 0 });
  expect(Date.parse(first.today.endsAt)).toBeGreaterThan(Date.now());
  expect(await put({ dayUsd: 2.5, unattendedDayUsd: null })).toMatchObject({ status: 200 });
  const { budget } = budgetView.parse(await put({ dayTokens: 0 }));
  expect(budget).toEqual({ ...DEFAULT_BUDGET, dayUsd: 2.5, dayTokens: 0, unattendedDayUsd: null });
});

test.each([
  [{ dayUsd: -1 }, "dayUsd"],
  [{ dayUsd: "5" }, "dayUsd"],
  [{ dayTokens: 1.5 }, "dayTokens"],
  [{ unattendedDayTokens: -1 }, "unattendedDayTokens"],
  [{ unattendedDayUsd: 1e9 }, "unattendedDayUsd"],
  [{ weekUsd: 1 }, "weekUsd"],
])("returns 422 naming the field for %j", async (body, path) => {
  const refused = await put(body);
  expect(refused).toMatchObject({ status: 422, error: { code: "invalid", details: [{ path }] } });
});
