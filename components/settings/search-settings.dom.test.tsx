import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import type { SearchProviderView, SearchView } from "@/lib/shared/search";
import { SearchSettings } from "./search-settings";
import { someSettings } from "./testing/some-settings";

const engine = (rest: Partial<SearchProviderView>): SearchProviderView => ({
  ...{ id: "brave", title: "Brave", needsKey: true, keyFrom: null },
  ...{ baseUrl: null, defaultUrl: "https://api.search.brave.com", problem: null },
  ...rest,
});
const brave = engine({});
const searxng = engine({ id: "searxng", title: "SearXNG", needsKey: false, defaultUrl: null });
const tavily = engine({ id: "tavily", title: "Tavily" });
const view = (search: SearchProviderView[], rest: Partial<SearchView> = {}): SearchView => ({
  ...{ search, searchProvider: null, searchUsed: null, egressAllow: [] },
  ...rest,
});
const answer = (search: SearchView) => ({ settings: someSettings(search) });
const row = (title: string) => screen.getByRole("button", { name: new RegExp(`^${title}`) });
const inside = (title: string) =>
  within(document.getElementById(row(title).getAttribute("aria-controls") ?? "") as HTMLElement);
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

describe("a search engine", () => {
  const ready = view([engine({ keyFrom: "settings" }), searxng, tavily], { searchUsed: "brave" });

  it("is tested and in use after its key is saved", async () => {
    const sent: unknown[] = [];
    const server = new FakeServer()
      .on("PUT /api/settings", ({ body }) => {
        sent.push(body);
        return answer(ready);
      })
      .on("POST /api/search/test", ({ body }) => {
        sent.push(body);
        return { ok: true, results: 1, milliseconds: 800 };
      });
    drawPage(<SearchSettings settings={view([brave, searxng, tavily])} />, { server });
    screen.getByText("Connect one to search the web.");
    expect(row("Brave").textContent).toContain("Not set up");
    fireEvent.click(row("Brave"));
    type(inside("Brave").getByLabelText(/^API key/), "BSA-1");
    await waitFor(() => expect(row("Brave").textContent).toContain("Not saved"));
    fireEvent.click(inside("Brave").getByRole("button", { name: "Save" }));
    await screen.findByText("Saved. Works: 1 result in 800 ms.");
    expect(sent).toEqual([{ search: { brave: { apiKey: "BSA-1" } } }, { provider: "brave" }]);
    await waitFor(() => expect(row("Brave").textContent).toContain("In use"), { timeout: 3000 });
    expect(screen.queryByText(/^Connect one/)).toBeNull();
  });

  it("is shown as not working after a failed test, until a test succeeds", async () => {
    const server = new FakeServer().on("POST /api/search/test", () => ({
      ...{ ok: false, code: "unauthorized", message: "Brave does not know this key." },
    }));
    drawPage(<SearchSettings settings={ready} />, { server });
    const test = () => fireEvent.click(inside("Brave").getByRole("button", { name: "Test search" }));
    fireEvent.click(row("Brave"));
    test();
    await screen.findByText("Brave does not know this key.");
    expect(row("Brave").textContent).toContain("Does not work");
    server.on("POST /api/search/test", () => ({ ok: true, results: 12, milliseconds: 800 }));
    test();
    await screen.findByText("Works: 12 results in 800 ms.");
    expect(row("Brave").textContent).toContain("In use");
  });

  it("does not count as broken if only an unsaved key fails the test", async () => {
    const server = new FakeServer().on("POST /api/search/test", ({ body }) => {
      expect(body).toEqual({ provider: "brave", apiKey: "wrong" });
      return { ok: false, code: "unauthorized", message: "Brave does not know this key." };
    });
    drawPage(<SearchSettings settings={ready} />, { server });
    fireEvent.click(row("Brave"));
    type(inside("Brave").getByLabelText(/^API key/), "wrong");
    fireEvent.click(inside("Brave").getByRole("button", { name: "Test search" }));
    await screen.findByText("Brave does not know this key.");
    expect(row("Brave").textContent).toContain("Not saved");
    type(inside("Brave").getByLabelText(/^API key/), "");
    await waitFor(() => expect(row("Brave").textContent).toContain("In use"));
  });

  it("requires an address if it is self-hosted, and keeps typed text while its row is collapsed", async () => {
    const { server } = drawPage(<SearchSettings settings={view([brave, searxng, tavily])} />);
    fireEvent.click(row("SearXNG"));
    inside("SearXNG").getByText(/list html and json under search, formats/);
    const address = inside("SearXNG").getByLabelText<HTMLInputElement>(/^Address/);
    fireEvent.click(inside("SearXNG").getByRole("button", { name: "Save" }));
    await screen.findByText("Enter the address");
    type(address, "http://nas.lan:8080");
    fireEvent.click(row("SearXNG"));
    fireEvent.click(row("SearXNG"));
    expect(inside("SearXNG").getByLabelText<HTMLInputElement>(/^Address/).value).toBe("http://nas.lan:8080");
    expect(server.asked).toEqual([]);
  });
});

describe("the choice of the search engine", () => {
  const two = view(
    [engine({ keyFrom: "settings" }), engine({ ...searxng, baseUrl: "http://nas.lan" }), tavily],
    { searchUsed: "brave" },
  );
  const option = (name: string) => screen.getByRole<HTMLButtonElement>("radio", { name });
  const chosen = () =>
    screen.getAllByRole<HTMLButtonElement>("radio").find((one) => one.getAttribute("aria-checked") === "true")
      ?.value;

  it("is hidden if only one engine is set up", () => {
    drawPage(<SearchSettings settings={view([engine({ keyFrom: "settings" }), searxng])} />);
    expect(screen.queryByRole("radiogroup")).toBeNull();
  });

  it("is saved immediately, and can be reset to the first engine", async () => {
    const sent: unknown[] = [];
    const server = new FakeServer().on("PUT /api/settings", ({ body }) => {
      const { searchProvider } = body as SearchView;
      sent.push(body);
      return answer({ ...two, searchProvider, searchUsed: searchProvider ?? "brave" });
    });
    drawPage(<SearchSettings settings={two} />, { server });
    screen.getByText("Now Brave");
    expect(option("Tavily").disabled).toBe(true);
    fireEvent.click(option("SearXNG"));
    await screen.findByText("Saved");
    expect(row("SearXNG").textContent).toContain("In use");
    expect(row("Brave").textContent).toContain("Set up");
    fireEvent.click(option("Automatic"));
    await waitFor(() => expect(sent).toEqual([{ searchProvider: "searxng" }, { searchProvider: null }]));
  });

  it("reverts if the server refuses, with the reason", async () => {
    const server = new FakeServer().on("PUT /api/settings", () => refusal(500, "The disk is full."));
    drawPage(<SearchSettings settings={two} />, { server });
    fireEvent.click(option("SearXNG"));
    await screen.findByText("Not saved. The disk is full.");
    expect(chosen()).toBe("first");
  });
});
