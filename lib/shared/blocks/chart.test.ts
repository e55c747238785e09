import { describe, expect, it } from "vitest";
import { blockSchema } from "./index";

const parse = (data: unknown, chartType = "bar") => blockSchema.safeParse({ type: "chart", chartType, data });
const wanted = { labels: ["Tue", "Wed"], series: [{ name: "Sold", values: [4, 7] }] };

describe("the data of a chart may be written as", () => {
  it.each([
    ["our own shape", wanted],
    ["labels and datasets", { labels: ["Tue", "Wed"], datasets: [{ label: "Sold", data: [4, 7] }] }],
    ["categories and series", { categories: ["Tue", "Wed"], series: [{ name: "Sold", data: [4, 7] }] }],
    [
      "rows",
      [
        { day: "Tue", Sold: 4 },
        { day: "Wed", Sold: 7 },
      ],
    ],
    ["numbers as texts", { labels: ["Tue", "Wed"], series: [{ name: "Sold", values: ["4", " 7 "] }] }],
  ])("%s", (_, data) => {
    expect(parse(data).data).toMatchObject({ data: wanted });
  });

  it.each([
    ["labels and values", { labels: ["Tue", "Wed"], values: [4, 7] }],
    ["labels and data", { labels: ["Tue", "Wed"], data: [4, 7] }],
    ["a bare list as series", { labels: ["Tue", "Wed"], series: [[4, 7]] }],
    ["pairs", { Tue: 4, Wed: 7 }],
  ])("%s, for one series without a name", (_, data) => {
    expect(parse(data).data).toMatchObject({
      data: { labels: ["Tue", "Wed"], series: [{ name: "Value", values: [4, 7] }] },
    });
  });
});

it("numbers as labels become texts, and years as rows are labels", () => {
  expect(parse({ labels: [2025, 2026], values: [1, 2] }).data).toMatchObject({
    data: { labels: ["2025", "2026"] },
  });
  expect(
    parse([
      { year: 2025, sold: 1 },
      { year: 2026, sold: 2 },
    ]).data,
  ).toMatchObject({
    data: { labels: ["2025", "2026"], series: [{ name: "sold", values: [1, 2] }] },
  });
});

it("null is a gap, also where a row lacks a value", () => {
  expect(
    parse([
      { day: "Tue", a: 1, b: 2 },
      { day: "Wed", a: null },
    ]).data,
  ).toMatchObject({
    data: {
      series: [
        { name: "a", values: [1, null] },
        { name: "b", values: [2, null] },
      ],
    },
  });
});

it("series without names are counted", () => {
  const { data } = parse({ labels: ["a"], datasets: [{ data: [1] }, { data: [2] }] });
  expect(data).toMatchObject({ data: { series: [{ name: "Series 1" }, { name: "Series 2" }] } });
});

it("every series has a number for every label", () => {
  const { error } = parse({
    labels: ["a", "b"],
    series: [
      { name: "x", values: [1, 2] },
      { name: "y", values: [1] },
    ],
  });
  expect(error?.issues[0]).toMatchObject({
    path: ["data", "series", 1, "values"],
    message: "needs one number for each of the 2 labels, but has 1",
  });
});

it.each([
  ["no data", {}],
  ["no labels", { labels: [], series: [{ name: "x", values: [] }] }],
  ["no series", { labels: ["a"], series: [] }],
  ["words", { labels: ["a"], values: ["many"] }],
  ["not a number", { labels: ["a"], values: [Number.NaN] }],
  ["points", { labels: ["a"], datasets: [{ data: [{ x: 1, y: 2 }] }] }],
  ["seven series", { labels: ["a"], series: Array.from({ length: 7 }, () => ({ name: "x", values: [1] })) }],
])("%s cannot be drawn", (_, data) => {
  expect(parse(data).success).toBe(false);
});

it("a pie has one series, nothing below zero and something above", () => {
  const series = (...lists: number[][]) => ({
    labels: ["a", "b"],
    series: lists.map((values) => ({ name: "x", values })),
  });
  expect(parse(series([1, 0]), "pie").success).toBe(true);
  expect(parse(series([1, 2], [3, 4]), "pie").success).toBe(false);
  expect(parse(series([1, -2]), "pie").success).toBe(false);
  expect(parse(series([0, 0]), "pie").success).toBe(false);
});

it("a combined chart says how each series is drawn and on which scale, and has lines across it; a pie has none", () => {
  const values = { name: "x", values: [1, 2] };
  const data = { labels: ["a", "b"], series: [values, { ...values, as: "area", axis: "right" }] };
  const chart = { type: "chart", chartType: "combined", data, targets: [{ value: 3, label: "Plan" }] };
  expect(blockSchema.parse(chart)).toEqual(chart);
  const pie = { ...chart, chartType: "pie", data: { ...data, series: [values] } };
  expect(blockSchema.safeParse(pie).error?.issues).toMatchObject([{ path: ["targets"] }]);
});
