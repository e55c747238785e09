import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { EditLog } from "@/components/draw/grid/edit-log";
import type { Edit } from "@/components/draw/grid/edits";
import { memory } from "../testing/memory";
import type { Row } from "./table-columns";
import { type TableEditing, TableGrid } from "./table-grid";

const columns = [
  { key: "name", label: "Name" },
  { key: "sold", label: "Sold" },
];
const loaves = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({ name: `Loaf ${at}`, sold: at === 3 ? null : (at * 7) % 5 }));
const names = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getAllByRole("cell")[0]?.textContent);
const sort = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

beforeEach(() => {
  HTMLElement.prototype.scrollIntoView = () => {};
});

it("a table sorts numbers descending, then ascending, then not; empty cells are last", () => {
  render(<TableGrid columns={columns} rows={loaves(5)} name="Loaves" />);
  sort("Sold");
  expect(names()).toEqual(["Loaf 2", "Loaf 4", "Loaf 1", "Loaf 0", "Loaf 3"]);
  sort("Sold");
  expect(names()).toEqual(["Loaf 0", "Loaf 1", "Loaf 4", "Loaf 2", "Loaf 3"]);
  sort("Sold");
  expect(names()).toEqual(["Loaf 0", "Loaf 1", "Loaf 2", "Loaf 3", "Loaf 4"]);
});

it("a table filters rows by cell text and shows their number", async () => {
  render(<TableGrid columns={columns} rows={loaves(12)} name="Loaves" />);
  const filter = screen.getByRole("searchbox", { name: "Filter rows" });
  fireEvent.change(filter, { target: { value: " LOAF 1" } });
  expect(await screen.findByText("3 of 12 rows")).toBeTruthy();
  expect(names()).toEqual(["Loaf 1", "Loaf 10", "Loaf 11"]);
  fireEvent.change(filter, { target: { value: "bun" } });
  fireEvent.click(await screen.findByRole("button", { name: "Show all" }));
  expect(await screen.findByText("12 rows")).toBeTruthy();
});

it('a table has no filter for few rows, and shows "Still loading" while the call is being written', () => {
  const { rerender } = render(<TableGrid columns={columns} rows={[]} name="Loaves" />);
  expect(screen.getByText("No rows.")).toBeTruthy();
  rerender(<TableGrid columns={columns} rows={loaves(3)} name="Loaves" growing />);
  expect(screen.queryByRole("searchbox")).toBeNull();
  expect(screen.getByText("Still loading")).toBeTruthy();
});

it("a table stores sorting and filter with the surface and restores them", async () => {
  const stored = memory({ filter: "", sorting: [{ id: "1", desc: true }] });
  render(<TableGrid columns={columns} rows={loaves(5)} name="Loaves" stored={stored} />);
  expect(names()[0]).toBe("Loaf 2");
  sort("Name");
  expect(stored.value).toEqual({ filter: "", sorting: [{ id: "0", desc: false }] });
  stored.write({ filter: "loaf 4", sorting: [] });
  expect(await screen.findByText("1 of 5 rows")).toBeTruthy();
});

it("a table renders cells by their kind", () => {
  const kinds = [
    { key: "day", label: "Day" },
    { key: "page", label: "Page" },
    { key: "share", label: "Share", kind: "bar" as const },
    { key: "done", label: "Done", kind: "checkbox" as const },
    { key: "none", label: "None" },
  ];
  const rows = [
    { day: "2026-11-01", page: "https://www.example.com/", share: 4, done: true },
    { day: "2026-02-03", page: "https://example.com/b", share: -2, done: false },
  ];
  render(<TableGrid columns={kinds} rows={rows} name="Kinds" />);
  expect(screen.getByRole("cell", { name: "1 Nov 2026" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "example.com" }).getAttribute("href")).toBe(
    "https://www.example.com/",
  );
  const [first, second] = screen.getAllByRole<HTMLInputElement>("checkbox", { name: "Done" });
  expect([first?.checked, second?.checked, first?.disabled]).toEqual([true, false, true]);
  expect(screen.getAllByText("empty")).toHaveLength(2);
});

