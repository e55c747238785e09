import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FakeServer } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { ago, NOW } from "@/components/client/testing/samples";
import type { LibraryCard } from "./entry";
import { Gallery } from "./gallery";
import { CARDS } from "./gallery-url";

const card = (name: string, rest: Partial<LibraryCard> = {}): LibraryCard => ({
  ...{ name, description: `Shows ${name.toLowerCase()}`, version: 2, updatedAt: ago(90) },
  ...{ bundle: `hash-${name}`, props: {} },
  ...rest,
});
const CARDS_HERE = [card("Board"), card("Chart")];
const GONE = [{ name: "Old map", description: "Shows places", version: 3, deletedAt: ago(5) }];

type Shown = Partial<Parameters<typeof Gallery>[0]>;
const page = (shown: Shown = {}) => (
  <Gallery cards={CARDS_HERE} hasMore={false} q="" show={CARDS} deleted={[]} now={NOW} {...shown} />
);
const draw = (shown?: Shown) =>
  drawPage(page(shown), { server: new FakeServer(), path: "/agent/components" });

const shown = () => screen.queryAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
const search = (value: string) => fireEvent.change(screen.getByRole("searchbox"), { target: { value } });

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));

describe("gallery of components", () => {
  it("links each to its page and marks failed versions and web origins", () => {
    const failed = { version: 3, message: "x is undefined" };
    draw({ cards: [card("My board", { failed, origins: ["https://example.com"] })] });
    const [item] = screen.getAllByRole("listitem");
    const link = within(item as HTMLElement).getByRole("link", { name: "My board" });
    expect(link.getAttribute("href")).toBe("/agent/components/My%20board");
    within(item as HTMLElement).getByText("Version 3 failed its test");
    within(item as HTMLElement).getByText(/example\.com/);
  });

  it("explains how to create the first one and has no search if empty", () => {
    draw({ cards: [] });
    screen.getByText("No components yet");
    expect(screen.queryByRole("searchbox")).toBeNull();
    screen.getByRole("button", { name: "Import" });
  });

  it("filters loaded components by name and description, including deleted ones", () => {
    const { router } = draw({ deleted: GONE });
    search("PLACES");
    expect(shown()).toEqual(["Deleted"]);
    expect(screen.getByRole("status").textContent).toBe("1 found");
    search("nothing like it");
    expect(shown()).toEqual([]);
    expect(screen.getByRole("status").textContent).toBe("Nothing matches “nothing like it”.");
    search("  ");
    expect(shown()).toEqual(["Boardv2", "Chartv2", "Deleted"]);
    vi.runAllTimers();
    expect(router.replace).not.toHaveBeenCalled();
  });

  it("searches on the server when typing pauses and shows no count until then", () => {
    const { router } = draw({ hasMore: true });
    for (const text of ["m", "ma", "map & more"]) search(text);
    expect(screen.getByRole("status").textContent).toBe("");
    expect(router.replace).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(router.replace.mock.calls).toEqual([["/agent/components?q=map+%26+more", { scroll: false }]]);
  });

  it("loads all again when a server search is cleared", () => {
    const { router } = draw({ q: "board", cards: [CARDS_HERE[0] as LibraryCard] });
    expect(screen.getByRole("status").textContent).toBe("1 found");
    search("");
    vi.runAllTimers();
    expect(router.replace).toHaveBeenCalledWith("/agent/components", { scroll: false });
  });

  it("says that there are more components, and loads the next ones of the same search", () => {
    const { router } = draw({ q: "b", hasMore: true, show: 2 * CARDS });
    expect(screen.getByRole("status").textContent).toBe("1 found, and more");
    fireEvent.click(screen.getByRole("button", { name: "Show more" }));
    expect(router.replace).toHaveBeenCalledWith(`/agent/components?q=b&show=${3 * CARDS}`, { scroll: false });
  });

  it("refreshes only when a component changes", () => {
    const { router, tell } = draw();
    tell("history tool half");
    tell("pins");
    vi.runAllTimers();
    expect(router.refresh).not.toHaveBeenCalled();
    tell("component Board");
    tell("history component Chart");
    vi.runAllTimers();
    expect(router.refresh).toHaveBeenCalledTimes(1);
    tell(null);
    vi.runAllTimers();
    expect(router.refresh).toHaveBeenCalledTimes(2);
  });

  it("opens an imported component", async () => {
    vi.useRealTimers();
    const saved = { name: "My map", description: "A map", code: "x", props_schema: null };
    const server = new FakeServer().on("POST /api/components", () => ({
      ...{ ...saved, version: 1, updatedAt: NOW },
    }));
    const { router } = drawPage(page({ cards: [] }), { server });
    const file = new File([JSON.stringify({ easel: "component", ...saved })], "map.json");
    fireEvent.change(screen.getByLabelText("A component's file"), { target: { files: [file] } });
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/agent/components/My%20map"));
  });
});
