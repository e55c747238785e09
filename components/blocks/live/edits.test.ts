import { expect, it } from "vitest";
import { ApiError } from "@/components/client/request";
import type { Cell } from "@/lib/shared/data/cell";
import type { RowChange } from "./api";
import { type Change, Edits } from "./edits";
import type { LiveRow } from "./live-rows";

const conflict = (row: unknown) => new ApiError(409, "It has changed", { row });

/** Edits over one table of one row, with a database that checks as the real one does. */
function stage() {
  const row: Record<string, Cell> = { sold: 4, product: "Rye" };
  const state = { isThere: true, isReached: true, readings: 1 };
  const write = async ({ key, set, was = {} }: RowChange) => {
    if (!state.isReached) throw new TypeError("Failed to fetch");
    if (!state.isThere) throw conflict(null);
    if (Object.entries(was).some(([name, value]) => row[name] !== value)) throw conflict(row);
    Object.assign(row, set);
    return set.product === undefined ? key : { product: set.product };
  };
  const host = {
    nextReading: () => state.readings + 1,
    after: () => {},
    redraw: () => {},
    readAgain: () => {},
  };
  const edits = new Edits(host, { change: write });
  const rows = (): LiveRow[] => [{ id: '["Rye"]', cells: ["Rye", 4], key: ["Rye"] }];
  return { edits, row, state, shown: () => edits.over(rows())[0]?.cells };
}

const set = (to: Cell, was: Cell = 4): Change => ({
  ...{ table: "sales", key: { product: "Rye" }, row: '["Rye"]', label: "Sold" },
  ...{ column: "sold", at: 1, was, to },
});

it("a change is shown at once, until a result is there that was read after it", async () => {
  const { edits, row, shown } = stage();
  const written = edits.make(set(7));
  expect([shown(), row.sold]).toEqual([["Rye", 7], 4]);
  await written;
  expect([shown(), row.sold]).toEqual([["Rye", 7], 7]);
  edits.seen(1, [{ id: '["Rye"]', cells: ["Rye", 4] }]);
  expect(shown()).toEqual(["Rye", 7]);
  edits.seen(2, [{ id: '["Rye"]', cells: ["Rye", 5] }]);
  expect(shown()).toEqual(["Rye", 4]);
});

it("a change is taken back and made again, and what is typed later ends the way forward", async () => {
  const { edits, row } = stage();
  void edits.make(set(7));
  await edits.make(set(9, 7));
  expect([row.sold, edits.canUndo, edits.canRedo]).toEqual([9, true, false]);
  await edits.undo();
  expect(row.sold).toBe(7);
  await edits.undo();
  expect([row.sold, edits.canUndo, edits.canRedo]).toEqual([4, false, true]);
  await edits.redo();
  expect(row.sold).toBe(7);
  await edits.make(set(1, 7));
  expect(edits.canRedo).toBe(false);
});

it("what somebody else wrote meanwhile is told, and written over only when the person insists", async () => {
  const { edits, row, shown } = stage();
  row.sold = 5;
  await edits.make(set(7));
  expect([row.sold, shown(), edits.canUndo]).toEqual([5, ["Rye", 4], false]);
  const [refusal] = edits.refusals;
  expect(refusal).toMatchObject({ kind: "conflict", now: 5 });
  if (refusal) await edits.insist(refusal);
  expect([row.sold, edits.refusals, edits.canUndo]).toEqual([7, [], true]);
  row.sold = 6;
  await edits.undo();
  const [kept] = edits.refusals;
  if (kept) edits.giveWay(kept);
  expect([row.sold, edits.refusals, edits.canUndo]).toEqual([6, [], false]);
});

it("a row that is gone is said to be", async () => {
  const { edits, state } = stage();
  state.isThere = false;
  await edits.make(set(7));
  expect(edits.refusals).toMatchObject([{ kind: "gone" }]);
});

it("what could not be taken back for want of a connection can be later", async () => {
  const { edits, row, state } = stage();
  await edits.make(set(7));
  state.isReached = false;
  await edits.undo();
  const [refusal] = edits.refusals;
  expect(refusal).toMatchObject({ kind: "failed", move: "undo" });
  if (refusal) edits.giveWay(refusal);
  state.isReached = true;
  await edits.undo();
  expect([row.sold, edits.refusals]).toEqual([4, []]);
});

it("a row whose key was changed is found again on the way back", async () => {
  const { edits, row } = stage();
  await edits.make(set(7));
  await edits.make({ ...set("Spelt", "Rye"), column: "product", at: 0 });
  await edits.undo();
  await edits.undo();
  expect(row).toEqual({ product: "Rye", sold: 4 });
});
