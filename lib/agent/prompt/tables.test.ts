import { expect, test } from "vitest";
import type { SqlTable } from "@/lib/data/sqlite/types";
import { describeTables } from "./tables";

const table = (name: string, ...columns: string[]): SqlTable => ({
  name,
  type: "table",
  row_count: 1,
  columns: columns.map((column) => ({ name: column, type: "TEXT", notnull: false, pk: false })),
});

test("the prompt says nothing about an empty database", () => {
  expect(describeTables([])).toBe("");
});

test("the prompt lists each table with its columns on one line, and quotes names of several words", () => {
  const text = describeTables([table("trips", "day", "Cost\n(EUR)"), { ...table("sums"), type: "view" }]);
  expect(text).toBe('Your database has:\ntrips(day TEXT, "Cost (EUR)" TEXT)\nview sums()');
});

test("the prompt's text about many tables is limited", () => {
  const text = describeTables(Array.from({ length: 500 }, (_, index) => table(`table_${index}`, "a", "b")));
  expect(text.length).toBeLessThan(2_100);
  expect(text).toMatch(/and \d+ more: db_schema lists them$/);
});
