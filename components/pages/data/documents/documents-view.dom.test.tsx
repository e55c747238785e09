import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { REVISION } from "@/lib/shared/data/documents";
import { settled } from "../testing/settled";
import type { Document } from "./api";
import { DocumentsView } from "./documents-view";

type Query = {
  operation: string;
  filter?: object;
  options?: { sort?: object };
  update?: object;
  data?: object;
};
const EMMA: Document = {
  _id: 1,
  title: "Emma",
  pages: 280,
  read: { $date: "2026-01-31T09:00:00Z" },
  tags: ["a"],
};
const ULYSSES: Document = { _id: 2, title: "Ulysses", pages: 730 };

/** Renders a collection. `write` answers every write; each write creates one revision. */
function drawDocuments({ view = "table" as "table" | "json", canEdit = true, books = [EMMA, ULYSSES] } = {}) {
  const [reads, writes, undone]: [Query[], Query[], unknown[]] = [[], [], []];
  let write = (): unknown => ({ matchedCount: 1, deletedCount: 1, insertedCount: 1 });
  const server = new FakeServer()
    .on("POST /api/documents/query", ({ body }) => {
      const query = body as Query;
      if (query.operation === "countDocuments") return { count: books.length };
      if (query.operation === "find") {
        reads.push(query);
        return { rows: books };
      }
      writes.push(query);
      const answer = write();
      const headers = { [REVISION]: `r${writes.length}` };
      return answer instanceof Response ? answer : Response.json(answer, { headers });
    })
    .on("POST /api/documents/undo", ({ body }) => {
      undone.push(body);
      return { revision: `back ${undone.length}` };
    });
  const page = drawPage(<DocumentsView collection="ai_books" view={view} canEdit={canEdit} />, { server });
  return { ...page, reads, writes, undone, books, answer: (by: typeof write) => (write = by) };
}

