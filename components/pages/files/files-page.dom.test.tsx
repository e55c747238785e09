import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { notices, pressNotice } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { anImage, NOW } from "@/components/client/testing/samples";
import { scrollToEnd } from "@/components/client/testing/setup";
import type { EntryKind, FileEntries, FileEntry } from "@/lib/shared/file-entries";
import { FilesPage } from "./files-page";

const ROUTE = "GET /api/files/entries";
const image = (id: string): FileEntry => ({ kind: "image", file: anImage(id), conversation: null });
const document_ = (id: string, name: string, rest = {}): FileEntry => ({
  kind: "document",
  file: anImage(id, { name, mediaType: "text/plain", description: null, size: 1_200, ...rest }),
  conversation: null,
});
const table = (name: string, rows: number | null = 2): FileEntry => ({
  ...{ kind: "table", name, type: rows === null ? "view" : "table", rows, origins: [] },
});
const collection = (name: string, documents = 3): FileEntry => ({
  ...{ kind: "collection", name, documents, changedAt: NOW, origins: [] },
});
const pageOf = (entries: FileEntry[], rest: Partial<FileEntries> = {}): FileEntries => ({
  entries,
  counts: { document: 1, image: 2, table: 1_200, collection: 1 },
  ...rest,
});

type Options = { server: FakeServer; path: string; rest: Partial<FileEntries>; kind: EntryKind };

function draw(
  entries: FileEntry[],
  { server = new FakeServer(), path = "/files", ...more }: Partial<Options> = {},
) {
  const { rest, kind } = more;
  const first = { kind, entries: pageOf(entries, rest) };
  return drawPage(<FilesPage first={first} now={NOW} />, { server, path });
}
const names = () => screen.queryAllByRole("listitem").map((item) => item.querySelector("a")?.textContent);
const waitForNames = (...wanted: string[]) => waitFor(() => expect(names()).toEqual(wanted));
/** Requests of the list. The bar of the page also asks for the number of open asks. */
const listed = (server: FakeServer) => server.asked.filter((one) => one.startsWith(ROUTE));
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const choose = (name: RegExp) => fireEvent.click(screen.getByRole("radio", { name }));

