import { expect, it } from "vitest";
import { daysOf, dollars, formatDayAndMonth, totalsOf, type UsageRow, weekday } from "./usage-figures";

const row = (day: string, model: string, cost: number | null, tokens = 10): UsageRow => ({
  day,
  model,
  unattended: false,
  job: null,
  calls: 1,
  inputTokens: tokens,
  cachedTokens: 4,
  outputTokens: 1,
  cost,
  unpricedCalls: cost === null ? 1 : 0,
});

it("totalsOf sums the usage and lists the models whose price is unknown", () => {
  const rows = [row("2026-11-21", "openai/a", 0.5), row("2026-11-21", "ollama/b", null)];
  expect(totalsOf(rows)).toEqual({
    calls: 2,
    inputTokens: 20,
    cachedTokens: 8,
    outputTokens: 2,
    cost: 0.5,
    unpriced: ["b"],
  });
  expect(totalsOf(rows.slice(1)).cost).toBeNull();
  const mixed = { ...row("2026-11-21", "openai/a", 0.5), calls: 2, unpricedCalls: 1 };
  expect(totalsOf([mixed])).toMatchObject({ cost: 0.5, unpriced: ["a"] });
});

it("daysOf includes days without calls, across month ends and daylight saving changes", () => {
  const { labels, series } = daysOf([row("2026-11-01", "openai/a", 2)], "cost", "2026-11-02", 10);
  expect(labels).toHaveLength(10);
  expect([labels[0], labels[1], labels.at(-1)]).toEqual(["24 Oct", "25 Oct", "2 Nov"]);
  expect(series).toEqual([{ name: "a", values: [0, 0, 0, 0, 0, 0, 0, 0, 2, 0] }]);
});

it("daysOf returns one series for each of the largest models, and one for all other models", () => {
  const rows = Array.from({ length: 8 }, (_, index) =>
    row("2026-11-21", `openai/m${index}`, null, index * 10),
  );
  const { series } = daysOf(rows, "tokens", "2026-11-21", 1);
  expect(series.map(({ name }) => name)).toEqual(["m7", "m6", "m5", "m4", "m3", "Other models"]);
  expect(series.at(-1)?.values).toEqual([11 + 21 + 1]);
});

it("daysOf omits models without cost from the cost series", () => {
  const rows = [row("2026-11-21", "openai/a", 1), row("2026-11-21", "ollama/b", null)];
  expect(daysOf(rows, "cost", "2026-11-21", 1).series.map(({ name }) => name)).toEqual(["a"]);
});

it("formats money and days", () => {
  expect([0, 0.004, 0.014, 1234.5].map(dollars)).toEqual(["$0.00", "< $0.01", "$0.01", "$1,234.50"]);
  expect([weekday("2026-11-21"), formatDayAndMonth("2026-11-21")]).toEqual(["Sat", "21 Nov"]);
});
