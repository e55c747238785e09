import { expect, test } from "vitest";
import type { SqlTable } from "@/lib/data/sqlite/types";
import { describeTables } from "./tables";

const table = (name: string, ...columns: string[]): SqlTable => ({
  name,
  type: "table",
  row_count: 1,
  columns: columns.map((column) => ({ name: column, type: "TEXT", notnull: false, pk: false })),
});

test("an empty database is not mentioned", () => {
  expect(describeTables([])).toBe("");
});

test("tables are told with their columns, names of several words in quotes and on one line", () => {
  const text = describeTables([table("trips", "day", "Cost\n(EUR)"), { ...table("sums"), type: "view" }]);
  expect(text).toBe('Your database has:\ntrips(day TEXT, "Cost (EUR)" TEXT)\nview sums()');
});

test("many tables take no more than their share of the prompt", () => {
  const text = describeTables(Array.from({ length: 500 }, (_, index) => table(`table_${index}`, "a", "b")));
  expect(text.length).toBeLessThan(2_100);
  expect(text).toMatch(/and \d+ more: db_schema lists them$/);
});
