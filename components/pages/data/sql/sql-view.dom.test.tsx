import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { NOW } from "@/components/client/testing/samples";
import { SqlView } from "./sql-view";

const ROUTE = "/api/database/sql";
const run = (id: string, more = {}) => ({
  ...{ id, sql: `SELECT\n  ${id}`, params: [], count: 1, error: null, ms: 1, createdAt: NOW, ...more },
});
const rows = (columns: string[], ...values: unknown[][]) => ({
  ...{ columns, rows: values, row_count: values.length, truncated: false, ms: 12 },
});

function drawSql(
  text: string,
  answer = (): unknown => rows(["n"], [1]),
  runs = (): unknown => ({ runs: [run("1")] }),
) {
  localStorage.setItem("easel:sql", JSON.stringify(text));
  const ran: unknown[] = [];
  const server = new FakeServer().on(`GET ${ROUTE}`, runs).on(`POST ${ROUTE}`, ({ body }) => {
    ran.push(body);
    return answer();
  });
  const limits = { rows: 1_000, ms: 5_000, bytes: 1 };
  return { ...drawPage(<SqlView tables={[]} limits={limits} back={null} />, { server }), ran };
}
const button = (name: string) => screen.getByRole("button", { name });
const press = (name: string) => fireEvent.click(button(name));
const MOD = /Mac/.test(navigator.platform) ? { metaKey: true } : { ctrlKey: true };
const editor = () => screen.getByRole("textbox", { name: "SQL" });
const cells = (column: number) =>
  [...document.querySelectorAll(`[data-at$=":${column}"]:not([data-at^="-"])`)].map(
    (cell) => cell.textContent,
  );

beforeEach(() => {
  HTMLElement.prototype.scrollIntoView = () => {};
});

describe("a statement", () => {
  it("runs by button and by Ctrl+Enter", async () => {
    const { ran } = drawSql("SELECT 1 AS n");
    press("Run");
    await screen.findByText(/^1 row, 12 ms$/);
    fireEvent.keyDown(editor(), { key: "Enter", code: "Enter", ...MOD });
    await waitFor(() => expect(ran).toEqual([{ sql: "SELECT 1 AS n" }, { sql: "SELECT 1 AS n" }]));
    await waitFor(() => button("Run"));
  });

  it("that is empty does not run", () => {
    const { ran } = drawSql("  \n");
    expect(button("Run").getAttribute("aria-disabled")).toBe("true");
    press("Run");
    expect(ran).toEqual([]);
    screen.getByText("Results appear here, up to 1,000 rows.");
  });

  it("shows its time limit while it runs, and can be stopped", async () => {
    const running = gate<unknown>();
    drawSql("SELECT 1", () => running.wait);
    press("Run");
    await screen.findByText("Running, at most 5 s");
    expect(screen.queryByRole("button", { name: "Run" })).toBeNull();
    press("Stop");
    act(() => running.open({}));
    expect((await screen.findByRole("alert")).textContent).toContain("Stopped.");
    button("Run");
  });

  it("that fails shows the whole error and stays in the editor", async () => {
    const message = 'near "FORM": syntax error\nSELECT * FORM loaves\n         ^';
    drawSql("SELECT * FORM loaves", () => refusal(400, message));
    press("Run");
    expect((await screen.findByRole("alert")).textContent).toContain(message);
    expect(editor().textContent).toBe("SELECT * FORM loaves");
  });

  it("that changed many rows links to the backup", async () => {
    const changed = { changes: 1_200, last_insert_rowid: null, ms: 3, snapshot: "r1" };
    drawSql("DELETE FROM loaves", () => changed);
    press("Run");
    const link = await screen.findByRole("link", { name: "in the history" });
    expect(link.getAttribute("href")).toBe("/agent/history/r1");
    expect(link.closest("p")?.textContent).toContain("Done in 3 ms, 1,200 rows changed.");
  });
});

describe("the rows of a query", () => {
  const mixed = rows(
    ["n", "n"],
    [2, "b"],
    [null, ""],
    [10, null],
    [{ $integer: "9007199254740993" }, { $blob: "AAAA" }],
  );

  it("label non-text values and sort as in SQLite with NULL last", async () => {
    drawSql("SELECT", () => mixed);
    press("Run");
    await waitFor(() => expect(cells(0)).toEqual(["2", "NULL", "10", "9007199254740993"]));
    expect(cells(1)).toEqual(["b", "“”empty text", "NULL", expect.stringMatching(/^blob, 3 /)]);
    const heading = screen.getAllByRole("button", { name: /^n/ })[0] as HTMLElement;
    fireEvent.click(heading);
    expect(cells(0)).toEqual(["2", "10", "9007199254740993", "NULL"]);
    fireEvent.click(heading);
    expect(cells(0)).toEqual(["9007199254740993", "10", "2", "NULL"]);
  });

  it("are exported as CSV in the displayed order, including duplicate column names", async () => {
    const made: Blob[] = [];
    vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
      made.push(blob as Blob);
      return "blob:x";
    });
    drawSql("SELECT", () => rows(["n", "n"], [1, "b"], [2, "a, “c”"]));
    press("Run");
    await waitFor(() => expect(cells(0)).toEqual(["1", "2"]));
    const heading = screen.getAllByRole("button", { name: /^n/ })[1] as HTMLElement;
    fireEvent.click(heading);
    fireEvent.keyDown(button("CSV"), { key: "Enter" });
    await waitFor(() => expect(made).toHaveLength(1));
    expect((await made[0]?.text())?.replace("\uFEFF", "")).toBe('n,n\r\n2,"a, “c”"\r\n1,b\r\n');
    vi.restoreAllMocks();
  });

  it("say that they are truncated, or that there are none", async () => {
    let answer: unknown = { ...rows(["n"], [1], [2]), truncated: true };
    drawSql("SELECT 1", () => answer);
    press("Run");
    await screen.findByText("The first 2 rows only, 12 ms");
    answer = rows(["n"]);
    press("Run");
    await screen.findByText("No rows");
    screen.getByText("0 rows, 12 ms");
  });
});

describe("the history of statements", () => {
  it("shows earlier results and copies a statement into the editor", async () => {
    const runs = [run("2", { count: null, error: "no such table" }), run("1", { count: 1_200 })];
    drawSql("SELECT 3", undefined, () => ({ runs }));
    const [failed, good] = within(await screen.findByRole("list", { name: "Runs" })).getAllByRole("button");
    expect([failed?.textContent, good?.textContent]).toEqual([
      expect.stringMatching(/^SELECT 2Failed, 1 ms, /),
      expect.stringMatching(/^SELECT 11,200 rows, 1 ms, /),
    ]);
    fireEvent.click(good as HTMLElement);
    expect([...editor().querySelectorAll(".cm-line")].map(({ textContent }) => textContent)).toEqual([
      "SELECT",
      "  1",
    ]);
    await waitFor(() => expect(localStorage.getItem("easel:sql")).toContain("SELECT\\n  1"));
  });

  it("is empty at first", async () => {
    drawSql("", undefined, () => ({ runs: [] }));
    await screen.findByText("Statements you run appear here.");
    expect(screen.queryByRole("button", { name: "Clear the history" })).toBeNull();
  });

  it("shows an error if loading fails, and loads on retry", async () => {
    let isBusy = true;
    drawSql("", undefined, () => (isBusy ? refusal(503, "It is busy.") : { runs: [run("1")] }));
    await screen.findByText("Could not load the history. It is busy.");
    isBusy = false;
    press("Try again");
    await screen.findByRole("list", { name: "Runs" });
  });
});
