import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { joined, type Page, usePagedList } from "./paged-list";
import { FakeServer, gate } from "./testing/fake-server";
import { drawPage } from "./testing/page";

type Item = { id: string; title: string };
const idOf = ({ id }: Item) => id;
const page = (ids: string, nextCursor?: string): Page<Item> => ({
  items: [...ids].map((id) => ({ id, title: id })),
  nextCursor,
});

type ListProps = { of?: string; initial?: Page<Item>; keepsPrevious?: boolean; isPersistent?: boolean };

function List({ of = "all", ...options }: ListProps) {
  const { list, error, older, reload, isPrevious } = usePagedList<Item>({
    key: ["items", of],
    read: async (cursor, signal) => {
      const response = await fetch(`/items?${new URLSearchParams({ of, cursor: cursor ?? "" })}`, { signal });
      return await response.json();
    },
    idOf,
    outdatedBy: (change) => change === "items",
    ...options,
  });
  return (
    <>
      <p role="status">{list ? list.items.map(idOf).join("") : error ? "failed" : "waiting"}</p>
      {isPrevious && <p>what fitted before</p>}
      {older && (
        <button type="button" aria-busy={older.isBusy} onClick={() => older.load()}>
          {older.error ? "Could not load older ones" : "Older"}
        </button>
      )}
      <button type="button" onClick={() => void reload()}>
        Reload
      </button>
    </>
  );
}

const shown = () => screen.getByRole("status").textContent;
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
/** Serves pages of two items. The cursor is the last item of the previous page. */
function serving(ids: () => string): FakeServer {
  return new FakeServer().on("GET /items", ({ url }) => {
    const all = ids();
    const cursor = url.searchParams.get("cursor") ?? "";
    const start = cursor === "" ? 0 : all.indexOf(cursor) + 1;
    const items = all.slice(start, start + 2);
    return page(items, start + 2 < all.length ? items.at(-1) : undefined);
  });
}

