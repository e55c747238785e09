import { expect, it } from "vitest";
import { ApiError } from "@/components/client/request";
import type { Cell } from "@/lib/shared/data/cell";
import { EditLog } from "./edit-log";
import { describeEdit, type Edit, type Made, type SetEdit } from "./edits";

const conflict = (row: unknown) => new ApiError(409, "It has changed", { row });

function stage() {
  const rows = new Map<Cell, Record<string, Cell>>([["Rye", { product: "Rye", sold: 4 }]]);
  const state = { isReached: true, shown: [] as Edit[], made: [] as Made[], refused: [] as boolean[] };
  const reached = () => {
    if (!state.isReached) throw new TypeError("Failed to fetch");
  };
  const edits = new EditLog(
    {
      show: (edit) => state.shown.push(edit),
      written: (made) => state.made.push(made),
      refused: (_, isOld) => state.refused.push(isOld),
    },
    {
      async change({ key, set, was }) {
        reached();
        const row = rows.get(key.product ?? null);
        if (!row) throw conflict(null);
        if (Object.entries(was).some(([name, value]) => row[name] !== value)) throw conflict({ ...row });
        Object.assign(row, set);
        rows.delete(key.product ?? null);
        rows.set(row.product ?? null, row);
        return { row, key: { product: row.product ?? null } };
      },
      async insert({ rows: newRows }) {
        reached();
        return newRows.map((row) => {
          const product = row.product ?? `new ${rows.size}`;
          if (rows.has(product)) throw new ApiError(422, "There is such a row.", undefined);
          rows.set(product, { sold: 0, ...row, product });
          return { product };
        });
      },
      async remove({ keys }) {
        reached();
        return keys.map(({ product = null }) => {
          const row = rows.get(product);
          if (!row) throw new ApiError(404, "This row no longer exists.", undefined);
          rows.delete(product);
          return row;
        });
      },
    },
  );
  const sold = (product = "Rye") => rows.get(product)?.sold;
  return { edits, rows, state, sold };
}

const set = (to: Cell, was: Cell = 4, column = "sold"): SetEdit => ({
  ...{ kind: "set", table: "sales", key: { product: "Rye" } },
  ...{ set: { [column]: to }, was: { [column]: was } },
});
const remove = (product: string): Edit => ({ kind: "delete", table: "sales", keys: [{ product }] });
const insert = (row = {}): Edit => ({ kind: "insert", table: "sales", rows: [row], named: ["product"] });

it("the edit log shows a change at once and writes it in order", async () => {
  const { edits, state, sold } = stage();
  const made = edits.make(set(7));
  expect([state.shown.length, sold()]).toEqual([1, 4]);
  expect(await made).toBe(true);
  expect([sold(), state.made[0]?.row]).toEqual([7, { product: "Rye", sold: 7 }]);
});

it("the edit log undoes and redoes a change; a new change clears the redo history", async () => {
  const { edits, sold } = stage();
  void edits.make(set(7));
  await edits.make(set(9, 7));
  expect([sold(), edits.undoable.length, edits.redoable.length]).toEqual([9, 2, 0]);
  await edits.undo();
  expect(sold()).toBe(7);
  await edits.undo();
  expect([sold(), edits.undoable.length, edits.redoable.length]).toEqual([4, 0, 2]);
  await edits.redo();
  expect(sold()).toBe(7);
  await edits.make(set(1, 7));
  expect(edits.redoable).toEqual([]);
});

it("the edit log undoes a change that is still being sent; without a change it does nothing", async () => {
  const { edits, sold } = stage();
  void edits.make(set(7));
  expect(await edits.undo()).toBe(true);
  expect(sold()).toBe(4);
  expect([await edits.undo(), sold()]).toEqual([false, 4]);
});

it("the edit log reports a concurrent change, and overwrites it only if the user insists", async () => {
  const { edits, rows, state, sold } = stage();
  const theirs = (value: Cell) => rows.set("Rye", { product: "Rye", sold: value });
  theirs(5);
  expect(await edits.make(set(7))).toBe(false);
  expect([sold(), state.refused, edits.undoable]).toEqual([5, [true], []]);
  const [refusal] = edits.refusals;
  expect(refusal).toMatchObject({ kind: "conflict", column: "sold", now: 5 });
  if (refusal) await edits.insist(refusal);
  expect([sold(), edits.refusals, edits.undoable.length]).toEqual([7, [], 1]);
  theirs(6);
  await edits.undo();
  const [storedRefusal] = edits.refusals;
  if (storedRefusal) edits.giveWay(storedRefusal);
  expect([sold(), edits.refusals, edits.undoable]).toEqual([6, [], []]);
});

