import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { notices, pressNotice } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { anImage, NOW } from "@/components/client/testing/samples";
import { scrollToEnd } from "@/components/client/testing/setup";
import type { StoredFile } from "@/lib/shared/files";
import { MediaPage } from "./media-page";

const pageOf = (ids: string, nextCursor?: string) => ({
  files: [...ids].map((id) => anImage(id)),
  nextCursor,
});

function draw(ids: string, { server = new FakeServer(), next, path = "/media" }: Partial<Options> = {}) {
  return drawPage(<MediaPage first={pageOf(ids, next)} now={NOW} />, { server, path });
}
type Options = { server: FakeServer; next: string; path: string };

const shown = () => screen.queryAllByRole("listitem").map((item) => item.querySelector("a")?.textContent);
const titles = (ids: string) => [...ids].map((id) => `Picture ${id}`);
const waitForTitles = (ids: string) => waitFor(() => expect(shown()).toEqual(titles(ids)));

describe("the images", () => {
  it("are shown initially without a request", () => {
    const { server } = draw("ab");
    expect(shown()).toEqual(titles("ab"));
    expect(server.asked).toEqual([]);
  });

  it("show an empty state if there are none", () => {
    draw("");
    screen.getByText("No images yet");
    expect(screen.queryByRole("searchbox")).toBeNull();
  });

  it("load page by page on scroll", async () => {
    const server = new FakeServer().on("GET /api/files", ({ url }) =>
      url.searchParams.get("cursor") === "two" ? pageOf("cd", "three") : pageOf("e"),
    );
    draw("ab", { server, next: "two" });
    scrollToEnd();
    await waitForTitles("abcd");
    scrollToEnd();
    await waitForTitles("abcde");
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  });

  it("are refetched only on file changes", async () => {
    const server = new FakeServer().on("GET /api/files", () => pageOf("xab"));
    const { tell } = draw("ab", { server });
    tell("pins");
    tell("file x");
    await waitForTitles("xab");
    expect(server.count("GET /api/files")).toBe(1);
  });

  it("that match a newly chosen filter replace the shown ones once loaded", async () => {
    const edited = gate<unknown>();
    const server = new FakeServer().on("GET /api/files", () => edited.wait);
    draw("ab", { server });
    fireEvent.click(screen.getByRole("button", { name: "Edited" }));
    expect(shown()).toEqual(titles("ab"));
    edited.open(pageOf("b"));
    await waitForTitles("b");
    screen.getByText("1 found");
    fireEvent.click(screen.getByRole("button", { name: "All" }));
    expect(shown()).toEqual(titles("ab"));
    expect(server.count("GET /api/files")).toBe(1);
  });

  it("are searched once the user stops typing", async () => {
    const server = new FakeServer().on("GET /api/files", () => pageOf(""));
    draw("ab", { server });
    const field = screen.getByRole("searchbox");
    for (const value of ["s", "sn", "snow"]) fireEvent.change(field, { target: { value } });
    await screen.findByText("No image matches.");
    expect(server.asked).toEqual(["GET /api/files?type=image&q=snow"]);
  });

  it("show an error if loading fails, and load on retry", async () => {
    const server = new FakeServer().on("GET /api/files", () => refusal(500, "The disk is full."));
    draw("ab", { server });
    fireEvent.click(screen.getByRole("button", { name: "Made" }));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("The disk is full.");
    expect(screen.queryByText("No images yet")).toBeNull();
    server.on("GET /api/files", () => pageOf("a"));
    fireEvent.click(within(alert).getByRole("button", { name: "Try again" }));
    await waitForTitles("a");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("show an error if older images cannot be loaded, and load them on retry", async () => {
    const server = new FakeServer().lose("GET /api/files");
    draw("ab", { server, next: "two" });
    scrollToEnd();
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Easel cannot be reached");
    expect(shown()).toEqual(titles("ab"));
    server.on("GET /api/files", () => pageOf("c"));
    fireEvent.click(within(alert).getByRole("button", { name: "Try again" }));
    await waitForTitles("abc");
    expect(server.asked.at(-1)).toContain("cursor=two");
  });
});

describe("a deleted image", () => {
  const view = (file: StoredFile) => ({ file, messageId: null, source: null, edits: [] });
  const opened = (server: FakeServer) => {
    server.on("GET /api/images/a", () => view(anImage("a")));
    return draw("ab", { server, path: "/media/a" });
  };
  const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));

  it("disappears at once, and is still gone after the server has deleted it", async () => {
    const deleted = gate<unknown>();
    const server = new FakeServer().on("DELETE /api/files/a", () => deleted.wait);
    server.on("GET /api/files", () => pageOf("b"));
    opened(server);
    await press("Delete");
    await waitForTitles("b");
    expect(location.pathname).toBe("/media");
    deleted.open({});
    await waitFor(() => expect(notices()).toContain("Deleted “Picture a”"));
    expect(shown()).toEqual(titles("b"));
  });

  it("returns with an error if the server refuses", async () => {
    const server = new FakeServer().on("DELETE /api/files/a", () => refusal(409, "A run still reads it."));
    opened(server);
    await press("Delete");
    await waitForTitles("ab");
    await waitFor(() => expect(notices()).toContain("Could not delete “Picture a”. A run still reads it."));
  });

  it("returns on undo", async () => {
    let files = pageOf("b");
    const server = new FakeServer().on("DELETE /api/files/a", () => ({}));
    server.on("GET /api/files", () => files);
    server.on("POST /api/files/a/restore", () => {
      files = pageOf("ab");
      return {};
    });
    opened(server);
    await press("Delete");
    await waitFor(() => expect(notices()).toContain("Deleted “Picture a”"));
    pressNotice("Undo");
    await waitForTitles("ab");
    expect(server.count("POST /api/files/a/restore")).toBe(1);
  });
});

describe("one image", () => {
  it("is loaded from its URL and shows an error if that fails", async () => {
    draw("b", {
      path: "/media/a",
      server: new FakeServer().on("GET /api/images/a", () => refusal(404, "No such image.")),
    });
    expect((await screen.findByRole("alert")).textContent).toBe("No such image.");
  });

  it("shows the details known from the list while it loads", () => {
    draw("ab", { path: "/media/a", server: new FakeServer().on("GET /api/images/a", () => gate().wait) });
    within(screen.getByRole("dialog")).getByText("a.png");
  });
});
