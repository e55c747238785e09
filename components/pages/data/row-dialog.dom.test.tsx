import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useSyncExternalStore } from "react";
import { describe, expect, it, vi } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { EditLog } from "@/components/draw/grid/edit-log";
import { RowDialog } from "./row-dialog";
import type { Row } from "./row-pages";

const ROWS = "/api/database/tables/loaves/rows";
const column = (name: string, type: string, more = {}) => ({
  ...{ name, type, notnull: false, pk: false },
  ...more,
});
const COLUMNS = [
  column("id", "INTEGER", { pk: true, notnull: true }),
  column("name", "TEXT", { notnull: true }),
  column("price", "REAL"),
  column("note", "TEXT"),
];
const RYE: Row = { key: { id: 1 }, cells: [1, "Rye", 2.4, null] };

function drawDialog(
  row: Row | undefined,
  { editable = ["name", "price", "note"], columns = COLUMNS, server = new FakeServer() } = {},
) {
  const sent: unknown[] = [];
  server
    .on(`PATCH ${ROWS}`, ({ body }) => {
      sent.push(body);
      return { row: {}, key: { id: 1 } };
    })
    .on(`POST ${ROWS}`, ({ body }) => {
      sent.push(body);
      return { rows: [[]], keys: [[9]] };
    })
    .on(`DELETE ${ROWS}`, ({ body }) => {
      sent.push(body);
      return { rows: [{}] };
    });
  const edits = new EditLog({ show: () => {}, written: () => {}, refused: () => {} });
  const [onAdded, onClose] = [vi.fn(), vi.fn()];
  const Dialog = () => {
    useSyncExternalStore(edits.subscribe, edits.version, edits.version);
    const props = {
      table: "loaves",
      columns,
      editable,
      named: ["id"],
      at: row && 4,
      edits,
      onAdded,
      onClose,
    };
    return <RowDialog {...props} row={row} />;
  };
  return { ...drawPage(<Dialog />, { server }), sent, edits, onAdded, onClose };
}
const field = (name: string) => screen.getByRole<HTMLTextAreaElement>("textbox", { name });
const write = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const decide = (name: string) =>
  fireEvent.click(within(screen.getByRole("alert")).getByRole("button", { name }));

