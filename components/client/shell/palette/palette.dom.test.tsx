import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { FakeServer, gate } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { aConversation, NOW } from "@/components/client/testing/samples";
import { type Command, CommandsProvider, useCommands } from "@/components/ui/kit/commands";
import { keepCookie } from "@/components/ui/kit/cookies";
import { LOCALE_COOKIE } from "@/lib/shared/i18n/locale";
import { LayoutContext, useLayout } from "../layout-context";
import { ListContext } from "../shell-context";
import { Palette } from "./palette";

const run = vi.fn();
const COMMANDS: Command[] = [
  { id: "model", label: "Choose the model", group: "Here", keywords: ["llm"], run: () => run("model") },
  { id: "next", label: "Conversation below", group: "Go to", isHidden: true, run: () => run("next") },
];
function Page() {
  const [isOpen, setOpen] = useState(true);
  useCommands(COMMANDS);
  const layout = { ...useLayout(), canSignOut: true };
  const conversations = ["open", "tea", "rye"].map((id, at) => aConversation(id, at));
  return (
    <LayoutContext value={layout}>
      <ListContext value={{ conversations, current: "open", now: NOW, older: undefined }}>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <Palette isOpen={isOpen} onOpenChange={setOpen} />
      </ListContext>
    </LayoutContext>
  );
}

function serving(): FakeServer {
  return new FakeServer()
    .on("GET /api/conversations", () => ({ conversations: [] }))
    .on("GET /api/memory/search", () => ({ results: [], by_meaning: false, waiting: null }))
    .on("GET /api/mcp", () => ({ servers: [] }));
}
function draw(server = serving()) {
  const page = (
    <CommandsProvider>
      <Page />
    </CommandsProvider>
  );
  return drawPage(page, { server, path: "/chat/open" });
}
const PLACEHOLDER = "Search or run a command";
const isOpen = () => screen.queryByPlaceholderText(PLACEHOLDER) !== null;
const field = () => screen.getByPlaceholderText<HTMLInputElement>(PLACEHOLDER);
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const enter = () => fireEvent.keyDown(field(), { key: "Enter" });
const options = () => screen.getAllByRole("option").map(({ textContent }) => textContent ?? "");
const choose = async (name: string | RegExp) => fireEvent.click(await screen.findByText(name));

afterEach(() => run.mockClear());

describe("the palette", () => {
  it("starts with recent conversations except the open one, and Enter opens the first", async () => {
    const { router } = draw();
    expect(options().slice(0, 2)).toEqual(["About tea", "About rye"]);
    enter();
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/chat/tea"));
    expect(isOpen()).toBe(false);
  });

  it("finds commands by keyword, runs them after closing, and lists no hidden ones", async () => {
    draw();
    screen.getByText("Choose the model");
    expect(screen.queryByText("Conversation below")).toBeNull();
    type("llm");
    expect(options()[0]).toBe("Choose the model");
    enter();
    expect(run).not.toHaveBeenCalled();
    await waitFor(() => expect(run.mock.calls).toEqual([["model"]]));
    fireEvent.click(screen.getByText("Open"));
    expect(field().value).toBe("");
  });

  it("runs nothing when closed by Escape", async () => {
    const { router } = draw();
    type("llm");
    fireEvent.keyDown(field(), { key: "Escape" });
    await waitFor(() => expect(isOpen()).toBe(false));
    await act(async () => {});
    expect(run).not.toHaveBeenCalled();
    expect(router.push).not.toHaveBeenCalled();
  });

  it("switches to another language after a reload", async () => {
    const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
    draw();
    type("language");
    expect(options()[0]).toBe("Language: Deutsch");
    expect(screen.queryByText("Language: English")).toBeNull();
    enter();
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(document.cookie).toContain(`${LOCALE_COOKIE}=de`);
    keepCookie(LOCALE_COOKIE, undefined);
    reload.mockRestore();
  });

  it("finds settings pages by synonyms", async () => {
    const { router } = draw();
    type("budget");
    await choose("Settings: Usage");
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/settings/usage"));
  });

  it("reports no matches only after all searches have completed", async () => {
    vi.useFakeTimers();
    const found = gate<unknown>();
    const server = serving().on("GET /api/memory/search", () => found.wait);
    draw(server);
    type("zzyzx 7");
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(screen.queryByText(/^No results for/)).toBeNull();
    found.open({ results: [], by_meaning: false, waiting: null });
    await act(() => vi.advanceTimersByTimeAsync(1));
    screen.getByText("No results for “zzyzx 7”.");
  });
});