describe("the list", () => {
  it("shows files, tables and collections with details, conversation and link, without a request", () => {
    const { server } = draw([
      { ...image("a"), conversation: { id: "c1", title: "Hens" } } as FileEntry,
      document_("b", "report.pdf"),
      table("a/b ü", 1_234),
      table("sold", null),
      collection("ai_books"),
      collection("master", 1),
    ]);
    const rows = screen.getAllByRole("listitem").map((item) => item.textContent);
    expect(rows).toEqual([
      "Picture aPNG · 1 KBHenstoday at 12:00",
      "report.pdfPDF · 1.2 KBtoday at 12:00",
      "a/b ü1,234 rows",
      "soldView",
      "ai_books3 documentstoday at 12:00",
      "Profile1 documenttoday at 12:00",
    ]);
    const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(links).toEqual(
      expect.arrayContaining([
        ...["/files/a", "/chat/c1", "/files/b", "/files/table/a%2Fb%20%C3%BC", "/files/table/sold"],
        ...["/files/collection/ai_books", "/files/collection/master"],
      ]),
    );
    screen.getByRole("radio", { name: "Tables 1,200" });
    screen.getByRole("radio", { name: "All 1,204" });
    expect(listed(server)).toEqual([]);
  });

  it("loads page by page on scroll, and keeps the counts", async () => {
    const server = new FakeServer().on(ROUTE, ({ url }) =>
      url.searchParams.get("cursor") === "two"
        ? { entries: [table("c")], nextCursor: "three" }
        : { entries: [table("d")] },
    );
    draw([table("a"), table("b")], { server, rest: { nextCursor: "two" } });
    scrollToEnd();
    await waitForNames("a", "b", "c");
    scrollToEnd();
    await waitForNames("a", "b", "c", "d");
    screen.getByRole("radio", { name: "Tables 1,200" });
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  });

  it("is refetched after changes of files, tables and collections only", async () => {
    const server = new FakeServer().on(ROUTE, () => pageOf([table("a"), table("b")]));
    const { tell } = draw([table("a")], { server });
    tell("pins");
    tell('database ["b"]');
    await waitForNames("a", "b");
    expect(server.count(ROUTE)).toBe(1);
  });

  it("shows one kind when the user chooses it, and has the kind in its address", async () => {
    const images = gate<unknown>();
    const server = new FakeServer().on(ROUTE, () => images.wait);
    draw([table("a"), image("b")], { server });
    choose(/^Images/);
    expect(location.search).toBe("?kind=image");
    expect(names()).toEqual(["a", "Picture b"]);
    images.open(pageOf([image("b")]));
    await waitForNames("Picture b");
    screen.getByRole("list", { name: "Images" });
    expect(listed(server)).toEqual([`${ROUTE}?kind=image`]);
    choose(/^All/);
    await waitForNames("a", "Picture b");
    expect(location.search).toBe("");
  });

  it("is searched once the user stops typing, and Escape clears the search", async () => {
    const server = new FakeServer().on(ROUTE, () => pageOf([]));
    draw([table("a")], { server });
    const field = screen.getByRole("searchbox", { name: "Search files" });
    for (const value of ["s", "sn", "snow"]) fireEvent.change(field, { target: { value } });
    await screen.findByText("Nothing matches “snow”.");
    expect(listed(server)).toEqual([`${ROUTE}?q=snow`]);
    fireEvent.keyDown(field, { key: "Escape" });
    await waitForNames("a");
  });

  it("shows an error if loading fails, and loads on retry", async () => {
    const server = new FakeServer().on(ROUTE, () => refusal(500, "The disk is full."));
    draw([table("a")], { server });
    choose(/^Tables/);
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("The disk is full.");
    server.on(ROUTE, () => pageOf([table("z")]));
    fireEvent.click(within(alert).getByRole("button", { name: "Try again" }));
    await waitForNames("z");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("shows the reason for missing tables if the database cannot be read", () => {
    draw([image("a")], { rest: { problem: "It is damaged." } });
    expect(screen.getByRole("alert").textContent).toBe("Tables not loaded. It is damaged.");
  });

  it("has SQL and the size of the database with the tables", async () => {
    const space = { bytes: 9.5 * 2 ** 20, limit: 10 * 2 ** 20 };
    draw([table("a")], { path: "/files?kind=table", kind: "table", rest: { space } });
    expect((await screen.findByText(/of 10 MB/)).textContent).toBe("9.5 of 10 MB, nearly full");
    press("SQL");
    expect(location.pathname).toBe("/files/sql");
  });

  it("links to the collections of the workspace below the others", async () => {
    draw([collection("ai_books")], { path: "/files?kind=collection", kind: "collection" });
    const list = await screen.findByRole("region", { name: "Read only" });
    const links = within(list).getAllByRole("link");
    expect(links.map(({ textContent }) => textContent)).toContain("messages");
  });
});

describe("an empty list", () => {
  const none = { document: 0, image: 0, table: 0, collection: 0 };

  it("has an upload button and no filters", () => {
    draw([], { rest: { counts: none } });
    screen.getByText("Nothing here yet");
    screen.getByRole("button", { name: "Upload a file" });
    expect(screen.queryByRole("searchbox")).toBeNull();
  });

  it("of tables drafts a message to the agent in a new conversation", () => {
    const { router } = draw([], { path: "/files?kind=table", kind: "table", rest: { counts: none } });
    screen.getByText("Nothing here yet");
    press("Ask the agent");
    const [[path]] = router.push.mock.calls as [[string]];
    const id = path.replace("/chat/", "");
    expect(localStorage.getItem(`easel:draft:${id}`)).toMatch(/^Track my spending/);
  });
});

describe("a deleted file", () => {
  const view = { file: anImage("a"), messageId: null, conversation: null, source: null, edits: [] };
  const opened = (server: FakeServer) => {
    server.on("GET /api/files/a/info", () => view);
    return draw([image("a"), image("b")], { server, path: "/files/a" });
  };
  const remove = async () => fireEvent.click(await screen.findByRole("button", { name: "Delete" }));

  it("disappears at once, and is still gone after the server has deleted it", async () => {
    const deleted = gate<unknown>();
    const server = new FakeServer().on("DELETE /api/files/a", () => deleted.wait);
    server.on(ROUTE, () => pageOf([image("b")]));
    opened(server);
    await remove();
    await waitForNames("Picture b");
    expect(location.pathname).toBe("/files");
    deleted.open({});
    await waitFor(() => expect(notices()).toContain("Deleted “Picture a”"));
    expect(names()).toEqual(["Picture b"]);
  });

  it("returns with an error if the server refuses", async () => {
    const server = new FakeServer().on("DELETE /api/files/a", () => refusal(409, "A run still reads it."));
    opened(server);
    await remove();
    await waitForNames("Picture a", "Picture b");
    await waitFor(() => expect(notices()).toContain("“Picture a” not deleted. A run still reads it."));
  });

  it("returns on undo", async () => {
    let files = pageOf([image("b")]);
    const server = new FakeServer().on("DELETE /api/files/a", () => ({})).on(ROUTE, () => files);
    server.on("POST /api/files/a/restore", () => {
      files = pageOf([image("a"), image("b")]);
      return {};
    });
    opened(server);
    await remove();
    await waitFor(() => expect(notices()).toContain("Deleted “Picture a”"));
    pressNotice("Undo");
    await waitForNames("Picture a", "Picture b");
    expect(server.count("POST /api/files/a/restore")).toBe(1);
  });
});

describe("one file", () => {
  it("shows an error if it cannot be loaded", async () => {
    const server = new FakeServer().on("GET /api/files/a/info", () => refusal(404, "No such file."));
    draw([image("b")], { path: "/files/a", server });
    expect((await screen.findByRole("alert")).textContent).toBe("No such file.");
  });

  it("shows the details known from the list while it loads", async () => {
    const server = new FakeServer().on("GET /api/files/a/info", () => gate().wait);
    draw([image("a")], { path: "/files/a", server });
    within(await screen.findByRole("dialog", { name: "Picture a" })).getByText("a.png");
  });

  it("shows its text, its conversation and the table that the agent reads", async () => {
    const readAs = { kind: "table", table: "prices", rows: 3, of: "row" } as const;
    const entry = document_("a", "prices.csv", { mediaType: "text/csv", readAs });
    const file = "file" in entry ? entry.file : undefined;
    const server = new FakeServer().on("GET /api/files/a", () => new Response("name;price\nRye;2"));
    server.on("GET /api/files/a/info", () => ({
      ...{ file, messageId: "m1", source: null, edits: [] },
      conversation: { id: "c1", title: "Prices" },
    }));
    draw([entry], { path: "/files/a", server });
    const dialog = within(await screen.findByRole("dialog", { name: "prices.csv" }));
    await dialog.findByText(/Rye;2/);
    expect((await dialog.findByRole("link", { name: "Prices" })).getAttribute("href")).toBe("/chat/c1#m-m1");
    expect(dialog.getByRole("link", { name: /prices\s*, 3 rows/ }).getAttribute("href")).toBe(
      "/files/table/prices",
    );
  });
});
