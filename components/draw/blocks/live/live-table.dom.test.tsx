import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { scrollToEnd } from "@/components/client/testing/setup";
import type { Query } from "@/lib/shared/blocks/live";
import type { Ask } from "../props";
import { fakeEvents, tellTables } from "../testing/events";
import { memory } from "../testing/memory";
import { LiveTable } from "./live-table";

const QUERY = "POST /api/database/query";
const ROWS = "/api/database/tables/loaves/rows";

type Loaf = { id: number; name: string; sold: number | null };
const loaves = (): Loaf[] => [
  { id: 1, name: "Rye", sold: 4 },
  { id: 2, name: "Oat", sold: 9 },
];

function aServer(table = loaves(), rest: object = {}) {
  const sent: unknown[] = [];
  const server = new FakeServer()
    .on(QUERY, () => ({
      ...{ columns: ["name", "sold"], rows: table.map(({ name, sold }) => [name, sold]) },
      ...{ row_count: table.length, truncated: false, reads: ["loaves"] },
      source: { table: "loaves", key: ["id"], columns: ["name", "sold"] },
      keys: table.map(({ id }) => [id]),
      ...rest,
    }))
    .on(`PATCH ${ROWS}`, ({ body }) => {
      sent.push(body);
      const { key, set } = body as { key: { id: number }; set: Partial<Loaf> };
      const row = Object.assign(table.find(({ id }) => id === key.id) ?? {}, set);
      return { row, key };
    });
  return { server, table, sent };
}

let count = 0;
/** Live queries are cached by their text, so each test uses a different text. */
const aQuery = (): Query => ({ sql: `select name, sold from loaves -- ${++count}` });

function draw(server: FakeServer, rest: object = {}, ask: Ask = { state: "waiting" }) {
  const block = { type: "table" as const, data: aQuery(), ...rest };
  const page = drawPage(<LiveTable block={block} ask={ask} />, { server });
  scrollToEnd();
  return page;
}
const cell = (at: string) => document.querySelector<HTMLElement>(`[data-at="${at}"]`) ?? document.body;
const names = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getAllByRole("cell")[0]?.textContent);

async function type(at: string, text: string) {
  fireEvent.doubleClick(cell(at));
  const field = await screen.findByRole("textbox");
  fireEvent.change(field, { target: { value: text } });
  fireEvent.keyDown(field, { key: "Enter" });
}

beforeEach(() => {
  fakeEvents();
  HTMLElement.prototype.scrollIntoView = () => {};
});

