import { expect, it } from "vitest";
import { expectedHeight } from "./expected-height";

const note = { type: "markdown", content: "Rye **leads**" };
const table = { type: "table", columns: [{ key: "a" }], data: Array.from({ length: 5 }, () => ["Rye"]) };
const chart = { type: "chart", chartType: "bar", data: { labels: ["Mon"], series: [{ values: [1] }] } };
const series = Array.from({ length: 3 }, () => ({ values: [1] }));
const heat = { type: "chart", chartType: "heatmap", data: { labels: ["Mon"], series } };
const form = { type: "form", fields: [{ name: "city" }, { name: "nights" }, { name: "id", type: "hidden" }] };
const metrics = { type: "metrics", items: [{ label: "Sold" }, { label: "Left" }] };

it("expectedHeight estimates heights close to those measured in a phone browser", () => {
  const measured = [
    [[note], 56],
    [[table], 269],
    [[chart], 312],
    [[heat], 204],
    [[form], 288],
    [[metrics], 98],
    [[{ type: "metrics", metrics: metrics.items }], 98],
    [[note, table], 313],
  ] as const;
  for (const [blocks, height] of measured)
    expect(Math.abs((expectedHeight({ blocks }) ?? 0) - height)).toBeLessThan(16);
});

it("expectedHeight returns undefined for content that cannot be estimated", () => {
  const live = { type: "table", columns: [], data: { query: "select 1" } };
  for (const input of [
    undefined,
    {},
    { blocks: [] },
    { blocks: [note, { type: "diagram" }] },
    { blocks: [live] },
  ])
    expect(expectedHeight(input)).toBeUndefined();
});
