import { act, createEvent, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { notices, pressNotice } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import type { Table } from "./api";
import { DataPage } from "./data-page";

const MEGA = 2 ** 20;
const tableOf = (name: string, more: Partial<Table> = {}): Table => ({
  ...{ name, type: "table", row_count: 2, ...more },
  columns: [{ name: "id", type: "INTEGER", notnull: true, pk: true }],
});
const ROWS = { columns: ["id"], key: ["id"], editable: [], rows: [[1], [2]], keys: [[1], [2]], total: 2 };

function drawData(tables: Table[], { path = "/data", bytes = MEGA, isBusy = (): boolean => false } = {}) {
  const limits = { bytes: 10 * MEGA, rows: 1_000, ms: 5_000 };
  const server = new FakeServer().on("GET /api/database", () =>
    isBusy() ? refusal(503, "It is busy.") : { tables, bytes, limits },
  );
  for (const { name } of tables) {
    const route = `/api/database/tables/${encodeURIComponent(name)}`;
    server.on(`GET ${route}/rows`, () => ROWS);
  }
  return { ...drawPage(<DataPage />, { server, path }), tables };
}
const list = async () => within(await screen.findByRole("navigation", { name: "Data" }));
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
async function choose(item: string, table = "loaves") {
  fireEvent.keyDown(await screen.findByRole("button", { name: `More for ${table}` }), { key: "Enter" });
  fireEvent.click(await screen.findByRole("menuitem", { name: item }));
}
const csv = (name: string, type = "text/csv") => new File(["a,b\n1,2"], name, { type, lastModified: 1 });

describe("the tables", () => {
  it("are listed with their row counts and links, and the first one is open", async () => {
    drawData([
      tableOf("loaves", { row_count: 1_234 }),
      tableOf("a/b ü"),
      tableOf("sold", { type: "view", row_count: null }),
    ]);
    const links = (await list()).getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      ...["/data?sql", "/data/loaves", "/data/a%2Fb%20%C3%BC", "/data/sold"],
    ]);
    expect(links[1]?.textContent).toBe("loaves1,234 rows");
    (await list()).getByRole("img", { name: "View:" });
    screen.getByRole("heading", { level: 2, name: "loaves" });
    fireEvent.click(links[2] as HTMLElement);
    await screen.findByRole("heading", { level: 2, name: "a/b ü" });
    expect([location.pathname, links[2]?.getAttribute("aria-current")]).toEqual([
      "/data/a%2Fb%20%C3%BC",
      "page",
    ]);
  });

  it("can be searched if there are many, and Escape clears the search", async () => {
    drawData(Array.from({ length: 8 }, (_, at) => tableOf(at === 0 ? "Loaves" : `other_${at}`)));
    const field = await screen.findByRole("searchbox", { name: "Search tables" });
    fireEvent.change(field, { target: { value: " LOAV" } });
    expect((await list()).getAllByRole("link")).toHaveLength(2);
    screen.getByText("1 found");
    fireEvent.change(field, { target: { value: "cake" } });
    screen.getByText("Nothing matches “cake”.");
    fireEvent.keyDown(field, { key: "Escape" });
    expect((await list()).getAllByRole("link")).toHaveLength(9);
  });

  it("show a message for an unknown table name in the URL, and a button to the list", async () => {
    drawData([tableOf("loaves")], { path: "/data/%E0%A4%A" });
    await screen.findByRole("heading", { name: "There is no table “%E0%A4%A”" });
    press("Show the tables");
    await screen.findByRole("heading", { level: 2, name: "loaves" });
    expect(location.pathname).toBe("/data");
  });

  it("show an error if loading fails, and reload on retry", async () => {
    let isBusy = true;
    drawData([tableOf("loaves")], { isBusy: () => isBusy });
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Could not load the database. It is busy.");
    expect(screen.queryByText("No tables yet")).toBeNull();
    isBusy = false;
    press("Try again");
    await screen.findByRole("heading", { level: 2, name: "loaves" });
  });

  it("warn when the database is nearly full", async () => {
    drawData([tableOf("loaves")], { bytes: 9.5 * MEGA });
    expect((await screen.findByText(/of 10 MB/)).textContent).toBe("9.5 of 10 MB, nearly full");
  });
});

describe("a database without tables", () => {
  it("offers to draft a message to the agent in a new conversation", async () => {
    const { router } = drawData([]);
    await screen.findByText("No tables yet");
    press("Ask the agent for a table");
    const [[path]] = router.push.mock.calls as [[string]];
    const id = path.replace("/chat/", "");
    expect(localStorage.getItem(`easel:draft:${id}`)).toMatch(/^Keep track of what I spend/);
  });
});

