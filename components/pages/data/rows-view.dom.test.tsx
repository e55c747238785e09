import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import type { Cell } from "@/lib/shared/data/cell";
import type { Table } from "./api";
import { RowsView } from "./rows-view";
import { settled } from "./testing/settled";

const ROWS = "/api/database/tables/loaves/rows";
type Loaf = { id: number; name: string; price: Cell };

const column = (name: string, type: string, pk = false) => ({ name, type, notnull: pk, pk });
const LOAVES: Table = {
  ...{ name: "loaves", type: "table", row_count: 3 },
  columns: [column("id", "INTEGER", true), column("name", "TEXT"), column("price", "REAL")],
};

const threeLoaves = () => ["Rye", "Roll", "Bun"].map((name, at): Loaf => ({ id: at + 1, name, price: at }));

/** Renders the rows of a table and records reads and writes. */
function drawRows({ key = ["id"], loaves = threeLoaves() } = {}) {
  const reads: Record<string, string>[] = [];
  const sent: unknown[] = [];
  const page = () => ({
    ...{ columns: ["id", "name", "price"], key, editable: key.length > 0 ? ["name", "price"] : [] },
    rows: loaves.map(({ id, name, price }) => [id, name, price]),
    keys: loaves.map(({ id }) => (key.length > 0 ? [id] : [])),
    total: loaves.length,
  });
  const server = new FakeServer()
    .on(`GET ${ROWS}`, ({ url }) => {
      reads.push(Object.fromEntries(url.searchParams));
      return page();
    })
    .on(`PATCH ${ROWS}`, ({ body }) => {
      sent.push(body);
      const { key, set } = body as { key: { id: number }; set: Partial<Loaf> };
      const loaf = loaves.find(({ id }) => id === key.id);
      if (!loaf) return refusal(409, "It has changed.", { row: null });
      return { row: Object.assign(loaf, set), key };
    })
    .on(`DELETE ${ROWS}`, ({ body }) => {
      sent.push(body);
      const ids = (body as { keys: { id: number }[] }).keys.map(({ id }) => id);
      const rows = loaves.filter(({ id }) => ids.includes(id));
      for (const row of rows) loaves.splice(loaves.indexOf(row), 1);
      return { rows };
    })
    .on(`POST ${ROWS}`, ({ body }) => {
      const { rows } = body as { rows: Partial<Loaf>[] };
      sent.push(body);
      for (const row of rows) loaves.push({ id: loaves.length + 1, name: "", price: null, ...row });
      return { rows: [[]], keys: rows.map(({ id }) => [id ?? loaves.length]) };
    });
  return { ...drawPage(<RowsView table={LOAVES} />, { server }), loaves, reads, sent };
}

