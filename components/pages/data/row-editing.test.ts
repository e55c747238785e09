import { expect, it, vi } from "vitest";
import { ApiError } from "@/components/client/request";
import type { Shown } from "@/components/draw/grid/cells";
import type { Edit } from "@/components/draw/grid/edits";
import type { Cell } from "@/lib/shared/data/cell";
import { rowEditing } from "./row-editing";

const columns = [
  { name: "name", type: "TEXT", notnull: false, pk: false },
  { name: "price", type: "REAL", notnull: false, pk: false },
  { name: "note", type: "", notnull: false, pk: false },
];
const long = { $text: "Once upon", length: 9_000 };
const row = (...cells: Shown[]) => ({ cells, key: { id: 1 } });

function stage(read: () => Promise<Cell> = async () => "Once upon a time") {
  const made: Edit[] = [];
  const [openRow, say] = [vi.fn(), vi.fn()];
  const edits = {
    make: async (edit: Edit) => {
      made.push(edit);
      return true;
    },
  };
  const editing = rowEditing({ table: "loaves", columns, edits, openRow, say, onHold: () => {}, read });
  const take = async (cells: Record<number, string | null>, target = row("Rye", 2.4, null)) => {
    const problem = editing.take(
      target,
      new Map(Object.entries(cells).map(([at, text]) => [Number(at), text])),
    );
    await new Promise((done) => setImmediate(done));
    return problem;
  };
  return { editing, made, openRow, say, take };
}
const edit = (set: object, was: object) => ({ kind: "set", table: "loaves", key: { id: 1 }, set, was });

it("rowEditing converts values to column types and sends one edit for each row", async () => {
  const { made, take } = stage();
  expect(await take({ 0: "007", 1: "1,024.5" })).toBeUndefined();
  await take({ 1: null });
  expect(made).toEqual([
    edit({ name: "007", price: 1024.5 }, { name: "Rye", price: 2.4 }),
    edit({ price: null }, { price: 2.4 }),
  ]);
});

it("rowEditing sends nothing for unchanged or invalid values", async () => {
  const { made, take } = stage();
  await take({ 0: "Rye", 1: "2.40" });
  expect(await take({ 0: "Roll", 1: "cheap" })).toMatch(/“cheap” is not a number/);
  expect(made).toEqual([]);
});

it("rowEditing starts editing a cell with its text, and rejects rows without a key", () => {
  const { editing } = stage();
  const target = row("Rye", 2.4, null);
  expect(editing.begin(target, 1, 7)).toEqual({ row: target, text: "2.4" });
  expect(editing.begin(target, 2, 7)).toEqual({ row: target, text: "" });
  expect(editing.refusal?.(target)).toBeUndefined();
  expect(editing.refusal?.({ cells: [], key: undefined })).toMatch(/without a key/);
});

it("rowEditing opens the row dialog for a blob", () => {
  const { editing, openRow } = stage();
  expect(editing.begin(row("Rye", 2.4, { $size: 900 }), 2, 7)).toBeUndefined();
  expect(openRow.mock.calls).toEqual([[7]]);
});

it("rowEditing loads a truncated text before it is edited or overwritten", async () => {
  const { editing, made, take } = stage();
  const started = await editing.begin(row("Rye", 2.4, long), 2, 7);
  expect(started).toMatchObject({
    text: "Once upon a time",
    row: { cells: ["Rye", 2.4, "Once upon a time"] },
  });
  await take({ 2: null }, row("Rye", 2.4, long));
  expect(made).toEqual([edit({ note: null }, { note: "Once upon a time" })]);
});

it("rowEditing does not change a truncated text that cannot be loaded, and reports it", async () => {
  const { editing, made, say, take } = stage(() =>
    Promise.reject(new ApiError(404, "This row no longer exists.", undefined)),
  );
  expect(await editing.begin(row("Rye", 2.4, long), 2, 7)).toBeUndefined();
  await take({ 2: null }, row("Rye", 2.4, long));
  expect(say.mock.calls).toEqual([
    ["Could not load the text. This row no longer exists."],
    ["note not changed. This row no longer exists."],
  ]);
  expect(made).toEqual([]);
});
