import { expect, test } from "vitest";
import { blocksAnswer } from "./answer";
import { type RowEdit, withEdit } from "./edits";

const at = { table: "trips", key: { id: 1 } };
const set = (now: number, was: number): RowEdit => ({ ...at, set: { n: now }, was: { n: was } });
const all = (...edits: RowEdit[]) => edits.reduce<RowEdit[]>(withEdit, []);

test("withEdit merges changes of a row and drops those that were undone", () => {
  expect(all(set(2, 1), set(3, 2))).toEqual([set(3, 1)]);
  expect(all(set(2, 1), set(1, 2))).toEqual([]);
  const other: RowEdit = { ...at, set: { m: "x" }, was: { m: null } };
  expect(all(set(2, 1), other)).toEqual([{ ...at, set: { n: 2, m: "x" }, was: { n: 1, m: null } }]);
});

test("withEdit merges changes into added and deleted rows, with the original values", () => {
  const added: RowEdit = { ...at, added: { id: 1, n: null } };
  const deleted: RowEdit = { ...at, deleted: { id: 1, n: 3 } };
  expect(all(added, set(5, 0))).toEqual([{ ...at, added: { id: 1, n: 5 } }]);
  expect(all(added, set(5, 0), deleted)).toEqual([]);
  expect(all(set(3, 1), deleted)).toEqual([{ ...at, deleted: { id: 1, n: 1 } }]);
  expect(all(deleted, { ...at, added: { id: 1, n: 3 } })).toEqual([]);
});

test("withEdit limits the number and size of edits, and blocksAnswer accepts edits with any answer", () => {
  const many = Array.from({ length: 600 }, (_, id): RowEdit => ({ table: "t", key: { id }, added: { id } }));
  const stored = all(...many, { table: "t", key: { id: 9 }, added: { text: "x".repeat(9_000) } });
  expect(stored).toHaveLength(500);
  expect(JSON.stringify(stored.at(-1)).length).toBeLessThan(600);
  const table = { type: "table" as const, data: { sql: "SELECT 1" }, editable: true };
  const seen = blocksAnswer({ blocks: [table] });
  expect(seen.parse({ action: "dismiss", edits: [set(2, 1)] })).toEqual({
    action: "dismiss",
    edits: [set(2, 1)],
  });
  expect(seen.parse({ action: "dismiss" })).toEqual({ action: "dismiss" });
  expect(seen.safeParse({ action: "dismiss", edits: [{ table: "t" }] }).success).toBe(false);
  expect(blocksAnswer({ blocks: [] }).safeParse({ action: "dismiss", edits: [set(2, 1)] }).success).toBe(
    false,
  );
});