describe("an existing row", () => {
  it("sends only changed columns with their previous values, and then closes", async () => {
    const { sent, onClose } = drawDialog(RYE);
    screen.getByRole("dialog", { name: "Row 5" });
    write("price", "1,250.5");
    write("note", "Best before noon\n\n— “fresh”");
    press("Save");
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    const set = { price: 1250.5, note: "Best before noon\n\n— “fresh”" };
    expect(sent).toEqual([{ key: { id: 1 }, set, was: { price: 2.4, note: null } }]);
  });

  it("sends nothing if no value changed", () => {
    const { server, onClose } = drawDialog(RYE);
    write("name", "Roll");
    write("name", "Rye");
    write("price", "2.40");
    press("Save");
    expect([onClose.mock.calls.length, server.asked]).toEqual([1, []]);
  });

  it("shows an error at a field until its number is valid", () => {
    const { server } = drawDialog(RYE);
    write("price", "cheap");
    write("name", "Roll");
    press("Save");
    const price = field("price");
    expect(price.getAttribute("aria-invalid")).toBe("true");
    const hint = document.getElementById(price.getAttribute("aria-describedby") ?? "")?.textContent;
    expect(hint).toBe("“cheap” is not a number.");
    expect([server.asked, field("name").value]).toEqual([[], "Roll"]);
    write("price", "3");
    expect(field("price").getAttribute("aria-invalid")).toBe("false");
  });

  it("sets NULL only in nullable columns and distinguishes it from empty text", async () => {
    const { sent, onClose } = drawDialog({ ...RYE, cells: [1, "Rye", 2.4, ""] });
    expect(screen.queryByRole("button", { name: /^Make NULL.*name$/ })).toBeNull();
    press(/^Make NULL.*note$/);
    expect([field("note").value, field("note").placeholder]).toEqual(["", "NULL"]);
    press("Save");
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent).toEqual([{ key: { id: 1 }, set: { note: null }, was: { note: "" } }]);
  });

  it("keeps the input if the server is unreachable and sends it on retry", async () => {
    const { server, sent, onClose } = drawDialog(RYE);
    server.lose(`PATCH ${ROWS}`);
    write("name", "Roll");
    press("Save");
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toBe("name was not set to “Roll”. Not saved: Easel cannot be reached.");
    expect([field("name").value, onClose.mock.calls.length]).toEqual(["Roll", 0]);
    server.on(`PATCH ${ROWS}`, ({ body }) => {
      sent.push(body);
      return { row: {}, key: { id: 1 } };
    });
    press("Save");
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent).toEqual([{ key: { id: 1 }, set: { name: "Roll" }, was: { name: "Rye" } }]);
  });

  it("overwrites a concurrent change only after confirmation", async () => {
    const { server, sent, onClose } = drawDialog(RYE);
    server.on(`PATCH ${ROWS}`, ({ body }) => {
      sent.push(body);
      return sent.length === 1
        ? refusal(409, "It has changed.", { row: { id: 1, name: "Rye, dark" } })
        : { row: {}, key: { id: 1 } };
    });
    write("name", "Roll");
    press("Save");
    await screen.findByText("name is now “Rye, dark”, so your “Roll” was not saved.");
    decide("Write “Roll”");
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent[1]).toEqual({ key: { id: 1 }, set: { name: "Roll" }, was: { name: "Rye, dark" } });
  });

  it("is deleted once despite repeated clicks", async () => {
    const { server, onClose } = drawDialog(RYE);
    const saved = gate<unknown>();
    server.on(`DELETE ${ROWS}`, () => saved.wait);
    press("Delete");
    press("Delete");
    saved.open({ rows: [{}] });
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect([server.count(`DELETE ${ROWS}`), onClose.mock.calls.length]).toEqual([1, 1]);
  });

  it("is read-only if it has no key", () => {
    drawDialog({ ...RYE, key: undefined });
    expect(field("name").readOnly).toBe(true);
    expect(screen.queryByRole("button", { name: /Delete|NULL/ })).toBeNull();
  });

  it("loads a truncated text completely before it can be edited", async () => {
    const whole = gate<unknown>();
    const columns = [...COLUMNS, column('a "b"', "TEXT")];
    const cells = [...RYE.cells, { $text: "Once upon", length: 9_000 }];
    const asked: unknown[] = [];
    const server = new FakeServer().on("POST /api/database/query", ({ body }) => {
      asked.push(body);
      return whole.wait;
    });
    const { sent, onClose } = drawDialog({ ...RYE, cells }, { columns, editable: ['a "b"'], server });
    expect(screen.queryByRole("textbox", { name: 'a "b"' })).toBeNull();
    whole.open({ columns: [], rows: [["Once upon a time"]], row_count: 1, truncated: false, reads: [] });
    await waitFor(() => expect(field('a "b"').value).toBe("Once upon a time"));
    expect(asked).toEqual([{ sql: 'SELECT "a ""b""" FROM "loaves" WHERE "id" IS ?', params: [1] }]);
    write('a "b"', "The end");
    press("Save");
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent).toMatchObject([{ set: { 'a "b"': "The end" }, was: { 'a "b"': "Once upon a time" } }]);
  });

  it("shows an error if a truncated text cannot be loaded", async () => {
    const cells = [1, "Rye", 2.4, { $text: "Once upon", length: 9_000 }];
    const server = new FakeServer().on("POST /api/database/query", () => refusal(503, "It is busy."));
    drawDialog({ ...RYE, cells }, { server });
    expect((await screen.findByRole("alert")).textContent).toBe("Could not load the text. It is busy.");
    expect(screen.queryByRole("textbox", { name: "note" })).toBeNull();
  });
});

describe("a new row", () => {
  it("contains only entered values and leaves the key to the database", async () => {
    const { sent, onAdded, onClose } = drawDialog(undefined);
    expect(field("id").placeholder).toBe("Next number");
    write("name", "Roll");
    press("Add");
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect([sent, onAdded.mock.calls.length]).toEqual([[{ rows: [{ name: "Roll" }] }], 1]);
  });

  it("that is rejected stays open, and Cancel clears the error", async () => {
    const { server, edits, onAdded, onClose } = drawDialog(undefined);
    server.on(`POST ${ROWS}`, () => refusal(422, "NOT NULL constraint failed: loaves.name"));
    write("price", "3");
    press("Add");
    expect((await screen.findByRole("alert")).textContent).toBe(
      "The row was not added. NOT NULL constraint failed: loaves.name",
    );
    expect([field("price").value, onAdded.mock.calls.length, onClose.mock.calls.length]).toEqual(["3", 0, 0]);
    press("Cancel");
    expect([edits.refusals, onClose.mock.calls.length]).toEqual([[], 1]);
  });
});
