import { expect, test } from "vitest";
import { narrowed } from "./narrow";

test("narrowed leaves a result unchanged if it fits or has several rows", () => {
  for (const result of [{ rows: [{ _id: 1, a: "x" }] }, { rows: [{ a: "x".repeat(90) }, {}] }, { count: 2 }])
    expect(narrowed(result, 80)).toBe(result);
});

test("narrowed cuts long texts and lists of an oversized document, and suggests an expression to read on", () => {
  const row = {
    _id: 1,
    a: { text: `😀${"x".repeat(5_000)}` },
    list: Array.from({ length: 3_000 }, (_, n) => n),
  };
  const { row: cut, note } = narrowed({ row }, 1_000) as { row: typeof row; note: string };
  expect(JSON.stringify(cut).length).toBeLessThanOrEqual(1_000);
  expect(row.a.text.startsWith(cut.a.text)).toBe(true);
  const count = [...cut.a.text].length;
  expect(note).toContain(`"a.text" shows the first ${count} of 5,001 characters`);
  expect(note).toContain(`{"$substrCP":["$a.text",${count},${count}]} in a $project`);
  expect(note).toContain(`{"$slice":["$list",${cut.list.length},${cut.list.length}]}`);
});

test("narrowed suggests no expression for a value inside a list, and returns only the _id of a document with too many fields", () => {
  const rows = [{ _id: 1, of: [{ text: "x".repeat(900) }, { text: "y" }] }];
  const { rows: cut, note } = narrowed({ rows, truncated: true }, 300) as { rows: typeof rows; note: string };
  expect(cut[0]?.of).toHaveLength(1);
  expect(note).toContain('"of.0.text" shows the first');
  expect(note).not.toContain("$substrCP");
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`field ${n}`, n]));
  expect(narrowed({ row: { _id: 7, ...many } }, 300)).toEqual({
    row: { _id: 7 },
    note: expect.stringContaining("101 top-level fields"),
  });
});