const at = (place: string) => document.querySelector<HTMLElement>(`[data-at="${place}"]`);
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const key = (key: string, more = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
const cell = (text: string) => screen.findByText(text, { selector: "td" });
async function overwrite(text: string, written: string) {
  (await cell(text)).focus();
  key("Enter");
  fireEvent.change(screen.getByRole("textbox"), { target: { value: written } });
  key("Enter");
}
const search = (value: string) =>
  settled(() => fireEvent.change(screen.getByRole("searchbox"), { target: { value } }));

beforeEach(() => {
  HTMLElement.prototype.scrollIntoView = () => {};
});

describe("a field of a document", () => {
  it("is saved with its type, provided that the stored value is still the one shown", async () => {
    const { writes, reads } = drawDocuments();
    await overwrite("280", "281");
    await waitFor(() => expect(writes).toHaveLength(1));
    const filter = { $and: [{ _id: { $eq: 1 } }, { $and: [{ pages: { $eq: 280 } }] }] };
    expect(writes).toEqual([
      { operation: "updateOne", collection: "ai_books", filter, update: { $set: { pages: 281 } } },
    ]);
    await waitFor(() => expect(reads.length).toBeGreaterThan(1));
  });

  it("is removed with Delete, and dates are stored as dates", async () => {
    const { writes } = drawDocuments();
    (await cell("Ulysses")).focus();
    key("Delete");
    await waitFor(() => expect(writes).toMatchObject([{ update: { $unset: { title: "" } } }]));
    await overwrite("2026-01-31T09:00:00Z", "2026-02-01T08:00:00Z");
    const read = { $date: "2026-02-01T08:00:00.000Z" };
    await waitFor(() => expect(writes[1]).toMatchObject({ update: { $set: { read } } }));
  });

  it("rejects a value of another type and keeps the typed text", async () => {
    const { writes } = drawDocuments();
    await overwrite("280", "many");
    expect(screen.getByRole("alert").textContent).toBe("Enter a number like 12.5");
    expect([screen.getByRole<HTMLTextAreaElement>("textbox").value, writes]).toEqual(["many", []]);
  });

  it.each([
    [() => ({ matchedCount: 0 }), "pages changed elsewhere: current value shown."],
    [() => refusal(422, "There are too many pages."), "pages not changed. There are too many pages."],
  ])("shows why an edit failed and reads the cell again (%#)", async (answered, message) => {
    const { answer, reads } = drawDocuments();
    answer(answered);
    await overwrite("280", "281");
    await screen.findByText(message);
    await waitFor(() => expect(reads.length).toBeGreaterThan(1));
    await cell("280");
  });

  it("with a value other than text opens the document, and _id cannot be edited", async () => {
    drawDocuments();
    (await cell('["a"]')).focus();
    key("Enter");
    await screen.findByRole("dialog", { name: "1" });
    key("Escape");
    at("0:0")?.focus();
    key("Enter");
    await screen.findByText("_id is computed, not editable.");
  });
});

describe("documents", () => {
  it("are deleted together, and the undo and redo buttons name the deletion", async () => {
    const { writes, undone, answer } = drawDocuments();
    answer(() => ({ deletedCount: 2 }));
    await cell("Emma");
    fireEvent.click(screen.getByRole("checkbox", { name: "Select row 1" }));
    fireEvent.click(screen.getByRole("checkbox", { name: "Select row 2" }));
    press("Delete 2 documents");
    await screen.findByText("2 documents deleted");
    expect(writes).toMatchObject([{ operation: "deleteMany", filter: { _id: { $in: [1, 2] } } }]);
    press("Undo deleting 2 documents");
    await screen.findByRole("button", { name: "Redo deleting 2 documents" });
    key("z", { ctrlKey: true, shiftKey: true });
    await screen.findByRole("button", { name: "Undo deleting 2 documents" });
    expect(undone).toEqual([{ revision: "r1" }, { revision: "back 1" }]);
  });

  it("show an error if deleting or undoing fails", async () => {
    const { server, answer } = drawDocuments();
    answer(() => refusal(409, "A document is in use."));
    await cell("Emma");
    fireEvent.click(screen.getByRole("checkbox", { name: "Select row 1" }));
    press("Delete 1 document");
    await screen.findByText("Not deleted. A document is in use.");
    expect(screen.getByRole("button", { name: "Undo" }).getAttribute("aria-disabled")).toBe("true");
    answer(() => ({ matchedCount: 1 }));
    await overwrite("280", "281");
    await screen.findByRole("button", { name: "Undo changing pages" });
    server.lose("POST /api/documents/undo");
    press("Undo changing pages");
    await screen.findByText("Not undone. Easel cannot be reached. Is it running?");
    screen.getByRole("button", { name: "Undo changing pages" });
  });

  it("are searched by words or a filter; while a filter is invalid, the last valid one applies", async () => {
    const { reads } = drawDocuments();
    await cell("Emma");
    search("a.b");
    const pattern = { $regex: "a\\.b", $options: "i" };
    const fields = ["_id", "title", "pages", "read", "tags"].map((field) => ({ [field]: pattern }));
    await waitFor(() => expect(reads.at(-1)?.filter).toEqual({ $or: fields }));
    search('{"pages": {"$gte": 300}');
    screen.getByText('Invalid JSON. Example: {"age": 30}');
    expect(screen.getByRole("searchbox").getAttribute("aria-invalid")).toBe("true");
    expect(reads.at(-1)?.filter).toEqual({ $or: fields });
    search('{"pages": {"$gte": 300}}');
    await waitFor(() => expect(reads.at(-1)?.filter).toEqual({ pages: { $gte: 300 } }));
  });

  it("are sorted ascending, descending and then not at all", async () => {
    const { reads } = drawDocuments();
    await cell("Emma");
    for (const wanted of [{ pages: 1 }, { pages: -1 }, undefined]) {
      fireEvent.click(screen.getByRole("button", { name: "pages" }));
      await waitFor(() => expect(reads.at(-1)?.options?.sort).toEqual(wanted));
    }
  });

  it("show an error if loading fails, and the empty state only after loading", async () => {
    const { server, tell } = drawDocuments({ books: [] });
    expect(screen.queryByText("No documents")).toBeNull();
    await screen.findByText("No documents");
    server.on("POST /api/documents/query", () => refusal(503, "It is busy."));
    settled(() => tell('documents ["ai_books"]'));
    expect((await screen.findByRole("alert")).textContent).toBe("It is busy.");
  });

  it("offer no actions without permission to edit", async () => {
    drawDocuments({ canEdit: false });
    await cell("Emma");
    expect(screen.queryByRole("button", { name: /Add|Undo|Redo|Delete/ })).toBeNull();
    expect([screen.queryByRole("checkbox"), screen.getByRole("grid").getAttribute("aria-readonly")]).toEqual([
      null,
      "true",
    ]);
  });

  it("are refetched when their collection changes, but not when another one does", async () => {
    const { books, reads, tell } = drawDocuments();
    await cell("Emma");
    books.splice(0, 1, { ...EMMA, title: "Persuasion" });
    settled(() => tell('documents ["ai_films"]'));
    expect(reads).toHaveLength(1);
    settled(() => tell('documents ["ai_books", "ai_films"]'));
    await cell("Persuasion");
  });
});

describe("the JSON view", () => {
  it("lists 50 documents, shows more on request, and opens the clicked document", async () => {
    const books = Array.from({ length: 60 }, (_, at) => ({ _id: at, title: `<b>Book ${at}</b>` }));
    drawDocuments({ view: "json", books });
    const list = within(await screen.findByRole("list", { name: "Documents" }));
    expect(list.getAllByRole("listitem")).toHaveLength(50);
    list.getByText(/"title": "<b>Book 7<\/b>"/);
    press("Show more");
    expect(list.getAllByRole("listitem")).toHaveLength(60);
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
    press("Open 7");
    await screen.findByRole("dialog", { name: "7" });
  });
});
