import { describe, expect, it } from "vitest";
import { blockSchema, renderBlocksInput } from "./index";
import { explain } from "./issues";
import { uniqueNames } from "./live";
import { chartFrom } from "./live-chart";
import { drawable } from "./partial";

const parse = (block: object) => blockSchema.safeParse({ type: "table", ...block }).data;
const sql = "SELECT day, sold FROM sales";

describe("a query instead of data can be written as", () => {
  it.each([
    ["the canonical format", { data: { sql, params: [1] } }],
    ["sql and params in the block", { sql, params: [1] }],
    ["query instead of sql", { query: sql, params: [1] }],
    ["query with nested sql", { query: { sql, params: [1] } }],
    ["data with query and args", { data: { query: sql, args: [1] } }],
    ["rows with statement and a single parameter", { rows: { statement: sql, params: 1 } }],
  ])("%s", (_, block) => {
    expect(parse(block)).toEqual({ type: "table", data: { sql, params: [1] } });
    const chart = blockSchema.parse({
      type: "chart",
      chartType: "bar",
      ...block,
      data: { sql, params: [1] },
    });
    expect(chart).toMatchObject({ data: { sql, params: [1] } });
  });

  it("plain SQL", () => {
    expect(parse({ data: ` with a as (select 1) ${sql}` })).toMatchObject({
      data: { sql: expect.any(String) },
    });
    expect(parse({ data: "some rows" })).toBeUndefined();
  });
});

it("a normalized query is unchanged when parsed again", () => {
  const input = renderBlocksInput.parse({
    blocks: [{ type: "table", sql, columns: ["day"], editable: true }],
  });
  expect(renderBlocksInput.parse(input)).toEqual(input);
});

it("a table with literal data requires columns and is not editable", () => {
  expect(parse({ data: [] })).toBeUndefined();
  expect(parse({ data: [{ a: 1 }], editable: true })).toBeUndefined();
});

it("reports only errors of the alternative, query or literal data, that was probably meant", () => {
  const messageFor = (block: object) => {
    const input = { blocks: [block] };
    const { error } = renderBlocksInput.safeParse(input);
    return error ? explain(error, input) : "";
  };
  expect(messageFor({ type: "table", data: { sql: 5 } })).toMatch(
    /^blocks\[0]\.data\.sql must be string, but is 5\n/,
  );
  expect(messageFor({ type: "table", data: { sql, params: { a: 1 } } })).toMatch(
    /^blocks\[0]\.data\.params must be a list/,
  );
  expect(messageFor({ type: "chart", chartType: "bar", data: { labels: ["a"] } })).toMatch(
    /^blocks\[0]\.data\.series is missing/,
  );
  expect(messageFor({ type: "table", data: [{ a: 1 }], editable: true })).toMatch(
    /^blocks\[0]\.editable needs data: \{ sql }/,
  );
});

it("does not draw a query that is still streaming", () => {
  const half = { type: "table", data: { sql: "DELETE FROM sal" } };
  expect(drawable({ blocks: [half] })).toEqual({ title: undefined, blocks: [], coming: "table" });
  expect(drawable({ blocks: [{ ...half, data: "SELECT" }] }).blocks).toEqual([]);
  expect(drawable({ blocks: [half, { type: "markdown" }] }).blocks).toHaveLength(1);
});

it("makes duplicate column names unique", () => {
  expect(uniqueNames(["id", "id", "", "id", "id_2"])).toEqual(["id", "id_2", "?", "id_3", "id_2_2"]);
});

describe("a query result", () => {
  const columns = ["day", "sold", "left"];
  const made = (rows: Parameters<typeof chartFrom>[1]["rows"], kind: "bar" | "pie" = "bar") =>
    chartFrom(kind, { columns: columns.slice(0, rows[0]?.length ?? 3), rows });

  it("becomes labels and series, with numeric texts as numbers and NULL as gaps", () => {
    expect(
      made([
        ["Tue", 4, "1.5"],
        [3, { $integer: "9007199254740993" }, null],
      ]),
    ).toEqual({
      data: {
        labels: ["Tue", "3"],
        series: [
          { name: "sold", values: [4, 9007199254740992] },
          { name: "left", values: [1.5, null] },
        ],
      },
    });
  });

  it("without rows is an empty chart", () => {
    expect(made([])).toMatchObject({ data: { labels: [] } });
    expect(chartFrom("pie", { columns: ["a", "b"], rows: [] })).toMatchObject({ data: { labels: [] } });
  });

  it.each([
    ["one column", made([["Tue"]]), /it returns one column\. Return the labels/],
    ["text values", made([["Tue", 1, "many"]]), /its column 3, "left", does not contain numbers/],
    [
      "no positive number for a pie",
      made([["Tue", 0]], "pie"),
      /a number above zero for a pie\. .*one column of numbers/,
    ],
    ["too many columns", chartFrom("bar", { columns: [..."abcdefgh"], rows: [] }), /it returns 8 columns/],
  ])("with %s is rejected, with the required format", (_, came, message) => {
    expect(came).toEqual({ problem: expect.stringMatching(message) });
  });
});
