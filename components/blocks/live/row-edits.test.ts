import { expect, it } from "vitest";
import type { Named } from "@/components/blocks/live/api";
import { Edits } from "@/components/blocks/live/edits";
import { ApiError } from "@/components/client/request";
import type { RowEdit } from "@/lib/shared/blocks/edits";

function stage() {
  const rows = new Map<number, Named>([[1, { id: 1, thing: "tent" }]]);
  const told: RowEdit[] = [];
  const host = { nextReading: () => 1, after: () => {}, redraw: () => {}, readAgain: () => {} };
  const edits = new Edits(host, {
    async add(_, row) {
      const id = typeof row.id === "number" ? row.id : Math.max(0, ...rows.keys()) + 1;
      rows.set(id, { thing: "new", ...row, id });
      return { id };
    },
    async remove(_, { id }) {
      const row = rows.get(Number(id));
      if (!row) throw new ApiError(404, "This row is no longer there.", undefined);
      rows.delete(Number(id));
      return row;
    },
  });
  edits.onWritten((edit) => told.push(edit));
  return { edits, rows, told };
}

it("a row is added and deleted, there and back, and whoever listens hears of it", async () => {
  const { edits, rows, told } = stage();
  await edits.addRow("packing", ["id"]);
  expect([...rows.keys()]).toEqual([1, 2]);
  await edits.removeRow("packing", { id: 1 });
  expect([...rows.keys()]).toEqual([2]);
  await edits.undo();
  expect(rows.get(1)).toEqual({ id: 1, thing: "tent" });
  await edits.undo();
  expect([[...rows.keys()], edits.canUndo, edits.canRedo]).toEqual([[1], false, true]);
  await edits.redo();
  expect(rows.get(2)).toEqual({ id: 2, thing: "new" });
  expect(told).toEqual([
    { table: "packing", key: { id: 2 }, added: { id: 2 } },
    { table: "packing", key: { id: 1 }, deleted: { id: 1, thing: "tent" } },
    { table: "packing", key: { id: 1 }, added: { id: 1, thing: "tent" } },
    { table: "packing", key: { id: 2 }, deleted: { id: 2, thing: "new" } },
    { table: "packing", key: { id: 2 }, added: { id: 2, thing: "new" } },
  ]);
});

it("a row that cannot be added or deleted is told, until the next one can", async () => {
  const { edits, told } = stage();
  await edits.removeRow("packing", { id: 9 });
  expect(edits.problem).toBe("The row was not deleted. This row is no longer there.");
  expect([told, edits.canUndo]).toEqual([[], false]);
  await edits.addRow("packing", ["id"]);
  expect(edits.problem).toBeUndefined();
});