describe("a paged list", () => {
  it("loads the first page and further pages on request until the end", async () => {
    drawPage(<List />, { server: serving(() => "abcde") });
    expect(shown()).toBe("waiting");
    await waitFor(() => expect(shown()).toBe("ab"));
    press("Older");
    await waitFor(() => expect(shown()).toBe("abcd"));
    press("Older");
    await waitFor(() => expect(shown()).toBe("abcde"));
    expect(screen.queryByRole("button", { name: "Older" })).toBeNull();
  });

  it("does not request the page's initial list", async () => {
    const { server } = drawPage(<List initial={page("ab", "b")} />, { server: serving(() => "abc") });
    expect(shown()).toBe("ab");
    press("Older");
    await waitFor(() => expect(shown()).toBe("abc"));
    expect(server.asked).toEqual(["GET /items?of=all&cursor=b"]);
  });

  it("merges a new initial list after the server has rendered again", async () => {
    const { rerender, server } = drawPage(<List initial={page("ab", "b")} />, {
      server: serving(() => "abcd"),
    });
    press("Older");
    await waitFor(() => expect(shown()).toBe("abcd"));
    rerender(<List initial={page("xa", "a")} />);
    expect(shown()).toBe("xabcd");
    expect(server.asked).toHaveLength(1);
  });

  it("keeps newer items when it switches to another key and back with an outdated initial list", async () => {
    let ids = "ab";
    const { rerender, tell } = drawPage(<List initial={page("ab")} />, { server: serving(() => ids) });
    ids = "xab";
    tell("items");
    await waitFor(() => expect(shown()).toBe("xab"));
    rerender(<List of="some" />);
    rerender(<List initial={page("ab")} />);
    expect(shown()).toBe("xab");
  });

  it("refetches only the first page on a change and keeps the pages below", async () => {
    let ids = "abcde";
    const { server, tell } = drawPage(<List initial={page("abcd", "d")} />, { server: serving(() => ids) });
    ids = "xabcde";
    tell("items");
    await waitFor(() => expect(shown()).toBe("xabcd"));
    expect(server.asked).toEqual(["GET /items?of=all&cursor="]);
    press("Older");
    await waitFor(() => expect(shown()).toBe("xabcde"));
  });

  it("adds an older page that was still loading when a change arrived", async () => {
    let ids = "abcd";
    const below = gate<Page<Item>>();
    const server = serving(() => ids);
    const { tell } = drawPage(<List initial={page("ab", "b")} />, { server });
    const first = serving(() => ids);
    server.on("GET /items", ({ url }) =>
      url.searchParams.get("cursor") === "b" ? below.wait : first.fetch(url),
    );
    press("Older");
    ids = "xabcd";
    tell("items");
    await waitFor(() => expect(shown()).toBe("xab"));
    below.open(page("cd"));
    await waitFor(() => expect(shown()).toBe("xabcd"));
  });

  it("keeps the list when a refetch fails, and reports an error without a list", async () => {
    const server = serving(() => "abc");
    const { tell, unmount } = drawPage(<List initial={page("ab", "b")} />, { server });
    server.lose("GET /items");
    tell("items");
    await waitFor(() => expect(server.asked).toHaveLength(1));
    expect(shown()).toBe("ab");
    unmount();
    drawPage(<List />, { server });
    await waitFor(() => expect(shown()).toBe("failed"));
  });

  it("loads again on reload after a failure", async () => {
    const server = new FakeServer().lose("GET /items");
    drawPage(<List />, { server });
    await waitFor(() => expect(shown()).toBe("failed"));
    server.on("GET /items", () => page("ab"));
    press("Reload");
    await waitFor(() => expect(shown()).toBe("ab"));
  });

  it("shows that loading older items failed and retries", async () => {
    const server = new FakeServer().lose("GET /items");
    drawPage(<List initial={page("ab", "b")} />, { server });
    press("Older");
    await screen.findByRole("button", { name: "Could not load older ones" });
    expect(shown()).toBe("ab");
    server.on("GET /items", () => page("cd"));
    press("Could not load older ones");
    await waitFor(() => expect(shown()).toBe("abcd"));
  });

  it("requests older items once despite repeated clicks", async () => {
    const below = gate<Page<Item>>();
    const server = new FakeServer().on("GET /items", () => below.wait);
    drawPage(<List initial={page("ab", "b")} />, { server });
    press("Older");
    await waitFor(() => screen.getByRole("button", { name: "Older", busy: true }));
    press("Older");
    below.open(page("cd"));
    await waitFor(() => expect(shown()).toBe("abcd"));
    expect(server.asked).toHaveLength(1);
  });

  it("keeps a separate list for each key and restores it from the cache", async () => {
    const server = new FakeServer().on("GET /items", ({ url }) =>
      page(url.searchParams.get("of") === "all" ? "ab" : "xy"),
    );
    const { rerender } = drawPage(<List />, { server });
    await waitFor(() => expect(shown()).toBe("ab"));
    rerender(<List of="some" />);
    expect(shown()).toBe("waiting");
    await waitFor(() => expect(shown()).toBe("xy"));
    rerender(<List />);
    expect(shown()).toBe("ab");
    expect(server.asked).toHaveLength(2);
  });

  it("keeps the previous list visible while another key loads", async () => {
    const now = gate<Page<Item>>();
    const server = new FakeServer().on("GET /items", ({ url }) =>
      url.searchParams.get("of") === "all" ? page("ab", "b") : now.wait,
    );
    const { rerender } = drawPage(<List keepsPrevious />, { server });
    await waitFor(() => expect(shown()).toBe("ab"));
    rerender(<List keepsPrevious of="some" />);
    expect(shown()).toBe("ab");
    screen.getByText("what fitted before");
    expect(screen.queryByRole("button", { name: "Older" })).toBeNull();
    now.open(page("b"));
    await waitFor(() => expect(shown()).toBe("b"));
  });
});

describe("merging a refetched first page", () => {
  const idsOf = ({ items }: Page<Item>) => items.map(idOf).join("");
  const join = (before: string, first: Page<Item>) => joined(page(before, "end"), first, idOf);

  it("keeps the items below it and their cursor", () => {
    expect(idsOf(join("abcd", page("xa", "a")))).toBe("xabcd");
    expect(join("abcd", page("xa", "a")).nextCursor).toBe("end");
  });

  it("removes items that were deleted within its range", () => {
    expect(idsOf(join("abcd", page("ac", "c")))).toBe("acd");
  });

  it("returns only the page if it has no cursor", () => {
    expect(idsOf(join("abcd", page("b")))).toBe("b");
    expect(idsOf(join("abcd", page("")))).toBe("");
  });

  it("moves an item to the top without duplicating it", () => {
    expect(idsOf(join("abcd", page("da", "a")))).toBe("dabc");
  });

  it("returns only the page if it shares no item with the list", () => {
    expect(join("abcd", page("xy", "y"))).toEqual(page("xy", "y"));
  });
});
