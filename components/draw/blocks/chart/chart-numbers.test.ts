import { expect, it } from "vitest";
import {
  amount,
  COLOURS,
  decimalsOf,
  described,
  kindOfSeries,
  points,
  shapeOf,
  slices,
  summary,
  ticksOf,
} from "./chart-numbers";

const data = (values: (number | null)[]) => ({
  labels: values.map((_, index) => `part ${index}`),
  series: [{ name: "Sold", values }],
});

it("amount appends a unit only if it is a sign", () => {
  expect([amount(5, "€"), amount(-1234.5, "$"), amount(40, "%"), amount(5, "kg"), amount(0.1 + 0.2)]).toEqual(
    ["€5", "-$1,234.5", "40%", "5", "0.3"],
  );
});

it("ticksOf abbreviates all ticks if one of them is large", () => {
  const ticks = (...values: number[]) => values.map(ticksOf(values));
  expect(ticks(0, 500, 1000, 1500)).toEqual(["0", "500", "1,000", "1,500"]);
  expect(ticks(0, 1200, 12_000, -3_400_000)).toEqual(["0", "1.2k", "12k", "-3.4M"]);
  expect(ticks(0, 0.25)).toEqual(["0", "0.25"]);
});

it("shapeOf ignores hidden series", () => {
  const shape = {
    labels: ["a"],
    series: [
      { name: "x", values: [-1] },
      { name: "y", values: [0.5] },
    ],
  };
  expect(shapeOf(shape)).toMatchObject({ isWhole: false, hasNegative: true, isZero: false });
  expect(shapeOf(shape, new Set([0]))).toMatchObject({ values: [0.5], hasNegative: false });
  expect(shapeOf({ labels: ["a"], series: [{ name: "x", values: [null] }] })).toMatchObject({
    isEmpty: true,
  });
});

it("points have a value or a gap for every series", () => {
  expect(points({ labels: ["a", "b"], series: [{ name: "x", values: [1, null] }] })).toEqual([
    { label: "a", values: [1] },
    { label: "b", values: [null] },
  ]);
});

it("a pie has the largest slice first and combines all slices after the fifth", () => {
  const parts = slices(data([1, 2, 3, 4, 5, 6, 7, 8, 0, null]));
  expect(parts).toHaveLength(COLOURS.length);
  expect(parts[0]).toMatchObject({ label: "part 7", value: 8 });
  expect(parts.at(-1)).toMatchObject({ label: "3 others", value: 6 });
  expect(parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
});

it("a pie with only six slices combines none", () => {
  expect(slices(data([1, 2, 3, 4, 5, 6])).map(({ label }) => label)).not.toContain("1 others");
});

it("summary describes a chart in a sentence for screen readers", () => {
  expect(summary("bar", data([1, 2]), "Week 47")).toBe(
    "Week 47. Bar chart of Sold, 2 values from part 0 to part 1.",
  );
});

it("described adds where each series is lowest and highest, and the targets", () => {
  const chart = { type: "chart", chartType: "line", data: data([4, null, 9, 1]), unit: "€" } as const;
  const description =
    "Line chart of Sold, 4 values from part 0 to part 3. Sold: from €1 (part 3) to €9 (part 2).";
  expect(described(chart)).toBe(description);
  expect(described({ ...chart, targets: [{ value: 8, label: "Plan" }, { value: 3 }] })).toBe(
    `${description} Plan: €8. Target: €3.`,
  );
});

it("a combined chart draws lines over bars by default", () => {
  const series = (as?: "area") => ({ name: "x", values: [1], as });
  expect([series(), series(), series("area")].map(kindOfSeries)).toEqual(["bar", "line", "area"]);
});

const evenly = (min: number, max: number) => [0, 1, 2, 3, 4].map((at) => min + ((max - min) / 4) * at);

it.each([
  [12_340, 12_350],
  [2_010_000, 2_070_000],
  [1_000_000.1, 1_000_000.3],
  [0.99991, 0.99999],
  [-0.00001, 0.00001],
  [-3e-9, 3e-9],
  [0, 14_000],
  [9_999, 10_001],
  [-2_000_000_000, 2_000_000_000],
  [0.1, 0.3],
])("an axis from %d to %d has distinct ticks and no negative zero", (min, max) => {
  const ticks = evenly(min, max);
  const written = ticks.map(ticksOf([min, max]));
  expect(new Set(written).size).toBe(ticks.length);
  expect(written).not.toContain("-0");
  const amounts = ticks.map((value) => amount(value, "€", decimalsOf([min, max])));
  expect(new Set(amounts).size).toBe(ticks.length);
});

it("ticks around a single value are distinct", () => {
  expect([12_344, 12_345, 12_346].map(ticksOf([12_345, 12_345]))).toEqual(["12,344", "12,345", "12,346"]);
  expect([0.4, 0.5, 0.6].map(ticksOf([0.5]))).toEqual(["0.4", "0.5", "0.6"]);
});

it("ticksOf abbreviates round ticks", () => {
  expect(evenly(0, 14_000).map(ticksOf([0, 12_350]))).toEqual(["0", "3.5k", "7k", "10.5k", "14k"]);
  expect([2_010_000, 2_025_000].map(ticksOf([2_010_000, 2_070_000]))).toEqual(["2.01M", "2.025M"]);
});

it("an amount that rounds to zero has no sign, and a small one keeps its digits", () => {
  expect([amount(-0, "€"), amount(-0), amount(-0.00001, "€"), amount(-0.00001, "%")]).toEqual([
    "€0",
    "0",
    "-€0.00001",
    "-0.00001%",
  ]);
});
