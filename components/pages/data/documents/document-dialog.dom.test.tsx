import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { FakeServer } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import type { Document } from "./api";
import { DocumentDialog } from "./document-dialog";
import { DocumentEdits } from "./edits";

const BOOK = { _id: 1, title: "Frankenstein", pages: 280, read: true };

/** Renders the dialog and records requests. `answer` is the server's response to every write. */
function drawDialog(document: Document | undefined, answer: object) {
  const asked: unknown[] = [];
  const server = new FakeServer().on("POST /api/documents/query", ({ body }) => {
    asked.push(body);
    return answer;
  });
  const [onDone, onClose] = [vi.fn(), vi.fn()];
  const edits = new DocumentEdits(vi.fn());
  const props = { collection: "ai_books", neighbours: [BOOK], canEdit: true, edits, onDone, onClose };
  drawPage(<DocumentDialog document={document} {...props} />, { server });
  return { asked, onDone, onClose };
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const write = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const toJson = () => fireEvent.mouseDown(screen.getByRole("tab", { name: "JSON" }), { button: 0 });

it("the dialog of a document adds a document once its JSON is valid", async () => {
  const { asked, onDone, onClose } = drawDialog(undefined, { insertedCount: 1 });
  expect(screen.getByLabelText("title")).toBeTruthy();
  toJson();
  write(/^As JSON/, '{ "_id": 3, "title": "Emma" ');
  press("Add");
  expect(screen.getByRole("alert").textContent).toContain("Invalid JSON");
  write(/^As JSON/, '{ "_id": 3, "title": "Emma" }');
  expect(screen.queryByRole("alert")).toBeNull();
  press("Add");
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(onDone).toHaveBeenCalledWith("Document added");
  const data = [{ _id: 3, title: "Emma" }];
  expect(asked).toEqual([{ operation: "insertMany", collection: "ai_books", data }]);
});

it("the dialog shows errors at their fields, adds a field and sends only changed fields", async () => {
  const { asked, onDone } = drawDialog(BOOK, { matchedCount: 1 });
  write("pages", "many");
  press("Save");
  await screen.findByText("Enter a number like 12.5");
  expect(asked).toEqual([]);
  write("pages", "281");
  write("read", "false");
  press("Add a field");
  write("Name of the field", "title");
  fireEvent.click(
    within(screen.getByRole("group", { name: "New field" })).getByRole("button", { name: "Add" }),
  );
  await screen.findByText("This field exists");
  write("Name of the field", "bought");
  write("Kind", "date");
  fireEvent.click(
    within(screen.getByRole("group", { name: "New field" })).getByRole("button", { name: "Add" }),
  );
  write("bought", "2026-01-31T10:30:00");
  press("Save");
  await waitFor(() => expect(onDone).toHaveBeenCalledWith("Document changed"));
  const bought = { $date: new Date("2026-01-31T10:30:00").toISOString() };
  const was = { $and: [{ pages: { $eq: 280 } }, { read: { $eq: true } }, { bought: { $exists: false } }] };
  expect(asked).toEqual([
    {
      ...{ operation: "updateOne", collection: "ai_books", filter: { $and: [{ _id: { $eq: 1 } }, was] } },
      update: { $set: { pages: 281, read: false, bought } },
    },
  ]);
});

it("a change of _id and a concurrent change are rejected, and without a change nothing is sent", async () => {
  const { asked, onClose } = drawDialog(BOOK, { matchedCount: 0 });
  write("pages", "281");
  press("Save");
  await screen.findByText("Changed elsewhere. Reopen the document.");
  toJson();
  write(/^As JSON/, JSON.stringify({ ...BOOK, _id: 2 }));
  press("Save");
  await screen.findByText(/^To change _id, /);
  write(/^As JSON/, JSON.stringify(BOOK));
  press("Save");
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(asked).toHaveLength(1);
});

it("the dialog of a document deletes that document", async () => {
  const { asked, onDone } = drawDialog(BOOK, { deletedCount: 1 });
  press("Delete");
  await waitFor(() => expect(onDone).toHaveBeenCalledWith("1 document deleted"));
  expect(asked).toEqual([{ operation: "deleteMany", collection: "ai_books", filter: { _id: { $in: [1] } } }]);
});
