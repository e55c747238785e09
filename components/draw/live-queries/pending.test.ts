import { expect, it } from "vitest";
import { ApiError } from "@/components/client/request";
import type { SetEdit, Writers } from "@/components/draw/grid/edits";
import type { RowEdit } from "@/lib/shared/blocks/edits";
import type { Cell } from "@/lib/shared/data/cell";
import type { Result } from "./api";
import { LiveQuery } from "./live-query";
import { PendingCells } from "./pending";

const set = (to: Cell, was: Cell = 4): SetEdit => ({
  ...{ kind: "set", table: "sales", key: { id: 1 } },
  ...{ set: { sold: to }, was: { sold: was } },
});
const names = ["sold", null];
const rows = (sold: Cell) => [{ id: "[1]", cells: [sold, "x"], key: [1] }];
const shown = (pending: PendingCells, sold: Cell) => pending.over(rows(sold), names)[0]?.cells[0];

it("a changed value is shown until a read that started afterwards has returned", () => {
  const pending = new PendingCells();
  pending.show(set(7));
  expect([shown(pending, 4), pending.isUnread]).toEqual([7, false]);
  pending.written(set(7), { id: 1 }, 2);
  expect(pending.isUnread).toBe(true);
  pending.seen(1, rows(4), names);
  expect(shown(pending, 4)).toBe(7);
  pending.seen(2, rows(5), names);
  expect(shown(pending, 5)).toBe(5);
});

it("a second change of a cell is shown, even if the first one is stored or refused later", () => {
  const pending = new PendingCells();
  pending.show(set(7));
  pending.show(set(9));
  pending.written(set(7), { id: 1 }, 2);
  pending.seen(2, rows(7), names);
  expect(shown(pending, 7)).toBe(9);
});

it("a refused change is hidden, and rows without changes stay the same objects", () => {
  const pending = new PendingCells();
  pending.show(set(7));
  pending.hide(set(7));
  const same = rows(4);
  expect(pending.over(same, names)).toBe(same);
});

it("pending values of a row stay when its key changes", () => {
  const pending = new PendingCells();
  pending.show({ ...set(7), set: { sold: 7, id: 2 } });
  pending.written({ ...set(7), set: { id: 2 } }, { id: 2 }, 2);
  expect(pending.over([{ id: "[2]", cells: [4, "x"], key: [2] }], names)[0]?.cells).toEqual([7, "x"]);
});

it("listeners learn of each changed, added or deleted row, also on undo", async () => {
  const stored = new Map<Cell, Record<string, Cell>>([[1, { id: 1, thing: "tent" }]]);
  const writers: Partial<Writers> = {
    async change({ key, set }) {
      return { row: { ...stored.get(key.id ?? null), ...set }, key: { ...key } };
    },
    async insert({ rows }) {
      return rows.map((row) => {
        const id = row.id ?? Math.max(0, ...[...stored.keys()].map(Number)) + 1;
        stored.set(id, { thing: "new", ...row, id });
        return { id };
      });
    },
    async remove({ keys }) {
      return keys.map(({ id = null }) => {
        const row = stored.get(id);
        if (!row) throw new ApiError(404, "This row no longer exists.", undefined);
        stored.delete(id);
        return row;
      });
    },
  };
  const never = () => new Promise<Result>(() => {});
  const live = new LiveQuery(never, writers, { now: () => 0, after: () => () => {} });
  const written: RowEdit[] = [];
  live.onWritten((edit) => written.push(edit));
  const table = "packing";
  await live.edits.make({ kind: "insert", table, rows: [{}], named: ["id"] });
  await live.edits.make({ kind: "delete", table, keys: [{ id: 1 }] });
  await live.edits.undo();
  await live.edits.undo();
  await live.edits.redo();
  await live.edits.make({
    kind: "set",
    table,
    key: { id: 2 },
    set: { thing: "rope" },
    was: { thing: "new" },
  });
  await live.edits.make({ kind: "delete", table, keys: [{ id: 9 }] });
  expect(written).toEqual([
    { table, key: { id: 2 }, added: { id: 2 } },
    { table, key: { id: 1 }, deleted: { id: 1, thing: "tent" } },
    { table, key: { id: 1 }, added: { id: 1, thing: "tent" } },
    { table, key: { id: 2 }, deleted: { id: 2, thing: "new" } },
    { table, key: { id: 2 }, added: { id: 2, thing: "new" } },
    { table, key: { id: 2 }, set: { thing: "rope" }, was: { thing: "new" } },
  ]);
});
