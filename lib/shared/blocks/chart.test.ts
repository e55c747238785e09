import { describe, expect, it } from "vitest";
import { blocksAnswer, isAnswered } from "./answer";
import { type DrawnChart, drawnAs } from "./chart";
import { binned } from "./chart-bins";
import { type Block, blockSchema } from "./index";

const parse = (data: unknown, chartType = "bar") => blockSchema.safeParse({ type: "chart", chartType, data });
const wanted = { labels: ["Tue", "Wed"], series: [{ name: "Sold", values: [4, 7] }] };

describe("the data of a chart can be written as", () => {
  it.each([
    ["the canonical format", wanted],
    ["labels and datasets", { labels: ["Tue", "Wed"], datasets: [{ label: "Sold", data: [4, 7] }] }],
    ["categories and series", { categories: ["Tue", "Wed"], series: [{ name: "Sold", data: [4, 7] }] }],
    [
      "rows",
      [
        { day: "Tue", Sold: 4 },
        { day: "Wed", Sold: 7 },
      ],
    ],
    ["numbers as strings", { labels: ["Tue", "Wed"], series: [{ name: "Sold", values: ["4", " 7 "] }] }],
  ])("%s, for a named series", (_, data) => {
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

it("converts numeric labels to text, and uses years in rows as labels", () => {
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

it("reads null and missing values in rows as gaps", () => {
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

it("numbers unnamed series", () => {
  const { data } = parse({ labels: ["a"], datasets: [{ data: [1] }, { data: [2] }] });
  expect(data).toMatchObject({ data: { series: [{ name: "Series 1" }, { name: "Series 2" }] } });
});

it("rejects a series whose length differs from the labels", () => {
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
  ["text values", { labels: ["a"], values: ["many"] }],
  ["NaN", { labels: ["a"], values: [Number.NaN] }],
  ["points", { labels: ["a"], datasets: [{ data: [{ x: 1, y: 2 }] }] }],
  ["seven series", { labels: ["a"], series: Array.from({ length: 7 }, () => ({ name: "x", values: [1] })) }],
])("rejects %s", (_, data) => {
  expect(parse(data).success).toBe(false);
});

it("a pie needs exactly one series without negative values and with a positive one", () => {
  const series = (...lists: number[][]) => ({
    labels: ["a", "b"],
    series: lists.map((values) => ({ name: "x", values })),
  });
  expect(parse(series([1, 0]), "pie").success).toBe(true);
  expect(parse(series([1, 2], [3, 4]), "pie").success).toBe(false);
  expect(parse(series([1, -2]), "pie").success).toBe(false);
  expect(parse(series([0, 0]), "pie").success).toBe(false);
});

it("a combined chart accepts a type and an axis per series and targets; a pie rejects targets", () => {
  const values = { name: "x", values: [1, 2] };
  const data = { labels: ["a", "b"], series: [values, { ...values, as: "area", axis: "right" }] };
  const chart = { type: "chart", chartType: "combined", data, targets: [{ value: 3, label: "Plan" }] };
  expect(blockSchema.parse(chart)).toEqual(chart);
  const pie = { ...chart, chartType: "pie", data: { ...data, series: [values] } };
  expect(blockSchema.safeParse(pie).error?.issues).toMatchObject([{ path: ["targets"] }]);
});

const chartOf = (chartType: string, data: unknown, more: object = {}) =>
  blockSchema.safeParse({ type: "chart", chartType, data, ...more });

it("a scatter accepts points per series and requires numeric x values", () => {
  const series = [
    {
      name: "A",
      points: [
        [1, 2],
        [3, 4],
      ],
    },
    { name: "B", data: [{ x: 2, y: 9 }] },
  ];
  expect(chartOf("scatter", { series }).data).toMatchObject({
    data: {
      labels: ["1", "3", "2"],
      series: [
        { name: "A", values: [2, 4, null] },
        { name: "B", values: [null, null, 9] },
      ],
    },
  });
  const { error } = chartOf("scatter", { labels: ["one"], values: [1] });
  expect(error?.issues).toMatchObject([
    { path: ["data", "labels"], message: expect.stringContaining('numbers, but "one" is not one') },
  ]);
  const labels = Array.from({ length: 10_000 }, (_, at) => at);
  expect(chartOf("scatter", { labels, values: labels }).success).toBe(true);
  expect(chartOf("line", { labels, values: labels }).error?.issues).toMatchObject([
    {
      path: ["data", "labels"],
      message: expect.stringContaining("at most 2,000 for a line, but has 10,000"),
    },
  ]);
});

it("a histogram accepts bare values and counts them in bins with round edges", () => {
  const values = [1, 2, 2.5, 7, 9.9, 10];
  const { data } = chartOf("histogram", values, { bins: 5 });
  expect(drawnAs(data as DrawnChart)).toMatchObject({
    chartType: "bar",
    data: {
      labels: ["0–2", "2–4", "4–6", "6–8", "8–10", "10–12"],
      series: [{ name: "Count", values: [1, 2, 0, 1, 1, 1] }],
    },
  });
  expect(binned({ labels: ["1"], series: [{ name: "x", values: [3] }] }).labels).toEqual(["2.5–3.5"]);
  expect(binned({ labels: ["1"], series: [{ name: "x", values: [null] }] }).labels).toEqual([]);
  expect(chartOf("bar", [{ a: "x", n: 1 }], { bins: 5 }).error?.issues).toMatchObject([{ path: ["bins"] }]);
});

it("a heat map has at most 100 rows and columns", () => {
  const of = (rows: number, columns: number) => ({
    labels: Array.from({ length: columns }, (_, at) => `c${at}`),
    series: Array.from({ length: rows }, (_, at) => ({ name: `r${at}`, values: Array(columns).fill(at) })),
  });
  expect(chartOf("heat map", of(100, 100)).data).toMatchObject({ chartType: "heatmap" });
  expect(chartOf("heatmap", of(2, 101)).success).toBe(false);
  expect(chartOf("bar", of(7, 2)).error?.issues).toMatchObject([
    { message: "must have at most 6 series; up to 100 make a heatmap" },
  ]);
});

it("accepts a selected point or range, and rejects labels that the chart lacks", () => {
  const blocks = [chartOf("bar", { labels: ["a", "b"], values: [1, 2] }, { select: "range" }).data as Block];
  expect(isAnswered(blocks)).toBe(true);
  const answer = (choice: object) => blocksAnswer({ blocks }).safeParse({ action: "choose", choice });
  expect(answer({ from: "a", to: "b" }).success).toBe(true);
  expect(answer({ from: "a", to: "c" }).error?.issues[0]?.message).toBe("Choose a label of the chart");
  expect(answer({ label: "a" }).success).toBe(false);
  expect(chartOf("pie", { labels: ["a"], values: [1] }, { select: "range" }).error?.issues).toMatchObject([
    { path: ["select"], message: "must be point for a pie" },
  ]);
});