const at = (place: string) => document.querySelector<HTMLElement>(`[data-at="${place}"]`);
const names = () => ["0:1", "1:1", "2:1", "3:1"].flatMap((place) => at(place)?.textContent ?? []);
const shows = (...wanted: string[]) => waitFor(() => expect(names()).toEqual(wanted));
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const key = (key: string, more = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
function overwrite(place: string, text: string) {
  at(place)?.focus();
  key("Enter");
  fireEvent.change(screen.getByRole("textbox"), { target: { value: text } });
  key("Enter");
}
const search = (value: string) => fireEvent.change(screen.getByRole("searchbox"), { target: { value } });

beforeEach(() => {
  HTMLElement.prototype.scrollIntoView = () => {};
});

describe("a cell", () => {
  it("is updated at once, sent with its previous value, and can be undone and redone", async () => {
    const { loaves, sent } = drawRows();
    await shows("Rye", "Roll", "Bun");
    overwrite("1:1", "Croissant");
    expect(names()).toEqual(["Rye", "Croissant", "Bun"]);
    await screen.findByRole("button", { name: "Undo changing name" });
    expect(sent).toEqual([{ key: { id: 2 }, set: { name: "Croissant" }, was: { name: "Roll" } }]);
    key("z", { ctrlKey: true });
    await shows("Rye", "Roll", "Bun");
    await screen.findByRole("button", { name: "Redo changing name" });
    key("Z", { metaKey: true, shiftKey: true });
    await waitFor(() => expect(loaves[1]?.name).toBe("Croissant"));
  });

  it("is reverted if the change is rejected, and can be retried", async () => {
    const { server, loaves } = drawRows();
    await shows("Rye", "Roll", "Bun");
    server.on(`PATCH ${ROWS}`, () => refusal(422, "CHECK constraint failed."));
    overwrite("0:1", "Bread");
    const alert = within(await screen.findByRole("alert"));
    alert.getByText("name was not set to “Bread”. CHECK constraint failed.");
    expect(names()).toEqual(["Rye", "Roll", "Bun"]);
    server.on(`PATCH ${ROWS}`, () => ({
      row: Object.assign(loaves[0] ?? {}, { name: "Bread" }),
      key: { id: 1 },
    }));
    fireEvent.click(alert.getByRole("button", { name: "Try again" }));
    await shows("Bread", "Roll", "Bun");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("of a row that was deleted elsewhere is not written, and the rows are refetched", async () => {
    const { loaves } = drawRows();
    await shows("Rye", "Roll", "Bun");
    loaves.shift();
    overwrite("0:1", "Bread");
    const alert = within(await screen.findByRole("alert"));
    alert.getByText("name was not set to “Bread”. The row no longer exists.");
    await shows("Roll", "Bun");
    expect(alert.queryByRole("button", { name: "Try again" })).toBeNull();
    fireEvent.click(alert.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("keeps its position while the user edits it, even if the agent changes other rows", async () => {
    const { loaves, reads, tell } = drawRows();
    await shows("Rye", "Roll", "Bun");
    at("0:1")?.focus();
    key("Enter");
    loaves.unshift({ id: 9, name: "Pretzel", price: 1 });
    settled(() => tell('database ["loaves"]'));
    expect(reads).toHaveLength(1);
    expect(names()[0]).toContain("Rye");
    key("Escape");
    await shows("Pretzel", "Rye", "Roll", "Bun");
  });
});

describe("rows", () => {
  it("are deleted together and restored by undo", async () => {
    const { sent } = drawRows();
    await shows("Rye", "Roll", "Bun");
    fireEvent.click(screen.getByRole("checkbox", { name: "Select row 1" }));
    fireEvent.click(screen.getByRole("checkbox", { name: "Select row 3" }));
    press("Delete 2 rows");
    await shows("Roll");
    expect(sent).toEqual([{ keys: [{ id: 1 }, { id: 3 }] }]);
    expect(screen.queryByRole("button", { name: /^Delete/ })).toBeNull();
    await screen.findByText("2 rows deleted");
    press("Undo deleting 2 rows");
    await shows("Roll", "Rye", "Bun");
    const rows = [
      { id: 1, name: "Rye", price: 0 },
      { id: 3, name: "Bun", price: 2 },
    ];
    expect(sent[1]).toEqual({ rows });
  });

  it("stay with an error if deleting them fails", async () => {
    const { server } = drawRows();
    await shows("Rye", "Roll", "Bun");
    server.lose(`DELETE ${ROWS}`);
    fireEvent.click(screen.getByRole("checkbox", { name: "Select row 1" }));
    press("Delete 1 row");
    await screen.findByText("The row was not deleted. Not saved: Easel cannot be reached.");
    expect([names(), screen.queryByText(/deleted$/)]).toEqual([["Rye", "Roll", "Bun"], null]);
  });

  it("are added in a dialog, and the focus moves to the new row", async () => {
    const { sent } = drawRows();
    await shows("Rye", "Roll", "Bun");
    press("Add a row");
    const dialog = within(await screen.findByRole("dialog", { name: "New row" }));
    fireEvent.change(dialog.getByRole("textbox", { name: "name" }), { target: { value: "Pretzel" } });
    fireEvent.click(dialog.getByRole("button", { name: "Add" }));
    await shows("Rye", "Roll", "Bun", "Pretzel");
    expect(sent).toEqual([{ rows: [{ name: "Pretzel" }] }]);
    await screen.findByText("Row added");
    await waitFor(() => expect(document.activeElement?.getAttribute("data-at")).toBe("3:0"));
  });

  it("without a key are read-only", async () => {
    drawRows({ key: [] });
    await shows("Rye", "Roll", "Bun");
    expect(screen.queryByRole("button", { name: /Add a row|Undo/ })).toBeNull();
    expect(screen.queryByRole("checkbox")).toBeNull();
    expect(screen.getByRole("grid", { name: "Rows of loaves" }).getAttribute("aria-readonly")).toBe("true");
  });

  it("show an error if loading fails, and load on retry", async () => {
    const { server, loaves } = drawRows();
    await shows("Rye", "Roll", "Bun");
    const before = server.count(`GET ${ROWS}`);
    server.on(`GET ${ROWS}`, () => refusal(503, "It is busy."));
    settled(() => search("bun"));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Could not load rows. It is busy.");
    expect([names(), server.count(`GET ${ROWS}`)]).toEqual([["Rye", "Roll", "Bun"], before + 1]);
    server.on(`GET ${ROWS}`, () => ({
      ...{ columns: ["id", "name", "price"], key: ["id"], editable: [], keys: [[3]], total: 1 },
      rows: [[3, loaves[2]?.name, 2]],
    }));
    press("Try again");
    await shows("Bun");
    await screen.findByText("1 of 3 rows");
  });
});

describe("the search and filter", () => {
  it("send text, typed conditions and the order together", async () => {
    const { reads } = drawRows();
    await shows("Rye", "Roll", "Bun");
    press(/^Filter$/);
    const filter = within(await screen.findByRole("dialog", { name: "Filter" }));
    fireEvent.change(filter.getByRole("combobox", { name: "Column" }), { target: { value: "price" } });
    fireEvent.change(filter.getByRole("combobox", { name: "Condition" }), { target: { value: ">=" } });
    fireEvent.change(filter.getByRole("textbox", { name: "Value" }), { target: { value: "1,250" } });
    fireEvent.click(filter.getByRole("button", { name: "Add a condition" }));
    const second = within(filter.getAllByRole("listitem")[1] as HTMLElement);
    await waitFor(() =>
      expect(second.getByRole("combobox", { name: "Column" })).toBe(document.activeElement),
    );
    fireEvent.change(second.getByRole("combobox", { name: "Column" }), { target: { value: "name" } });
    settled(() =>
      fireEvent.change(second.getByRole("combobox", { name: "Condition" }), { target: { value: "notnull" } }),
    );
    expect(second.getByRole<HTMLInputElement>("textbox").disabled).toBe(true);
    const where = [
      { column: "price", op: ">=", value: 1250 },
      { column: "name", op: "notnull" },
    ];
    await waitFor(() => expect(JSON.parse(reads.at(-1)?.where ?? "[]")).toEqual(where));
    key("Escape");
    settled(() => search(" 50% off "));
    fireEvent.click(screen.getByRole("button", { name: /^price/ }));
    await waitFor(() =>
      expect(reads.at(-1)).toMatchObject({ filter: "50% off", sort: "price", direction: "asc" }),
    );
    screen.getByRole("button", { name: /Filter.*2.*on/ });
  });

  it("show an empty state, with a button that clears the search and filter", async () => {
    const { loaves, reads } = drawRows();
    await shows("Rye", "Roll", "Bun");
    const gone = loaves.splice(0);
    settled(() => search("croissant"));
    await screen.findByText("No matches");
    loaves.push(...gone);
    settled(() => press("Show all"));
    await shows("Rye", "Roll", "Bun");
    expect(reads.at(-1)?.filter).toBeUndefined();
  });

  it("send no request if Escape clears the text right after typing", async () => {
    const { reads } = drawRows();
    await shows("Rye", "Roll", "Bun");
    settled(() => {
      search("bun");
      act(() => vi.advanceTimersByTime(150));
      fireEvent.keyDown(screen.getByRole("searchbox"), { key: "Escape" });
      act(() => vi.advanceTimersByTime(150));
    });
    expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("");
    expect(reads.filter(({ filter }) => filter)).toEqual([]);
  });
});

it("a table without rows shows an empty state", async () => {
  drawRows({ loaves: [] });
  await screen.findByText("No rows");
  expect(screen.queryByRole("button", { name: "Show all" })).toBeNull();
});