it("the edit log names the first of several changed columns, and overwrites all", async () => {
  const { edits, rows, sold } = stage();
  rows.set("Rye", { product: "Rye", sold: 5, note: "old" });
  await edits.make({ ...set(7), set: { note: "mine", sold: 7 }, was: { note: "old", sold: 4 } });
  const [refusal] = edits.refusals;
  expect(refusal).toMatchObject({ column: "sold", mine: { was: { note: "old", sold: 5 } } });
  if (refusal) await edits.insist(refusal);
  expect([sold(), rows.get("Rye")?.note]).toEqual([7, "mine"]);
});

it("the edit log reports a row that is gone", async () => {
  const { edits, rows } = stage();
  rows.clear();
  await edits.make(set(7));
  expect(edits.refusals).toMatchObject([{ kind: "gone" }]);
});

it("the edit log keeps an undo that failed because of a lost connection, for another attempt", async () => {
  const { edits, state, sold } = stage();
  await edits.make(set(7));
  state.isReached = false;
  await edits.undo();
  const [refusal] = edits.refusals;
  expect(refusal).toMatchObject({ kind: "failed", way: "undo" });
  edits.dismiss();
  state.isReached = true;
  await edits.undo();
  expect([sold(), edits.refusals, state.refused]).toEqual([4, [], [false]]);
});

it("the edit log applies the new key of a changed row to undo history and waiting edits", async () => {
  const { edits, rows } = stage();
  await edits.make(set(7));
  void edits.make(set("Spelt", "Rye", "product"));
  await edits.make(set(8, 7));
  expect([...rows.values()]).toEqual([{ product: "Spelt", sold: 8 }]);
  await edits.undo();
  await edits.undo();
  await edits.undo();
  expect([...rows.values()]).toEqual([{ product: "Rye", sold: 4 }]);
  await edits.redo();
  await edits.redo();
  expect([...rows.values()]).toEqual([{ product: "Spelt", sold: 7 }]);
});

it("the edit log adds and deletes a row, and undoes both", async () => {
  const { edits, rows } = stage();
  await edits.make(insert());
  expect([...rows.keys()]).toEqual(["Rye", "new 1"]);
  await edits.make(remove("Rye"));
  await edits.undo();
  expect(rows.get("Rye")).toEqual({ product: "Rye", sold: 4 });
  await edits.undo();
  expect([[...rows.keys()], edits.undoable.length, edits.redoable.length]).toEqual([["Rye"], 0, 2]);
  await edits.redo();
  expect(rows.get("new 1")).toEqual({ product: "new 1", sold: 0 });
});

it("the edit log keeps a failed insert or delete as a refusal until a later one succeeds", async () => {
  const { edits } = stage();
  await edits.make(remove("Bun"));
  expect(edits.refusals).toMatchObject([{ kind: "failed", message: "This row no longer exists." }]);
  expect(edits.undoable).toEqual([]);
  await edits.make(insert());
  expect(edits.refusals).toEqual([]);
});

it("the edit log notifies listeners until they unsubscribe", async () => {
  const { edits } = stage();
  let changes = 0;
  const leave = edits.subscribe(() => changes++);
  await edits.make(set(7));
  const before = changes;
  expect(before).toBeGreaterThan(1);
  leave();
  await edits.undo();
  expect(changes).toBe(before);
});

it("the edit log describes what undo and redo would do", async () => {
  const { edits } = stage();
  await edits.make(set(7));
  await edits.make(insert());
  await edits.make(remove("Rye"));
  const labelOf = (column: string) => column.toUpperCase();
  expect(edits.undoable.map((edit) => describeEdit(edit, "undo", labelOf))).toEqual([
    "Undo changing SOLD",
    "Undo adding a row",
    "Undo deleting a row",
  ]);
  await edits.undo();
  expect(edits.redoable.map((edit) => describeEdit(edit, "redo"))).toEqual(["Redo deleting a row"]);
  expect(describeEdit({ ...set(1), set: { a: 1, b: 2 } }, "redo")).toBe("Redo changing 2 columns");
});
