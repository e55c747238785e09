import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { useSyncExternalStore } from "react";
import { expect, it, vi } from "vitest";
import { ApiError } from "@/components/client/request";
import type { Cell } from "@/lib/shared/data/cell";
import { EditLog } from "./edit-log";
import type { Edit, SetEdit, Writers } from "./edits";
import { Refusals } from "./refusals";

const set = (to: Cell, was: Cell = 4, more: SetEdit["set"] = {}): SetEdit => ({
  ...{ kind: "set", table: "sales", key: { product: "Rye" } },
  ...{ set: { sold: to, ...more }, was: { sold: was } },
});
const remove = (...products: string[]): Edit => ({
  ...{ kind: "delete", table: "sales", keys: products.map((product) => ({ product })) },
});
const now = (sold: Cell) => new ApiError(409, "It has changed.", { row: { product: "Rye", sold } });

/**
 * Renders an edit log whose writes fail with these errors in order and then succeed. Returns the attempts and the
 * messages that the user sees.
 */
function stage(...failures: Error[]) {
  const tried: unknown[] = [];
  const answer = <Given, Answer>(result: Answer) => {
    return async (edit: Given): Promise<Answer> => {
      tried.push(edit);
      const failure = failures.shift();
      if (failure) throw failure;
      return result;
    };
  };
  const writers: Writers = {
    change: answer({ row: {}, key: { product: "Rye" } }),
    insert: answer([]),
    remove: answer([]),
  };
  const edits = new EditLog({ show: () => {}, written: () => {}, refused: () => {} }, writers);
  const draw = (props: Partial<Parameters<typeof Refusals>[0]> = {}) => {
    const Live = () => {
      useSyncExternalStore(edits.subscribe, edits.version, edits.version);
      return <Refusals edits={edits} {...props} />;
    };
    render(<Live />);
  };
  const make = (edit: Edit) => act(() => edits.make(edit));
  return { edits, tried, draw, make, fail: (error: Error) => failures.push(error) };
}
const messages = () =>
  screen
    .queryAllByRole("alert")
    .map((alert) => within(alert).getByText(/\S/, { selector: "p span" }).textContent);
const choices = () => screen.queryAllByRole("button").map(({ textContent }) => textContent);
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole("button", { name })));

it("the user can overwrite a conflict or keep the other value, with both values on the buttons", async () => {
  const { draw, make, tried, edits } = stage(now(7), now(9));
  draw({ labelOf: (column) => column.toUpperCase() });
  await make(set(5));
  expect(messages()).toEqual(["SOLD is now “7”, so your “5” was not saved."]);
  expect(choices()).toEqual(["Write “5”", "Keep “7”"]);
  await press("Write “5”");
  expect(tried.at(-1)).toMatchObject({ set: { sold: 5 }, was: { sold: 7 } });
  expect(messages()).toEqual(["SOLD is now “9”, so your “5” was not saved."]);
  await press("Keep “9”");
  expect([messages(), tried.length, edits.undoable]).toEqual([[], 2, []]);
});

it("messages name empty values and truncate long ones", async () => {
  const { draw, make } = stage(now(null), now("x".repeat(500)));
  draw();
  await make(set("", "a"));
  expect([messages(), choices()]).toEqual([
    ["sold is now nothing, so your nothing was not saved."],
    ["Empty it", "Keep it empty"],
  ]);
  await press("Keep it empty");
  await make(set(5));
  expect(choices()).toEqual(["Write “5”", `Keep “${"x".repeat(24)}…”`]);
});

it("several columns are overwritten together, and no column is named if that fails", async () => {
  const { draw, make } = stage(now(7), new ApiError(422, "They do not fit.", undefined));
  draw();
  await make(set(5, 4, { note: "a" }));
  expect(choices()).toEqual(["Save mine", "Keep “7”"]);
  await press("Save mine");
  expect(messages()).toEqual(["2 columns were not changed. They do not fit."]);
});

it("each failure is described, and can be retried until it succeeds", async () => {
  const { draw, make, tried } = stage(
    new TypeError("Failed to fetch"),
    new ApiError(404, "Rye is gone.", undefined),
  );
  draw();
  await make(remove("Rye", "Roll"));
  expect(messages()).toEqual(["2 rows were not deleted. Not saved: Easel cannot be reached."]);
  await press("Try again");
  expect(messages()).toEqual(["2 rows were not deleted. Rye is gone."]);
  await press("Try again");
  expect([messages(), tried.length]).toEqual([[], 3]);
});

it("several refusals are shown, each with its own decision", async () => {
  const failed = () => new ApiError(422, "No.", undefined);
  const { draw, make } = stage(failed(), failed());
  draw();
  await make({ kind: "insert", table: "sales", rows: [{ sold: 1 }], named: [] });
  await make(set(null));
  expect(messages()).toEqual(["The row was not added. No.", "sold was not set to nothing. No."]);
  const [first] = screen.getAllByRole("alert");
  fireEvent.click(within(first as HTMLElement).getByRole("button", { name: "Dismiss" }));
  expect(messages()).toEqual(["sold was not set to nothing. No."]);
});

it("a failed undo can be repeated after it was dismissed", async () => {
  const { draw, make, edits, fail } = stage();
  draw();
  await make(set(5));
  fail(new TypeError("Failed to fetch"));
  await act(() => edits.undo());
  expect([messages(), edits.undoable]).toEqual([
    ["sold was not set to “4”. Not saved: Easel cannot be reached."],
    [],
  ]);
  await press("Dismiss");
  expect([messages(), edits.undoable]).toMatchObject([[], [{ set: { sold: 4 }, was: { sold: 5 } }]]);
});

it("in a form, only conflicts have buttons, and a decision removes them", async () => {
  const { draw, make } = stage(new ApiError(422, "No.", undefined), now(7), now(9));
  const onDecided = vi.fn();
  draw({ onDecided });
  await make(set(5));
  expect([messages().length, choices(), onDecided.mock.calls]).toEqual([1, [], []]);
  await make(set(6));
  await press("Write “6”");
  expect(onDecided).not.toHaveBeenCalled();
  await press("Write “6”");
  expect(onDecided).toHaveBeenCalledOnce();
});
