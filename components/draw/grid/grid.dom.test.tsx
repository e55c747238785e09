import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { GridColumn, Sorting } from "./column";
import { Grid, type GridProps } from "./grid";
import { useSelection } from "./selection";
import type { GridEditing } from "./use-cell-editing";

type Loaf = { name: string; sold: number; packed: boolean; twice: number };

const column = (label: string, key: keyof Loaf, more: Partial<GridColumn<Loaf>> = {}): GridColumn<Loaf> => ({
  ...{ label, align: "left", edit: "text" },
  text: (loaf) => String(loaf[key]),
  view: (loaf) => String(loaf[key]),
  ...more,
});
const columns = [
  column("Name", "name"),
  column("Sold", "sold", { align: "right", type: "INTEGER" }),
  column("Packed", "packed", { edit: "box", ticked: ({ packed }) => (packed ? "0" : "1"), view: Box }),
  column("Twice", "twice", { edit: "none" }),
];
function Box({ packed }: Loaf) {
  return <input type="checkbox" aria-label="Packed" checked={packed} readOnly />;
}
const loaves = (count: number): Loaf[] =>
  Array.from({ length: count }, (_, at) => ({ name: `Loaf ${at}`, sold: at, packed: false, twice: at * 2 }));

const never = () => {};

function stage(rows: readonly (Loaf | undefined)[], more: Partial<GridProps<Loaf>> = {}) {
  const props: GridProps<Loaf> = {
    ...{ label: "Loaves", columns, sample: [], sorting: undefined, onSort: never, order: "" },
    rows: { count: rows.length, at: (index) => rows[index] },
    ...more,
  };
  const view = render(<Grid {...props} />);
  return { ...view, again: (now: Partial<GridProps<Loaf>>) => view.rerender(<Grid {...props} {...now} />) };
}

function editing(more: Partial<GridEditing<Loaf>> = {}) {
  const taken: unknown[] = [];
  const say = vi.fn();
  const gridEditing: GridEditing<Loaf> = {
    begin: (row, at) => ({ row, text: columns[at]?.text(row) ?? "" }),
    take: ({ name }, cells) => {
      if (cells.get(1) === "many") return "This is not a number.";
      taken.push([name, Object.fromEntries(cells)]);
      return undefined;
    },
    say,
    ...more,
  };
  return { given: gridEditing, taken, say };
}

