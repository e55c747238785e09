import { fireEvent, screen, waitFor } from "@testing-library/react";
import { act } from "react";
import { describe, expect, it } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { notices } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { NOW } from "@/components/client/testing/samples";
import { useSql } from "./sql/use-sql";
import { StructureView } from "./structure-view";
import { useDatabase } from "./use-database";

const tableOf = (name: string, sql = `CREATE TABLE ${name} (id)`) => ({
  name,
  type: "table",
  sql,
  columns: [{ name: "id", type: "INTEGER", notnull: true, pk: true, default: null, generated: false }],
  indexes: [],
  triggers: [],
  foreign_keys: [],
});
const columnNames = () => [...document.querySelectorAll("tbody tr code")].map((one) => one.textContent);

describe("the structure of a table", () => {
  it("is refetched when this table changes, ignoring case, but not when another table changes", async () => {
    let read = 0;
    const server = new FakeServer().on("GET /api/database/tables/Sales", () => {
      read += 1;
      return tableOf("Sales", `CREATE TABLE Sales (id) -- ${read}`);
    });
    const { tell } = drawPage(<StructureView name="Sales" />, { server });
    await screen.findByText(/-- 1/);
    tell('database ["people"]');
    tell('database ["sales"]');
    await screen.findByText(/-- 2/);
    tell("database []");
    await screen.findByText(/-- 3/);
    expect(read).toBe(3);
  });

  it("shows an error if loading fails, and loads on retry", async () => {
    const server = new FakeServer().on("GET /api/database/tables/Sales", () =>
      refusal(404, "There is no such table."),
    );
    drawPage(<StructureView name="Sales" />, { server });
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toBe("Could not load the structure. There is no such table.");
    server.on("GET /api/database/tables/Sales", () => tableOf("Sales"));
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(columnNames()).toEqual(["id"]));
  });

  it("does not show the previous table's structure while that of another table loads", async () => {
    const server = new FakeServer()
      .on("GET /api/database/tables/Sales", () => tableOf("Sales"))
      .on("GET /api/database/tables/People", () => gate().wait);
    const { rerender } = drawPage(<StructureView name="Sales" />, { server });
    await waitFor(() => expect(columnNames()).toEqual(["id"]));
    rerender(<StructureView name="People" />);
    expect(columnNames()).toEqual([]);
    rerender(<StructureView name="Sales" />);
    expect(columnNames()).toEqual(["id"]);
  });
});

function Size() {
  const { database, problem, load } = useDatabase();
  return (
    <button type="button" onClick={load}>
      {`${database ? database.tables.length : "waiting"} ${problem ?? ""}`}
    </button>
  );
}

it("the loaded tables stay, with an error, when a refetch fails", async () => {
  const view = { size: 1, tables: [], limits: { rows: 1, ms: 1, bytes: 1 } };
  const server = new FakeServer().on("GET /api/database", () => view);
  const { tell } = drawPage(<Size />, { server });
  const label = () => screen.getByRole("button").textContent;
  await waitFor(() => expect(server.asked).toHaveLength(1));
  const before = label();
  server.on("GET /api/database", () => refusal(503, "It is busy."));
  tell("database []");
  await waitFor(() => expect(label()).toContain("It is busy."));
  expect(label()?.startsWith(before?.trim().split(" ")[0] ?? "")).toBe(true);
});

const run = (id: string) => ({
  id,
  sql: `SELECT ${id}`,
  params: [],
  count: 1,
  error: null,
  ms: 1,
  createdAt: NOW,
});

function Sql() {
  const { runs, problem, run, stop, isRunning, outcome, clear } = useSql();
  return (
    <>
      <p role="status">{problem ?? runs?.map(({ id }) => id).join("") ?? "waiting"}</p>
      <p>{outcome ? `${outcome.kind} ${"message" in outcome ? outcome.message : ""}` : "nothing run"}</p>
      <button type="button" onClick={() => (isRunning ? stop() : void run("SELECT 1"))}>
        {isRunning ? "Stop" : "Run"}
      </button>
      <button type="button" onClick={() => clear()}>
        Clear
      </button>
    </>
  );
}

describe("the history of statements", () => {
  const shown = () => screen.getByRole("status").textContent;
  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

  it("is refetched after each run, including failed ones", async () => {
    let runs = [run("1")];
    const server = new FakeServer().on("GET /api/database/sql", () => ({ runs }));
    server.on("POST /api/database/sql", () => {
      runs = [run("2"), run("1")];
      return refusal(400, "no such table: sales");
    });
    drawPage(<Sql />, { server });
    await waitFor(() => expect(shown()).toBe("1"));
    press("Run");
    await screen.findByText("failed no such table: sales");
    await waitFor(() => expect(shown()).toBe("21"));
  });

  it("shows a stopped statement as failed", async () => {
    const server = new FakeServer().on("GET /api/database/sql", () => ({ runs: [] }));
    const running = gate<unknown>();
    server.on("POST /api/database/sql", () => running.wait);
    drawPage(<Sql />, { server });
    press("Run");
    await screen.findByRole("button", { name: "Stop" });
    press("Stop");
    act(() => running.open({}));
    await screen.findByText("failed Stopped.");
  });

  it("is cleared at once, and restored if the server refuses", async () => {
    const cleared = gate<Response>();
    const server = new FakeServer().on("GET /api/database/sql", () => ({ runs: [run("1")] }));
    server.on("DELETE /api/database/sql", () => cleared.wait);
    drawPage(<Sql />, { server });
    await waitFor(() => expect(shown()).toBe("1"));
    press("Clear");
    await waitFor(() => expect(shown()).toBe(""));
    cleared.open(refusal(500, "The disk is full."));
    await waitFor(() => expect(shown()).toBe("1"));
    expect(notices()).toContain("History not cleared. The disk is full.");
  });
});