function editable(): { editing: TableEditing; asked: unknown[] } {
  const asked: unknown[] = [];
  const host = { show: () => {}, written: () => {}, refused: () => {} };
  const edits = new EditLog(host, { change: async ({ key }) => ({ row: {}, key }) });
  const key = { id: 1 };
  const change: Edit = { kind: "set", table: "loaves", key, set: { sold: 5 }, was: { sold: 0 } };
  const editing: TableEditing = {
    edits,
    fixed: new Set([0]),
    labelOf: () => "Sold",
    begin: (row) => ({ row, text: String(row.sold ?? "") }),
    take: (row, cells, holdsNumbers) => {
      asked.push(["take", row.name, [...cells], holdsNumbers(1)]);
      void edits.make(change);
      return undefined;
    },
    addRow: () => asked.push("add"),
    removeRow: (row) => asked.push(["remove", row.name]),
  };
  return { editing, asked };
}

it("a table adds and deletes rows, edits cells, and explains what cannot be edited", () => {
  const { editing, asked } = editable();
  const live = { idOf: (row: Row) => String(row.name), isCut: true, mark: "Live", editing };
  render(<TableGrid columns={columns} rows={loaves(3)} name="Loaves" live={live} />);
  expect(screen.getByText("The first 3 rows")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Delete a row" }).getAttribute("aria-disabled")).toBe("true");
  const cell = document.querySelector<HTMLElement>('[data-at="1:1"]') ?? document.body;
  fireEvent.click(cell);
  fireEvent.keyDown(cell, { key: "9" });
  fireEvent.keyDown(screen.getByRole("textbox"), { key: "Enter" });
  fireEvent.click(screen.getByRole("button", { name: "Delete row 3" }));
  fireEvent.click(screen.getByRole("button", { name: "Add a row" }));
  expect(asked).toEqual([["take", "Loaf 1", [[1, "9"]], true], ["remove", "Loaf 2"], "add"]);
  const fixed = document.querySelector<HTMLElement>('[data-at="0:0"]') ?? document.body;
  fireEvent.doubleClick(fixed);
  expect(screen.getByRole("status").textContent).toBe("Name is computed, not editable.");
});

it("a table answers once with the row of an action, by click or Enter", async () => {
  const sent: unknown[] = [];
  const onAnswer = async (output: unknown) => void sent.push(output);
  const all = [{ label: "Approve", value: "approve" }];
  const ask = { state: "waiting", onAnswer } as const;
  render(<TableGrid columns={columns} rows={loaves(2)} name="Loaves" actions={{ all, ask }} />);
  const [, second] = screen.getAllByRole("button", { name: "Approve" }).slice(-2);
  const cell = second?.closest("[data-at]");
  if (!cell) throw new Error("There is no cell");
  fireEvent.keyDown(cell, { key: "Enter" });
  await screen.findAllByRole("button", { name: "Approve" });
  expect(sent).toEqual([{ action: "choose", choice: "approve", row: { name: "Loaf 1", sold: 2 } }]);
  expect(second).toHaveProperty("disabled", true);
});

it("a table runs the tool of an action with its row repeatedly, even after the answer", async () => {
  const ran: unknown[] = [];
  const onTool = async (tool: string, row: object) => ran.push([tool, row]);
  const all = [{ label: "Weigh", tool: "weigh" }];
  const ask = { state: "answered", onTool } as const;
  render(<TableGrid columns={columns} rows={loaves(1)} name="Loaves" actions={{ all, ask }} />);
  const press = async () => {
    const button = screen.getAllByRole("button", { name: "Weigh" }).at(-1) ?? document.body;
    await waitFor(() => expect(button).toHaveProperty("disabled", false));
    fireEvent.click(button);
  };
  await press();
  await press();
  const row = { name: "Loaf 0", sold: 0 };
  await waitFor(() =>
    expect(ran).toEqual([
      ["weigh", row],
      ["weigh", row],
    ]),
  );
});