describe("one table", () => {
  it("is dropped only after confirmation, stays on failure, and links to its backup", async () => {
    const { server, tables, router } = drawData([tableOf("loaves"), tableOf("people")]);
    server.on("DELETE /api/database/tables/loaves", () => refusal(409, "It is used by a component."));
    await choose("Drop the table…");
    const asked = within(await screen.findByRole("alertdialog", { name: "Drop the table “loaves”?" }));
    asked.getByText(/is deleted with its 2 rows, indexes and triggers/);
    fireEvent.click(asked.getByRole("button", { name: "Drop the table" }));
    await asked.findByText("Not dropped. It is used by a component.");
    screen.getByRole("grid", { name: "Rows of loaves", hidden: true });
    server.on("DELETE /api/database/tables/loaves", () => {
      tables.shift();
      return { snapshot: "r1" };
    });
    fireEvent.click(asked.getByRole("button", { name: "Drop the table" }));
    await screen.findByRole("heading", { level: 2, name: "people" });
    expect(screen.queryByRole("alertdialog")).toBeNull();
    await waitFor(() => expect(notices()).toContain("Dropped “loaves”"));
    pressNotice("History");
    expect(router.push).toHaveBeenCalledWith("/agent/history/r1");
  });

  it("is dropped once despite repeated clicks, and its rows are not shown in the meantime", async () => {
    const { server, tables, tell } = drawData([tableOf("loaves")]);
    const dropped = gate<unknown>();
    server.on("DELETE /api/database/tables/loaves", () => dropped.wait);
    await choose("Drop the table…");
    const asked = within(await screen.findByRole("alertdialog"));
    fireEvent.click(asked.getByRole("button", { name: "Drop the table" }));
    fireEvent.click(asked.getByRole("button", { name: "Drop the table" }));
    expect(screen.queryByRole("grid", { hidden: true })).toBeNull();
    tables.shift();
    await act(async () => dropped.open({}));
    tell('database ["loaves"]');
    await screen.findByText("No tables yet");
    expect(server.count("DELETE /api/database/tables/loaves")).toBe(1);
  });

  it("that is a view has its own confirmation and no CSV import", async () => {
    drawData([tableOf("sold", { type: "view", row_count: null })]);
    await choose("Drop the view…", "sold");
    const asked = within(await screen.findByRole("alertdialog", { name: "Drop the view “sold”?" }));
    asked.getByText(/The view is deleted. The tables that it reads stay as they are/);
    fireEvent.click(asked.getByRole("button", { name: "Cancel" }));
    fireEvent.keyDown(await screen.findByRole("button", { name: "More for sold" }), { key: "Enter" });
    await screen.findByRole("menuitem", { name: "Ask the agent about it" });
    expect(screen.queryByRole("menuitem", { name: /Add rows/ })).toBeNull();
  });

  it("has a download link with an encoded name", async () => {
    drawData([tableOf("a/b?c#d")], { path: `/data/${encodeURIComponent("a/b?c#d")}` });
    const link = await screen.findByRole("link", { name: "CSV" });
    expect(link.getAttribute("href")).toBe("/api/database/tables/a%2Fb%3Fc%23d/csv");
  });
});

describe("files to import", () => {
  const main = () => screen.getByRole("main");
  const carrying = (files: File[], types = ["Files"]) => ({ dataTransfer: { files, types, dropEffect: "" } });

  it("are imported one after the other, and non-CSV files are rejected by name", async () => {
    drawData([tableOf("loaves")]);
    await list();
    fireEvent.dragEnter(main(), carrying([]));
    screen.getByText("Drop a CSV file to import it");
    fireEvent.drop(main(), carrying([csv("a.csv"), csv("photo.png", "image/png"), csv("b.TSV", "")]));
    expect(screen.queryByText("Drop a CSV file to import it")).toBeNull();
    const first = within(await screen.findByRole("dialog", { name: "Import a CSV" }));
    first.getByText(/^a\.csv, /);
    fireEvent.click(first.getByRole("button", { name: "Cancel" }));
    const second = within(await screen.findByRole("dialog", { name: "Import a CSV" }));
    second.getByText(/^b\.TSV, /);
    fireEvent.click(second.getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    await waitFor(() =>
      expect(notices()).toContain("“photo.png” is not a CSV file. Save it as CSV, then import it."),
    );
  });

  it("with equal names open separate dialogs", async () => {
    drawData([tableOf("loaves")]);
    await list();
    fireEvent.drop(main(), carrying([csv("a.csv"), csv("a.csv")]));
    const first = within(await screen.findByRole("dialog", { name: "Import a CSV" }));
    fireEvent.change(first.getByRole("textbox"), { target: { value: "mine" } });
    fireEvent.click(first.getByRole("button", { name: "Cancel" }));
    const second = within(screen.getByRole("dialog", { name: "Import a CSV" }));
    expect(second.getByRole<HTMLInputElement>("textbox").value).toBe("a");
  });

  it("show the drop area until the drag leaves the page, but not for dragged text", async () => {
    drawData([tableOf("loaves")]);
    await list();
    fireEvent.dragEnter(main(), carrying([], ["text/plain"]));
    expect(screen.queryByText("Drop a CSV file to import it")).toBeNull();
    const dropped = createEvent.drop(main(), carrying([], ["text/plain"]));
    fireEvent(main(), dropped);
    expect(dropped.defaultPrevented).toBe(false);
    fireEvent.dragEnter(main(), carrying([]));
    fireEvent.dragEnter(screen.getByRole("heading", { level: 1 }), carrying([]));
    fireEvent.dragLeave(main(), carrying([]));
    screen.getByText("Drop a CSV file to import it");
    fireEvent.dragLeave(screen.getByRole("heading", { level: 1 }), carrying([]));
    expect(screen.queryByText("Drop a CSV file to import it")).toBeNull();
  });

  it("for one table preselect that table", async () => {
    drawData([tableOf("loaves"), tableOf("people")], { path: "/data/people" });
    const input = await screen.findByLabelText("A CSV file");
    const opened = vi.spyOn(input, "click");
    await choose("Add rows from a CSV…", "people");
    await waitFor(() => expect(opened).toHaveBeenCalled());
    fireEvent.change(input, { target: { files: [csv("more.csv")] } });
    const dialog = within(await screen.findByRole("dialog", { name: "Import a CSV" }));
    expect(dialog.getByRole<HTMLSelectElement>("combobox", { name: "Table" }).value).toBe("people");
  });
});