const at = (row: number, cell: number): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-at="${row}:${cell}"]`);
  if (!found) throw new Error(`There is no cell ${row}:${cell}`);
  return found;
};
const focused = () => document.activeElement?.getAttribute("data-at");
const press = (key: string, more = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
const field = () => screen.getByRole<HTMLTextAreaElement>("textbox");
const write = (value: string) => fireEvent.change(field(), { target: { value } });

beforeEach(() => {
  HTMLElement.prototype.scrollIntoView = never;
});
afterEach(() => {
  vi.restoreAllMocks();
});

it("the grid is a single tab stop, from which arrow keys reach every cell", () => {
  stage(loaves(3));
  expect(document.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  at(-1, 0).focus();
  press("ArrowDown");
  press("ArrowRight");
  expect(focused()).toBe("0:1");
  press("End", { ctrlKey: true });
  expect(focused()).toBe("2:3");
  press("ArrowDown");
  expect(focused()).toBe("2:3");
  press("Home", { ctrlKey: true });
  expect(focused()).toBe("-1:0");
});

it("the grid exposes row and column counts, sorting, selection, busy and read-only state", () => {
  const sorting: Sorting = { column: 1, desc: true };
  const { again } = stage([...loaves(2), undefined], { sorting, hasGutter: true });
  const grid = screen.getByRole("grid", { name: "Loaves" });
  expect(["rowcount", "colcount", "readonly"].map((name) => grid.getAttribute(`aria-${name}`))).toEqual([
    "4",
    "5",
    "true",
  ]);
  expect(screen.getByRole("columnheader", { name: /Sold/ }).getAttribute("aria-sort")).toBe("descending");
  expect(at(2, 0).closest("tr")?.getAttribute("aria-busy")).toBe("true");
  again({ editing: editing().given, hasGutter: true });
  expect(grid.getAttribute("aria-readonly")).toBeNull();
  expect([at(0, 1), at(0, 3)].map((cell) => cell.getAttribute("aria-readonly"))).toEqual([null, "true"]);
});

it("the grid renders only the visible rows of a hundred thousand, and the focused row", () => {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(520);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(640);
  const rows = {
    count: 100_000,
    at: (index: number) => loaves(1).map((loaf) => ({ ...loaf, sold: index }))[0],
  };
  const onWant = vi.fn();
  stage([], { rows, onWant });
  expect(screen.getAllByRole("row").length).toBeLessThan(60);
  at(0, 0).focus();
  press("End", { ctrlKey: true });
  expect(focused()).toBe("99999:3");
  expect(onWant.mock.calls[0]?.[0]).toBe(0);
});

it("the grid sorts and resizes from the heading, by pointer and keyboard", () => {
  const onSort = vi.fn();
  const onHeading = vi.fn();
  stage(loaves(2), { onSort, onHeading });
  fireEvent.click(screen.getByRole("button", { name: /Sold/ }));
  expect([onSort.mock.calls, focused()]).toEqual([[[1]], "-1:1"]);
  const width = () => Number.parseFloat(document.querySelectorAll("col")[1]?.style.width ?? "");
  const before = width();
  press("ArrowRight", { shiftKey: true });
  expect(width()).toBe(Math.round(before) + 16);
  press("ArrowLeft", { shiftKey: true });
  expect(width()).toBe(Math.round(before));
  expect(screen.getByRole("button", { name: /Sold/ }).getAttribute("aria-describedby")).toBeTruthy();
});

it("the grid saves on Enter and moves down; cancels on Escape", () => {
  const { given: gridEditing, taken } = editing();
  stage(loaves(3), { editing: gridEditing });
  at(0, 0).focus();
  press("Enter");
  expect([field().value, field().getAttribute("aria-label")]).toEqual(["Loaf 0", "Name, row 1"]);
  write("Rye");
  press("Enter");
  expect([taken, focused()]).toEqual([[["Loaf 0", { 0: "Rye" }]], "1:0"]);
  press("F2");
  write("Roll");
  press("Escape");
  expect([taken.length, focused(), screen.queryByRole("textbox")]).toEqual([1, "1:0", null]);
});

it("the grid replaces a cell by typing, and does not write an unchanged one", () => {
  const { given: gridEditing, taken } = editing();
  stage(loaves(3), { editing: gridEditing });
  at(1, 1).focus();
  press("7");
  expect(field().value).toBe("7");
  press("Enter");
  expect(taken).toEqual([["Loaf 1", { 1: "7" }]]);
  press("Enter");
  press("Enter");
  expect(taken).toHaveLength(1);
});

it("Tab edits the next text cell, skipping checkboxes and computed columns", () => {
  const { given: gridEditing, taken } = editing();
  stage(loaves(2), { editing: gridEditing });
  at(0, 0).focus();
  press("Enter");
  write("Rye");
  press("Tab");
  expect([field().getAttribute("aria-label"), taken.length]).toEqual(["Sold, row 1", 1]);
  press("Tab");
  expect([focused(), screen.queryByRole("textbox")]).toEqual(["0:2", null]);
  press("ArrowLeft");
  press("Enter");
  press("Tab", { shiftKey: true });
  expect(field().getAttribute("aria-label")).toBe("Name, row 1");
});

it("Tab keeps the focus in the grid, even if the next row is still loading and at the end", () => {
  const { given: gridEditing } = editing();
  stage([...loaves(1), undefined], { columns: columns.slice(0, 2), editing: gridEditing });
  at(0, 1).focus();
  press("Enter");
  press("Tab");
  expect([focused(), screen.queryByRole("textbox")]).toEqual(["1:0", null]);
  at(0, 0).focus();
  press("Enter");
  press("Tab", { shiftKey: true });
  expect([focused(), screen.queryByRole("textbox")]).toEqual(["0:0", null]);
});

it("the grid keeps an invalid field open with its error until it is fixed", () => {
  const { given: gridEditing, taken } = editing();
  stage(loaves(3), { editing: gridEditing });
  fireEvent.doubleClick(at(0, 1));
  write("many");
  press("Enter");
  expect(screen.getByRole("alert").textContent).toBe("This is not a number.");
  expect(field().getAttribute("aria-invalid")).toBe("true");
  fireEvent.click(at(2, 0));
  expect(field().value).toBe("many");
  write("5");
  expect(screen.queryByRole("alert")).toBeNull();
  fireEvent.blur(field());
  expect([taken, screen.queryByRole("textbox")]).toEqual([[["Loaf 0", { 1: "5" }]], null]);
});

it("the grid toggles a checkbox by click, Space or Enter; Delete clears a cell", () => {
  const { given: gridEditing, taken } = editing();
  stage(loaves(2), { editing: gridEditing });
  fireEvent.click(screen.getAllByRole("checkbox")[0] ?? document.body);
  at(1, 2).focus();
  press(" ");
  press("Enter");
  press("ArrowLeft");
  press("Delete");
  expect(taken).toEqual([
    ["Loaf 0", { 2: "1" }],
    ["Loaf 1", { 2: "1" }],
    ["Loaf 1", { 2: "1" }],
    ["Loaf 1", { 1: null }],
  ]);
});

it("the grid explains why a cell cannot be edited, and does not edit cells of a read-only grid", () => {
  const refusal = ({ name }: Loaf) => (name === "Loaf 1" ? "It has no key." : undefined);
  const { given: gridEditing, taken, say } = editing({ refusal });
  const { again } = stage(loaves(2), { editing: gridEditing });
  at(0, 3).focus();
  press("Enter");
  at(1, 0).focus();
  press("x");
  expect(say.mock.calls).toEqual([["Twice is computed, not editable."], ["It has no key."]]);
  again({ editing: undefined });
  press("x");
  press("Delete");
  expect([taken, screen.queryByRole("textbox")]).toEqual([[], null]);
});

it("the grid loads the complete text before an edit", async () => {
  const whole = Promise.withResolvers<{ row: Loaf; text: string }>();
  const { given: gridEditing } = editing({ begin: () => whole.promise });
  const [loaf] = loaves(1);
  stage(loaves(1), { editing: gridEditing });
  at(0, 0).focus();
  press("Enter");
  expect(screen.queryByRole("textbox")).toBeNull();
  if (loaf) whole.resolve({ row: loaf, text: "All of it" });
  expect((await screen.findByRole<HTMLTextAreaElement>("textbox")).value).toBe("All of it");
});

const paste = (text: string, html = "") => {
  const data: Record<string, string> = { "text/plain": text, "text/html": html };
  fireEvent.paste(document.activeElement ?? document.body, {
    clipboardData: { getData: (type: string) => data[type] ?? "" },
  });
};

it("the grid pastes a block from the focused cell, and reports what did not fit", () => {
  const { given: gridEditing, taken, say } = editing();
  stage(loaves(3), { editing: gridEditing });
  at(1, 0).focus();
  paste("Rye\t5\nRoll\tmany\nBun\t1\n");
  expect(taken).toEqual([["Loaf 1", { 0: "Rye", 1: "5" }]]);
  expect(say.mock.calls).toEqual([["This is not a number. 4 cells did not fit."]]);
  paste("two\nlines\n");
  expect(taken.at(-1)).toEqual(["Loaf 1", { 0: "two\nlines" }]);
});

it("the grid copies a cell as text", () => {
  stage(loaves(2));
  const setData = vi.fn();
  at(1, 0).focus();
  fireEvent.copy(at(1, 0), { clipboardData: { setData } });
  expect(setData.mock.calls).toEqual([["text/plain", "Loaf 1"]]);
});

function Selecting({ rows }: { rows: Loaf[] }) {
  const selection = useSelection(rowKeyAt);
  const props = { label: "Loaves", columns, sample: rows, sorting: undefined, onSort: never, order: "" };
  return (
    <Grid {...props} rows={{ count: rows.length, at: (at) => rows[at] }} selection={selection} hasGutter />
  );
}
const rowKeyAt = (index: number) => ({ id: String(index), key: index });

it("the grid selects single rows, ranges with Shift, and clears the selection", () => {
  render(<Selecting rows={loaves(5)} />);
  const selected = () => screen.getAllByRole("row", { selected: true }).map((row) => row.ariaRowIndex);
  at(1, 0).focus();
  press(" ", { shiftKey: true });
  expect(screen.getAllByRole("row", { selected: true })).toHaveLength(1);
  fireEvent.click(screen.getByRole("checkbox", { name: "Select row 4" }), { shiftKey: true });
  expect(selected()).toHaveLength(3);
  fireEvent.click(screen.getByRole("checkbox", { name: "Clear the selection" }));
  expect(screen.queryAllByRole("row", { selected: true })).toEqual([]);
});

it("the grid opens a row by Space, by its button, and by editing a cell that needs the whole row", () => {
  const openRow = vi.fn();
  const { given: gridEditing } = editing({ openRow });
  const own = [...columns, column("Photo", "name", { edit: "row" })];
  stage(loaves(2), { columns: own, editing: gridEditing, hasGutter: true });
  at(1, 0).focus();
  press(" ");
  at(0, 4).focus();
  press("Enter");
  expect([openRow.mock.calls, screen.queryByRole("textbox")]).toEqual([[[1], [0]], null]);
});

it("the grid keeps the focus and the open field in a row that changes its position", () => {
  const rows = loaves(3);
  const of = (shown: Loaf[]) => ({
    rows: { count: shown.length, at: (at: number) => shown[at], idAt: (at: number) => shown[at]?.name ?? "" },
  });
  const { given: gridEditing, taken } = editing();
  const { again } = stage([], { ...of(rows), editing: gridEditing });
  at(0, 0).focus();
  press("ArrowDown");
  press("ArrowUp");
  press("Enter");
  write("Rye");
  again({ ...of(rows.toReversed()), editing: gridEditing });
  expect([field().value, field().getAttribute("aria-label")]).toEqual(["Rye", "Name, row 3"]);
  press("Enter");
  expect(taken).toEqual([["Loaf 0", { 0: "Rye" }]]);
});

it("the grid scrolls to the top on a new order, and focuses the requested cell", () => {
  const { container, again } = stage(loaves(9));
  const scroller = container.querySelector<HTMLElement>("[data-slot=grid]");
  if (!scroller) return expect.unreachable();
  scroller.scrollTop = 200;
  again({ focusOn: { row: 8, column: 1 } });
  expect([scroller.scrollTop, focused()]).toEqual([200, "8:1"]);
  again({ order: "by name" });
  expect(scroller.scrollTop).toBe(0);
});

it("the grid shows its children if there are no rows", () => {
  stage([], { children: <p>No rows yet</p> });
  expect(screen.getByText("No rows yet")).toBeTruthy();
  expect(screen.getAllByRole("columnheader")).toHaveLength(4);
});
