import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { notices, pressNotice } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { NOW } from "@/components/client/testing/samples";
import type { Table } from "@/components/pages/data/api";
import { FilesPage } from "./files-page";

const tableOf = (name: string, more: Partial<Table> = {}): Table => ({
  ...{ name, type: "table", row_count: 2, ...more },
  columns: [{ name: "id", type: "INTEGER", notnull: true, pk: true }],
});
const ROWS = { columns: ["id"], key: ["id"], editable: [], rows: [[1], [2]], keys: [[1], [2]], total: 2 };

function drawTable(tables: Table[], { path = "/files/table/loaves", isBusy = (): boolean => false } = {}) {
  const limits = { bytes: 10, rows: 1_000, ms: 5_000 };
  const server = new FakeServer()
    .on("GET /api/database", () => (isBusy() ? refusal(503, "It is busy.") : { tables, bytes: 1, limits }))
    .on("GET /api/files/entries", () => ({
      entries: tables.map(({ name, type, row_count: rows }) => ({
        kind: "table",
        name,
        type,
        rows,
        origins: [],
      })),
      counts: { document: 0, image: 0, table: tables.length, collection: 0 },
    }));
  for (const { name } of tables)
    server.on(`GET /api/database/tables/${encodeURIComponent(name)}/rows`, () => ROWS);
  return { ...drawPage(<FilesPage now={NOW} />, { server, path }), tables };
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
async function choose(item: string, table = "loaves") {
  fireEvent.click(await screen.findByRole("button", { name: `More for ${table}` }));
  fireEvent.click(await screen.findByRole("menuitem", { name: item }));
}

describe("one table", () => {
  it("opens from the list; its back button returns to the list, with the focus on its link", async () => {
    drawTable([tableOf("a/b ü"), tableOf("loaves")], { path: "/files" });
    fireEvent.click(await screen.findByRole("link", { name: "a/b ü" }));
    await screen.findByRole("heading", { level: 1, name: "a/b ü" });
    expect(location.pathname).toBe("/files/table/a%2Fb%20%C3%BC");
    press("Files");
    const link = await screen.findByRole("link", { name: "a/b ü" });
    expect([location.pathname, location.search]).toEqual(["/files", ""]);
    expect(document.activeElement).toBe(link);
  });

  it("shows a message for an unknown name in the URL, and a button to the list", async () => {
    drawTable([tableOf("loaves")], { path: "/files/table/%E0%A4%A" });
    await screen.findByRole("heading", { name: "No table “%E0%A4%A”" });
    press("Show tables");
    await screen.findByRole("link", { name: "loaves" });
  });

  it("shows an error if loading fails, and reloads on retry", async () => {
    let isBusy = true;
    drawTable([tableOf("loaves")], { isBusy: () => isBusy });
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Not loaded. It is busy.");
    isBusy = false;
    press("Try again");
    await screen.findByRole("heading", { level: 1, name: "loaves" });
  });

  it("is dropped only after confirmation, stays on failure, and links to its backup", async () => {
    const { server, tables, router } = drawTable([tableOf("loaves"), tableOf("people")]);
    server.on("DELETE /api/database/tables/loaves", () => refusal(409, "It is used by a component."));
    await choose("Drop the table…");
    const asked = within(await screen.findByRole("alertdialog", { name: "Drop the table “loaves”?" }));
    asked.getByText(/Deletes 2 rows, indexes and triggers/);
    fireEvent.click(asked.getByRole("button", { name: "Drop the table" }));
    await asked.findByText("Not dropped. It is used by a component.");
    screen.getByRole("grid", { name: "Rows of loaves", hidden: true });
    server.on("DELETE /api/database/tables/loaves", () => {
      tables.shift();
      return { snapshot: "r1" };
    });
    fireEvent.click(asked.getByRole("button", { name: "Drop the table" }));
    await screen.findByRole("link", { name: "people" });
    expect(screen.queryByRole("alertdialog")).toBeNull();
    await waitFor(() => expect(notices()).toContain("Dropped “loaves”"));
    pressNotice("History");
    expect(router.push).toHaveBeenCalledWith("/agent/history/r1");
  });

  it("is dropped once despite repeated clicks, and its rows are not shown in the meantime", async () => {
    const { server, tables, tell } = drawTable([tableOf("loaves")]);
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
    await screen.findByText("Nothing here yet");
    expect(server.count("DELETE /api/database/tables/loaves")).toBe(1);
  });

  it("that is a view has its own confirmation and no CSV import", async () => {
    drawTable([tableOf("sold", { type: "view", row_count: null })], { path: "/files/table/sold" });
    await choose("Drop the view…", "sold");
    const asked = within(await screen.findByRole("alertdialog", { name: "Drop the view “sold”?" }));
    asked.getByText(/Its tables stay/);
    fireEvent.click(asked.getByRole("button", { name: "Cancel" }));
    fireEvent.keyDown(await screen.findByRole("button", { name: "More for sold" }), { key: "Enter" });
    await screen.findByRole("menuitem", { name: "Ask the agent" });
    expect(screen.queryByRole("menuitem", { name: /Add rows/ })).toBeNull();
  });

  it("has a download link with an encoded name", async () => {
    drawTable([tableOf("a/b?c#d")], { path: `/files/table/${encodeURIComponent("a/b?c#d")}` });
    const link = await screen.findByRole("link", { name: "CSV" });
    expect(link.getAttribute("href")).toBe("/api/database/tables/a%2Fb%3Fc%23d/csv");
  });

  it("is preselected for a CSV whose rows are added to it, whatever the file is called", async () => {
    drawTable([tableOf("loaves"), tableOf("people")], { path: "/files/table/people" });
    const input = await screen.findByLabelText("Files to upload");
    const opened = vi.spyOn(input, "click");
    await choose("Add rows from a CSV…", "people");
    await waitFor(() => expect(opened).toHaveBeenCalled());
    fireEvent.change(input, { target: { files: [new File(["a,b\n1,2"], "more.txt")] } });
    const dialog = within(await screen.findByRole("dialog", { name: "Import a CSV" }));
    const field = await dialog.findByRole<HTMLSelectElement>("combobox", { name: "Table" });
    expect(field.value).toBe("people");
    expect(dialog.queryByRole("radio", { name: "File, unchanged" })).toBeNull();
  });
});
