import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { notices, pressNotice } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { aRevision } from "@/components/client/testing/samples";
import { REVISION } from "@/lib/shared/data/documents";
import { CollectionView } from "./collection-view";
import { NewCollection } from "./new-collection";

type Query = { operation: string; collection: string; data?: object[] };

function aServer() {
  const writes: Query[] = [];
  const server = new FakeServer().on("POST /api/documents/query", ({ body }) => {
    const query = body as Query;
    if (query.operation === "countDocuments") return { count: 0 };
    if (query.operation === "find") return { rows: [] };
    writes.push(query);
    return Response.json({ insertedCount: query.data?.length ?? 0 }, { headers: { [REVISION]: "r1" } });
  });
  return { server, writes };
}
function drawCollection(name = "ai_books", { server, writes } = aServer()) {
  const [onGo, onDeleted] = [vi.fn(), vi.fn()];
  const props = { name, view: "table", back: null, onGo, onDeleted } as const;
  return { ...drawPage(<CollectionView {...props} />, { server }), onDeleted, writes };
}
const openMenu = (name = "ai_books") =>
  fireEvent.click(screen.getByRole("button", { name: `More for ${name}` }));
const item = (name: string) => screen.findByRole("menuitem", { name });
const give = (...lines: string[]) =>
  fireEvent.change(screen.getByLabelText("A JSON or CSV file"), {
    target: { files: [new File([lines.join("\n")], "books.csv")] },
  });

describe("a collection", () => {
  const deleted = aRevision(2, { kind: "collection", name: "ai_books", deleted: true });
  const before = aRevision(1, { kind: "collection", name: "ai_books" });
  async function remove() {
    openMenu();
    fireEvent.click(await item("Delete"));
  }

  it("is deleted at once and restored to the version before the deletion", async () => {
    const { server, onDeleted } = drawCollection();
    const later = aRevision(3, { kind: "collection", name: "ai_books" });
    server
      .on("DELETE /api/documents/ai_books", () => ({ revision: deleted.id }))
      .on("GET /api/history", () => ({ revisions: [later, deleted, before] }))
      .on(`POST /api/history/${before.id}/restore`, () => ({ ...before, content: {} }));
    await remove();
    await waitFor(() => expect(onDeleted).toHaveBeenCalled());
    await waitFor(() => expect(notices()).toContain("Deleted “ai_books”"));
    pressNotice("Undo");
    await waitFor(() => expect(notices()).toContain("Restored “ai_books”"));
    expect(server.count(`POST /api/history/${before.id}/restore`)).toBe(1);
    expect(server.asked).toContain("GET /api/history?kind=collection&name=ai_books");
  });

  it.each([
    ["no earlier version exists", [deleted]],
    ["the versions do not include the deletion", [before]],
  ])("shows an error on undo if %s", async (_, revisions) => {
    const { server } = drawCollection();
    server
      .on("DELETE /api/documents/ai_books", () => ({ revision: deleted.id }))
      .on("GET /api/history", () => ({ revisions }));
    await remove();
    await waitFor(() => expect(notices()).toContain("Deleted “ai_books”"));
    pressNotice("Undo");
    await waitFor(() => expect(notices()).toContain("Not restored. No earlier version"));
    expect(notices()).not.toContain("Restored “ai_books”");
  });

  it("stays in the list if deleting it fails", async () => {
    const { server, onDeleted } = drawCollection();
    server.on("DELETE /api/documents/ai_books", () => refusal(409, "A component reads it."));
    await remove();
    await waitFor(() => expect(notices()).toEqual(["Could not delete “ai_books”. A component reads it."]));
    expect(onDeleted).not.toHaveBeenCalled();
  });

  it("imports a CSV with typed values", async () => {
    const { writes } = drawCollection();
    give("title;pages;code;tags", 'Emma;280;7;"[""a""]"', ";;;", "Ulysses;700;007;");
    await waitFor(() => expect(notices()).toContain("2 documents imported into “ai_books”"));
    const data = [
      { title: "Emma", pages: 280, code: "7", tags: ["a"] },
      { title: "Ulysses", pages: 700, code: "007" },
    ];
    expect(writes).toEqual([{ operation: "insertMany", collection: "ai_books", data }]);
  });

  it("imports nothing from an invalid file", async () => {
    const { writes } = drawCollection();
    give('{"title": "Emma"}', "{title}");
    const message = "Not imported. Invalid JSON in line 2.";
    await waitFor(() => expect(notices()).toEqual([message]));
    expect(writes).toEqual([]);
  });

  it("has export links; a collection of the workspace cannot be deleted or imported into", async () => {
    drawCollection("messages");
    openMenu("messages");
    const link = await item("Export as JSON");
    expect([link.getAttribute("href"), link.getAttribute("download")]).toEqual([
      ...["/api/documents/export?collection=messages&format=json", "messages.json"],
    ]);
    expect(screen.queryByRole("menuitem", { name: /Delete|Import/ })).toBeNull();
  });
});

describe("a new collection", () => {
  async function begin(name: string) {
    const setup = aServer();
    const onMade = vi.fn();
    drawPage(<NewCollection onMade={onMade} />, setup);
    fireEvent.click(await screen.findByRole("button", { name: "New collection" }));
    const form = within(await screen.findByRole("dialog"));
    fireEvent.change(form.getByRole("textbox", { name: /^Name/ }), { target: { value: name } });
    return {
      ...setup,
      onMade,
      form,
      create: () => fireEvent.click(form.getByRole("button", { name: "Create" })),
    };
  }

  it("is created once with the required prefix", async () => {
    const { server, onMade, create } = await begin(" My  Old-Books ");
    const made = gate<unknown>();
    const asked: unknown[] = [];
    server.on("POST /api/documents/query", ({ body }) => {
      asked.push(body);
      return made.wait;
    });
    create();
    create();
    made.open({});
    await waitFor(() => expect(onMade).toHaveBeenCalledWith("ai_my_old_books"));
    expect(asked).toEqual([{ operation: "createCollection", collection: "ai_my_old_books" }]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("needs a valid name, and keeps the name if the server rejects it", async () => {
    const { server, writes, form, create } = await begin("bücher");
    create();
    await form.findByText("Letters, digits and _, at most 61");
    expect(writes).toEqual([]);
    server.on("POST /api/documents/query", () => refusal(409, "There are 100 collections already."));
    const field = form.getByRole<HTMLInputElement>("textbox", { name: /^Name/ });
    fireEvent.change(field, { target: { value: "ai_films" } });
    fireEvent.submit(field.form as HTMLFormElement);
    await form.findByText("There are 100 collections already.");
    expect(field.value).toBe("ai_films");
  });
});
