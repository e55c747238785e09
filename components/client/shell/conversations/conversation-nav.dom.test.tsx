import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FakeServer } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { aConversation, NOW } from "@/components/client/testing/samples";
import type { Summary } from "@/lib/shared/chat/contract";
import { AgentsContext } from "../layout-context";
import { ListContext, ShellContext, useShell } from "../shell-context";
import { ConversationNav } from "./conversation-nav";
import { useConversations } from "./use-conversations";

type SidebarProps = { initial: Summary[] };

function Sidebar({ initial }: SidebarProps) {
  const { conversations, edit, edits, older } = useConversations({ conversations: initial });
  const shell = {
    ...useShell(),
    edits,
    rename: ({ id }: { id: string }, title: string) => void edit(id, { title }),
    pin: ({ id }: { id: string }, pinned: boolean) => void edit(id, { pinned }),
  };
  return (
    <ShellContext value={shell}>
      <ListContext value={{ conversations, current: undefined, now: NOW, older }}>
        <ConversationNav />
      </ListContext>
    </ShellContext>
  );
}

function draw(...ids: string[]) {
  const initial = ids.map((id, at) => aConversation(id, at));
  const server = new FakeServer();
  for (const item of initial)
    server.on(`PATCH /api/conversations/${item.id}`, ({ body }) => Object.assign(item, body));
  return drawPage(<Sidebar initial={initial} />, { server });
}

async function choose(id: string, item: string) {
  fireEvent.click(screen.getByRole("button", { name: `More for “About ${id}”` }));
  fireEvent.click(await screen.findByRole("menuitem", { name: item }));
}

const field = () => screen.findByRole<HTMLInputElement>("textbox", { name: "Title of the conversation" });
const links = (heading: string) => {
  const section = screen.queryByRole("heading", { name: heading })?.parentElement;
  return section
    ? within(section)
        .getAllByRole("link")
        .map(({ textContent }) => textContent)
    : [];
};

describe("the search of the list", () => {
  it("includes all agents on request and links to the other agent's page", async () => {
    const named = (id: string, name: string) => ({
      ...{ id, name, description: "", mark: "", model: null, starters: [], createdAt: NOW, archivedAt: null },
    });
    const agents = [named("me", "Ada"), named("scout", "Scout")];
    const server = new FakeServer().on("GET /api/conversations", ({ url }) => ({
      conversations: agents
        .filter(({ id }) => id === "me" || url.searchParams.get("agents") === "all")
        .map((agent, at) => ({ ...aConversation(agent.id, at), agent })),
    }));
    drawPage(
      <AgentsContext value={{ agents, current: "me", first: "me" }}>
        <Sidebar initial={[]} />
      </AgentsContext>,
      { server },
    );
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "about" } });
    await screen.findByText("1 conversation");
    fireEvent.click(screen.getByRole("radio", { name: "All agents" }));
    await screen.findByText("2 conversations");
    const hrefs = screen.getAllByRole("link", { name: /About/ }).map((link) => link.getAttribute("href"));
    expect(hrefs).toEqual(["/chat/me", "/a/scout/chat/scout"]);
  });

  it("shows empty results and errors, retries, and restores the list when cleared", async () => {
    const { server } = draw("a", "b");
    const nothing = () => ({ conversations: [] });
    server.on("GET /api/conversations", nothing);
    const search = screen.getByRole("searchbox");
    fireEvent.change(search, { target: { value: "zzyzx" } });
    await screen.findByText("No results for “zzyzx”.");
    server.lose("GET /api/conversations");
    fireEvent.change(search, { target: { value: "zzyzxy" } });
    await screen.findByText("Search failed: Easel cannot be reached.");
    server.on("GET /api/conversations", nothing);
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("No results for “zzyzxy”.");
    fireEvent.click(screen.getByRole("button", { name: "Clear the search" }));
    expect(document.activeElement).toBe(search);
    expect(links("Today")).toEqual(["About a", "About b"]);
  });
});

describe("a conversation of the list", () => {
  it("is renamed in place, and Escape keeps the old title", async () => {
    const { server } = draw("a");
    await choose("a", "Rename");
    const first = await field();
    await waitFor(() => expect(document.activeElement).toBe(first));
    fireEvent.change(first, { target: { value: "never kept" } });
    fireEvent.keyDown(first, { key: "Escape" });
    await screen.findByRole("link", { name: "About a" });
    await choose("a", "Rename");
    fireEvent.change(await field(), { target: { value: "A new name" } });
    fireEvent.keyDown(await field(), { key: "Enter" });
    const link = await screen.findByRole("link", { name: "A new name" });
    await waitFor(() => expect(document.activeElement).toBe(link));
    await waitFor(() => expect(server.count("PATCH /api/conversations/a")).toBe(1));
  });

  it("moves to the top while it is pinned", async () => {
    const { server } = draw("a", "b");
    await choose("b", "Pin");
    await waitFor(() => expect(links("Pinned")).toEqual(["About b"]));
    expect(links("Today")).toEqual(["About a"]);
    await choose("b", "Unpin");
    await waitFor(() => expect(links("Pinned")).toEqual([]));
    expect(links("Today")).toEqual(["About a", "About b"]);
    await waitFor(() => expect(server.count("PATCH /api/conversations/b")).toBe(2));
  });
});
