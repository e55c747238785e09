import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { notices, pressNotice } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { aRevision } from "@/components/client/testing/samples";
import { REVISION } from "@/lib/shared/data/documents";
import { CollectionView } from "./collection-view";
import { DocumentsSide } from "./documents-side";

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
  const onGo = vi.fn();
  const place = { view: undefined, back: null };
  return { ...drawPage(<CollectionView name={name} {...place} onGo={onGo} />, { server }), onGo, writes };
}
const openMenu = (name = "ai_books") =>
  fireEvent.keyDown(screen.getByRole("button", { name: `More for ${name}` }), { key: "Enter" });
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
    fireEvent.click(await item("Delete the collection"));
  }

  it("is deleted at once and restored to the version before the deletion", async () => {
    const { server, onGo } = drawCollection();
    const later = aRevision(3, { kind: "collection", name: "ai_books" });
    server
      .on("DELETE /api/documents/ai_books", () => ({ revision: deleted.id }))
      .on("GET /api/history", () => ({ revisions: [later, deleted, before] }))
      .on(`POST /api/history/${before.id}/restore`, () => ({ ...before, content: {} }));
    await remove();
    await waitFor(() => expect(onGo).toHaveBeenCalledWith({ at: "documents" }));
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
    await waitFor(() => expect(notices()).toContain("Not restored. No earlier version is stored."));
    expect(notices()).not.toContain("Restored “ai_books”");
  });

  it("stays in the list if deleting it fails", async () => {
    const { server, onGo } = drawCollection();
    server.on("DELETE /api/documents/ai_books", () => refusal(409, "A component reads it."));
    await remove();
    await waitFor(() => expect(notices()).toEqual(["Could not delete “ai_books”. A component reads it."]));
    expect(onGo).not.toHaveBeenCalled();
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
    const message = "Nothing was imported. Invalid JSON: line 2 cannot be read.";
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

describe("the list of collections", () => {
  const route = "GET /api/documents/collections";
  const collections = [
    { name: "contacts", documents: 3 },
    { name: "master", documents: 1 },
    { name: "ai_books", documents: 1_250 },
  ];
  function drawSide() {
    const setup = aServer();
    setup.server.on(route, () => ({ collections }));
    const onGo = vi.fn();
    return { ...setup, onGo, ...drawPage(<DocumentsSide shown="ai_books" onGo={onGo} />, setup) };
  }
  async function begin(name: string) {
    fireEvent.click(await screen.findByRole("button", { name: "New collection" }));
    const form = within(await screen.findByRole("dialog"));
    fireEvent.change(form.getByRole("textbox", { name: /^Name/ }), { target: { value: name } });
    fireEvent.click(form.getByRole("button", { name: "Create" }));
    return form;
  }

  it("shows each collection's name and count, without those of the calendar, and marks the current one", async () => {
    const { onGo } = drawSide();
    const own = within(await screen.findByRole("list", { name: "Its own" })).getByRole("link");
    expect([own.textContent, own.getAttribute("aria-current")]).toEqual(["ai_books1,250 documents", "page"]);
    const about = within(screen.getByRole("list", { name: "About you" })).getByRole("link");
    expect(about.textContent).toBe("master1 document");
    fireEvent.click(about);
    expect(onGo).toHaveBeenCalledWith({ at: "documents", collection: "master" });
  });

  it("creates a collection once with the required prefix and opens it", async () => {
    const { server, onGo } = drawSide();
    const made = gate<unknown>();
    const asked: unknown[] = [];
    server.on("POST /api/documents/query", ({ body }) => {
      asked.push(body);
      return made.wait;
    });
    const form = await begin(" My  Old-Books ");
    fireEvent.click(form.getByRole("button", { name: "Create" }));
    made.open({});
    await waitFor(() =>
      expect(onGo).toHaveBeenCalledWith({ at: "documents", collection: "ai_my_old_books" }),
    );
    expect(asked).toEqual([{ operation: "createCollection", collection: "ai_my_old_books" }]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("rejects invalid names and keeps the name if the server rejects it", async () => {
    const { server, writes } = drawSide();
    const form = await begin("bücher");
    await form.findByText("Letters, digits and _, at most 61");
    expect(writes).toEqual([]);
    server.on("POST /api/documents/query", () => refusal(409, "There are 100 collections already."));
    const field = form.getByRole<HTMLInputElement>("textbox", { name: /^Name/ });
    fireEvent.change(field, { target: { value: "ai_films" } });
    fireEvent.submit(field.form as HTMLFormElement);
    await form.findByText("There are 100 collections already.");
    expect(field.value).toBe("ai_films");
  });

  it("shows an error if loading fails, and reloads on retry", async () => {
    const { server } = aServer();
    server.on(route, () => refusal(503, "It is busy."));
    drawPage(<DocumentsSide shown={undefined} onGo={vi.fn()} />, { server });
    await screen.findByText(/Could not load the list of collections. It is busy./);
    server.on(route, () => ({ collections }));
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByRole("list", { name: "Its own" });
  });
});