describe("LiveTable", () => {
  it("does not run the query before the table is near the viewport", async () => {
    const { server } = aServer();
    drawPage(<LiveTable block={{ type: "table", data: aQuery() }} ask={{ state: "waiting" }} />, { server });
    expect(server.count(QUERY)).toBe(0);
    scrollToEnd();
    await screen.findByRole("cell", { name: "Rye" });
    expect(server.count(QUERY)).toBe(1);
  });

  it("follows only the tables that the query reads", async () => {
    const { server, table } = aServer();
    draw(server);
    await screen.findByRole("cell", { name: "Rye" });
    table.push({ id: 3, name: "Spelt", sold: null });
    tellTables("cakes");
    tellTables("Loaves");
    await screen.findByRole("cell", { name: "Spelt" });
    expect(names()).toEqual(["Rye", "Oat", "Spelt"]);
    expect(server.count(QUERY)).toBe(2);
  });

  it("shows the error without its advice to the model, and retries on a click", async () => {
    const { server } = aServer();
    const well = aServer().server;
    server.on(QUERY, () => refusal(422, "There is no table loaves. Call db_schema to see which there are."));
    draw(server);
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Query failed: There is no table loaves.");
    expect(alert.textContent).not.toContain("db_schema");
    server.on(QUERY, async ({ url, body }) =>
      well.fetch(url, { method: "POST", body: JSON.stringify(body) }),
    );
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByRole("cell", { name: "Rye" });
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("shows no error while the call is still being written", async () => {
    const { server } = aServer();
    draw(
      server.on(QUERY, () => refusal(422, "The query is not whole.")),
      {},
      { state: "streaming" },
    );
    await waitFor(() => expect(server.count(QUERY)).toBe(1));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("keeps its rows while Easel is unreachable, and shows the query in a popover", async () => {
    const { server } = aServer();
    draw(server);
    await screen.findByRole("button", { name: "Live" });
    server.lose(QUERY);
    tellTables("loaves");
    fireEvent.click(await screen.findByRole("button", { name: "Reconnecting" }));
    await screen.findByText("Last result.");
    screen.getByText(/^Read at \d\d:\d\d:\d\d from loaves$/);
    // Once the highlighter is loaded, each word is a separate element.
    expect(document.body.textContent).toContain("select name, sold from loaves");
    screen.getByRole("cell", { name: "Rye", hidden: true });
    server.on(QUERY, () => ({ columns: ["name"], rows: [], row_count: 0, truncated: false, reads: [] }));
    fireEvent.click(screen.getByRole("button", { name: "Read again" }));
    await screen.findByText("No rows.");
  });

  it("shows all columns that share a name", async () => {
    const { server } = aServer(loaves(), { source: undefined, keys: undefined, columns: ["name", "name"] });
    draw(server);
    await screen.findByRole("cell", { name: "Rye" });
    expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining("name"),
      expect.stringContaining("name_2"),
    ]);
  });
});

describe("editable LiveTable", () => {
  it("sends a cell with its previous value, and records the edit for the agent", async () => {
    const { server, sent } = aServer();
    const edits = memory();
    draw(server, { editable: true }, { state: "waiting", edits });
    await screen.findByRole("cell", { name: "Rye" });
    await type("0:1", "5");
    await screen.findByRole("cell", { name: "5" });
    const edit = { key: { id: 1 }, set: { sold: 5 }, was: { sold: 4 } };
    await waitFor(() => expect(sent).toEqual([edit]));
    await waitFor(() => expect(edits.value).toEqual([{ table: "loaves", ...edit }]));
  });

  it("sends neither text in a numeric column nor an unchanged value", async () => {
    const { server, sent } = aServer();
    draw(server, { editable: true });
    await screen.findByRole("cell", { name: "Rye" });
    await type("0:1", "4");
    await type("0:1", "many");
    await screen.findByText(/Enter a number like 12\.5/);
    fireEvent.change(screen.getByRole("textbox"), { target: { value: "12.5" } });
    fireEvent.keyDown(screen.getByRole("textbox"), { key: "Enter" });
    await waitFor(() => expect(sent).toMatchObject([{ set: { sold: 12.5 } }]));
  });

  it("shows typed text at once, and reverts it with a message if the server refuses", async () => {
    const { server } = aServer();
    const answer = gate<unknown>();
    server.on(`PATCH ${ROWS}`, () => answer.wait);
    draw(server, { editable: true });
    await screen.findByRole("cell", { name: "Rye" });
    await type("0:1", "500");
    await screen.findByRole("cell", { name: "500" });
    answer.open(refusal(422, "CHECK constraint failed: sold < 100."));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("sold was not set to “500”. CHECK constraint failed: sold < 100.");
    await screen.findByRole("cell", { name: "4" });
    fireEvent.click(within(alert).getByRole("button", { name: "Dismiss" }));
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });

  it("asks before overwriting a cell that changed concurrently", async () => {
    const { server, sent } = aServer();
    server.on(`PATCH ${ROWS}`, ({ body }) => {
      sent.push(body);
      return sent.length === 1
        ? refusal(409, "It is another by now.", { row: { id: 1, name: "Rye", sold: 7 } })
        : { row: { id: 1, name: "Rye", sold: 5 }, key: { id: 1 } };
    });
    draw(server, { editable: true });
    await screen.findByRole("cell", { name: "Rye" });
    await type("0:1", "5");
    await screen.findByText(/sold is now “7”, so your “5” was not saved/);
    fireEvent.click(screen.getByRole("button", { name: "Write “5”" }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toMatchObject({ set: { sold: 5 }, was: { sold: 7 } });
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });

  it("adds rows, and deletes them by key", async () => {
    const { server, table } = aServer();
    const sent: unknown[] = [];
    server
      .on(`POST ${ROWS}`, ({ body }) => {
        sent.push(body);
        table.push({ id: 3, name: "New loaf", sold: null });
        return { rows: [[3, "New loaf", null]], keys: [[3]] };
      })
      .on(`DELETE ${ROWS}`, ({ body }) => {
        sent.push(body);
        return { rows: table.splice(1, 1) };
      });
    draw(server, { editable: true });
    await screen.findByRole("cell", { name: "Rye" });
    fireEvent.click(screen.getByRole("button", { name: "Add a row" }));
    await screen.findByRole("cell", { name: "New loaf" });
    fireEvent.click(cell("1:0"));
    fireEvent.click(await screen.findByRole("button", { name: "Delete row 2" }));
    await waitFor(() => expect(names()).toEqual(["Rye", "New loaf"]));
    expect(sent).toEqual([{ rows: [{}] }, { keys: [{ id: 2 }] }]);
  });

  it("does not edit computed columns, nor a table that has no other columns", async () => {
    const source = { table: "loaves", key: ["id"], columns: ["name", null] };
    const { server } = aServer(loaves(), { source });
    const { unmount } = draw(server, { editable: true });
    await screen.findByRole("cell", { name: "Rye" });
    fireEvent.doubleClick(cell("0:1"));
    await screen.findByText("sold is computed, not editable.");
    unmount();
    const none = aServer(loaves(), { source: { ...source, columns: [null, null] } });
    draw(none.server, { editable: true });
    await screen.findByRole("cell", { name: "Rye" });
    expect(screen.queryByRole("button", { name: "Add a row" })).toBeNull();
  });

  it("explains that a row without a key cannot be edited", async () => {
    const { server } = aServer(loaves(), { keys: undefined });
    draw(server, { editable: true });
    await screen.findByRole("cell", { name: "Rye" });
    fireEvent.doubleClick(cell("0:1"));
    await screen.findByText("This row has no unique key.");
    expect(screen.queryByRole("textbox")).toBeNull();
  });
});
