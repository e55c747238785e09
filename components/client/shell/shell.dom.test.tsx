import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { FakeServer } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { aConversation, NOW } from "@/components/client/testing/samples";
import { CommandsProvider, useCommands } from "@/components/ui/kit/commands";
import type { Summary } from "@/lib/shared/chat/contract";
import { AgentsContext, LayoutContext } from "./layout-context";
import { FrameCommands } from "./palette/frame-commands";
import { Shell } from "./shell";
import { ListContext } from "./shell-context";
import { useShortcuts } from "./use-shortcuts";
import "./agents/agent-switcher";
import "./drawer";

const ME = "11111111-1111-4111-8111-111111111111";
const SCOUT = "22222222-2222-4222-8222-222222222222";
const agent = (id: string, name: string, archivedAt: string | null = null) => ({
  ...{
    id,
    name,
    description: `${name} helps`,
    mark: "",
    model: null,
    starters: [],
    createdAt: NOW,
    archivedAt,
  },
});
const AGENTS = [agent(ME, "Ada"), agent(SCOUT, "Scout"), agent("x", "Old one", NOW)];

const fold = vi.fn();
const write = vi.fn();
const search = vi.fn();

type PageProps = { initial: Summary[]; current?: string };

function Page({ initial, current }: PageProps) {
  const [isListOpen, setIsListOpen] = useState(false);
  return (
    <LayoutContext value={{ isRail: false, fold, isListOpen, setIsListOpen, canSignOut: false }}>
      <AgentsContext value={{ agents: AGENTS, current: ME, first: ME }}>
        <ListContext value={{ conversations: initial, current, now: NOW, older: undefined }}>
          <Keys />
          <Shell settings={<p>The settings</p>}>
            <p>The page</p>
          </Shell>
          <FrameCommands undoable={undefined} />
        </ListContext>
      </AgentsContext>
    </LayoutContext>
  );
}

function Keys() {
  useShortcuts();
  useCommands([
    { id: "composer", label: "Write", group: "Here", shortcut: "composer", run: write },
    { id: "palette", label: "Search", group: "Easel", shortcut: "palette", run: search },
  ]);
  return null;
}

const INITIAL = [aConversation("a"), aConversation("b", 1)];

function draw({ initial = INITIAL, current = "a" }: Partial<PageProps> = {}) {
  const server = new FakeServer()
    .on("GET /api/conversations", () => ({ conversations: [] }))
    .on("GET /api/asks/count", () => ({ count: 120, untold: 0, away: 0 }));
  const page = (
    <CommandsProvider>
      <Page initial={initial} current={current} />
    </CommandsProvider>
  );
  return drawPage(page, { server, path: `/chat/${current}` });
}
const rail = () => within(screen.getByRole("navigation", { name: "Workspace" }));
const button = (name: RegExp) => rail().getAllByRole("button", { name });
const openDrawer = async () => {
  fireEvent.click(button(/^Conversations/)[1] as HTMLElement);
  return await screen.findByRole("dialog", { name: "Conversations" });
};

beforeAll(() => vi.stubGlobal("matchMedia", () => ({ matches: true })));

describe("the shell", () => {
  it("starts with the skip link to the message field", () => {
    draw();
    const [first] = screen.getAllByRole("button");
    expect(first?.textContent).toBe("Skip to the message field");
    fireEvent.click(first as HTMLElement);
    expect(write).toHaveBeenCalledTimes(1);
  });

  it("folds and unfolds the list by button and by key", () => {
    draw();
    fireEvent.click(screen.getByRole("button", { name: "Fold the list" }));
    fireEvent.click(button(/^Conversations/)[0] as HTMLElement);
    fireEvent.keyDown(document.body, { key: "l", code: "KeyL" });
    expect(fold.mock.calls).toEqual([[true], [false], [true]]);
    fireEvent.click(rail().getByRole("button", { name: "Search" }));
    expect(search).toHaveBeenCalledTimes(1);
  });

  it("shows waiting conversations and the number of open asks in the rail", async () => {
    draw({ initial: [aConversation("a", 0, { openAsks: 1 }), aConversation("b")] });
    button(/^Conversations$/);
    await rail().findByRole("link", { name: /^Inbox.*99\+.*waiting for you/ });
    draw({ initial: [aConversation("a"), aConversation("c", 0, { openAsks: 1 })] });
    expect(screen.getAllByRole("button", { name: "Conversations, one waits for you" })).toHaveLength(2);
  });
});

describe("the drawer", () => {
  it("takes the focus, and Escape first clears the search and then closes it", async () => {
    draw();
    const drawer = await openDrawer();
    expect(document.activeElement).toBe(drawer);
    const field = within(drawer).getByRole<HTMLInputElement>("searchbox");
    fireEvent.change(field, { target: { value: "tea" } });
    fireEvent.keyDown(field, { key: "Escape" });
    expect(field.value).toBe("");
    screen.getByRole("dialog");
    fireEvent.keyDown(field, { key: "Escape" });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("closes when a conversation is selected", async () => {
    draw();
    const drawer = await openDrawer();
    const link = within(drawer).getByRole("link", { name: "About b" });
    link.addEventListener("click", (event) => event.preventDefault());
    fireEvent.click(link);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});

describe("the agent menu", () => {
  it("lists agents with their last places, except archived ones", async () => {
    localStorage.setItem(`easel:place:${SCOUT}`, `/a/${SCOUT}/memory`);
    draw();
    fireEvent.click(rail().getByRole("button", { name: "Agent: Ada" }));
    const items = await screen.findAllByRole("menuitem");
    expect(items.map((item) => item.getAttribute("href"))).toEqual([
      ...["/", `/a/${SCOUT}/memory`, "/settings/agents#new", "/settings/agents"],
    ]);
    expect(items[0]?.getAttribute("aria-current")).toBe("true");
    expect(items[1]?.getAttribute("aria-current")).toBeNull();
    expect(screen.queryByText("Old one")).toBeNull();
  });
});
