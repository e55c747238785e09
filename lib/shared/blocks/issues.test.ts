import { expect, it } from "vitest";
import { blocks, renderBlocksInput } from "./index";
import { explain } from "./issues";

function explainInput(input: unknown): string {
  const { error } = renderBlocksInput.safeParse(input);
  return error ? explain(error, input) : "";
}
const text = { type: "markdown", content: "x" };

it("names the path, the expected and the actual value", () => {
  const input = {
    blocks: [
      text,
      text,
      { type: "form", submitLabel: "Go", fields: [{ name: "a", label: "A", type: "carousel" }] },
    ],
  };
  expect(explainInput(input)).toMatch(
    /^blocks\[2]\.fields\[0]\.type must be one of "text", .*"hidden", but is "carousel"\n/,
  );
  expect(explainInput({ blocks: [{ type: "markdown", content: 5 }] })).toMatch(
    /^blocks\[0]\.content must be string, but is 5\n/,
  );
});

it("lists the known types for an unknown type", () => {
  expect(explainInput({ blocks: [text, { type: "slider" }] })).toContain(
    `blocks[1].type "slider" is unknown; the blocks are ${Object.keys(blocks).join(", ")}\n`,
  );
  expect(explainInput({ blocks: [{ content: "x" }] })).toMatch(
    /^blocks\[0]\.type is missing: one of markdown, /,
  );
});

it("reports the error of the likely alternative with an example of the block", () => {
  const message = explainInput({
    blocks: [{ type: "chart", chartType: "bar", data: { labels: ["a"], datasets: [{ label: "x" }] } }],
  });
  expect(message).toMatch(/^blocks\[0]\.data\.series\[0]\.values is missing: array\n/);
  expect(message).toContain('A correct chart block: {"type":"chart"');
  expect(message).not.toContain("A correct table block");
});

it("shows messages of custom rules", () => {
  const series = [{ name: "x", values: [1, 2, 3] }];
  expect(
    explainInput({ blocks: [{ type: "chart", chartType: "bar", data: { labels: ["a"], series } }] }),
  ).toContain("blocks[0].data.series[0].values needs one number for each of the 1 labels, but has 3");
  const field = { name: "a", label: "A", type: "date", default: "soon" };
  expect(explainInput({ blocks: [{ type: "form", submitLabel: "Go", fields: [field] }] })).toContain(
    "blocks[0].fields[0].default does not fit a date field",
  );
});

it("shows an example of a whole input for an invalid one", () => {
  expect(explainInput({})).toBe(
    'blocks is missing: array\nA correct input: {"blocks":[{"type":"markdown","content":"## Week 47\\n\\nYou sold **2,051** pieces, 26% of them on Saturday."}]}',
  );
  for (const nonsense of [null, 3, "x", [], { blocks: [] }, { blocks: {} }, { blocks: "[" }])
    expect(explainInput(nonsense)).toContain("A correct input:");
});

it("lists twenty problems and counts the rest", () => {
  const lines = explainInput({ blocks: Array.from({ length: 23 }, () => ({ type: "markdown" })) }).split(
    "\n",
  );
  expect(lines).toHaveLength(22);
  expect(lines[20]).toBe("and 3 more");
});

it("reports all problems of a call at once", () => {
  const message = explainInput({
    blocks: [
      { type: "table", columns: [{ key: "", label: "x" }], data: [{ a: 1 }], editable: true },
      { type: "chart", chartType: "star", data: { sql: "SELECT 1" } },
    ],
  });
  for (const path of ["blocks[0].columns[0].key", "blocks[0].editable needs data", "blocks[1].chartType"])
    expect(message).toContain(path);
});

it("truncates long values", () => {
  expect(
    explainInput({ blocks: [{ type: "alert", variant: "x".repeat(500), content: "x" }] }).length,
  ).toBeLessThan(500);
});
