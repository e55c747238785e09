import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import * as events from "@/components/client/events";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { notices, pressNotice } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { aConversation, NOW } from "@/components/client/testing/samples";
import type { Summary } from "@/lib/shared/chat/contract";
import { ConversationNav } from "./conversations/conversation-nav";
import { Foot } from "./foot";
import { ShellProvider } from "./shell-provider";

const ME = "11111111-1111-4111-8111-111111111111";
const ADA = {
  id: ME,
  name: "Ada",
  description: "",
  mark: "",
  model: null,
  starters: [],
  createdAt: NOW,
  archivedAt: null,
};

function serving(initial: Summary[]) {
  let gone: string[] = [];
  const server = new FakeServer().on("GET /api/conversations", () => ({
    conversations: initial.filter(({ id }) => !gone.includes(id)),
  }));
  for (const item of initial) {
    const at = `/api/conversations/${item.id}`;
    server.on(`PATCH ${at}`, ({ body }) => Object.assign(item, body));
    server.on(`DELETE ${at}`, () => {
      gone = [...gone, item.id];
      return {};
    });
    server.on(`POST ${at}/restore`, () => {
      gone = gone.filter((id) => id !== item.id);
      return {};
    });
  }
  return server;
}

type Options = { initial?: Summary[]; path?: string };

function draw({
  initial = ["a", "b", "c"].map((id, at) => aConversation(id, at)),
  path = "/inbox",
}: Options = {}) {
  const server = serving(initial);
  const page = (
    <ShellProvider
      {...{ conversations: { conversations: initial }, asks: { count: 0, untold: 0, away: 0 }, now: NOW }}
      {...{ isRail: false, split: { width: 432, show: "both" }, canSignOut: true }}
      {...{ agents: [ADA], agentId: ME }}
    >
      <ConversationNav />
      <input aria-label="A field" />
    </ShellProvider>
  );
  return drawPage(page, { server, path });
}

const listed = () => screen.queryAllByText(/^About/).map(({ textContent }) => textContent);
const strike = (key: string, on: Element = document.body, more: object = {}) =>
  fireEvent.keyDown(on, { key, code: `Key${key.toUpperCase()}`, ...more });
async function choose(id: string, item: string) {
  fireEvent.click(screen.getByLabelText(`More for “About ${id}”`));
  fireEvent.click(await screen.findByText(item));
}

beforeAll(() => {
  vi.spyOn(events, "listen").mockReturnValue(() => {});
});

describe("a conversation of the list", () => {
  it("disappears at once when deleted and returns on undo", async () => {
    const { server, router } = draw();
    const deleted = gate<unknown>();
    server.on("DELETE /api/conversations/b", () => deleted.wait);
    await choose("b", "Delete");
    await waitFor(() => expect(listed()).toEqual(["About a", "About c"]));
    expect(notices()).not.toContain("Deleted “About b”");
    deleted.open({});
    await waitFor(() => expect(notices()).toContain("Deleted “About b”"));
    pressNotice("Undo");
    await waitFor(() => expect(server.count("POST /api/conversations/b/restore")).toBe(1));
    await waitFor(() => expect(listed()).toEqual(["About a", "About b", "About c"]));
    expect(router.push).not.toHaveBeenCalled();
  });

  it("is replaced by a new one if it is open when deleted, and reopened by the undo key", async () => {
    const { router } = draw({ path: "/chat/b" });
    await choose("b", "Delete");
    await waitFor(() => expect(router.push).toHaveBeenCalledTimes(1));
    expect(router.push.mock.calls[0]?.[0]).toMatch(/^\/chat\/(?!b$)/);
    await waitFor(() => expect(notices()).toContain("Deleted “About b”"));
    strike("z");
    await waitFor(() => expect(router.push).toHaveBeenLastCalledWith("/chat/b"));
    strike("z");
    expect(router.push).toHaveBeenCalledTimes(2);
  });

  it("stays with an error if deleting fails, and can be retried", async () => {
    const { server } = draw();
    server.on("DELETE /api/conversations/b", () => refusal(409, "A run still works in it."));
    await choose("b", "Delete");
    await waitFor(() => expect(notices()).toContain("“About b” not deleted. A run still works in it."));
    await waitFor(() => expect(listed()).toEqual(["About a", "About b", "About c"]));
    server.lose("DELETE /api/conversations/b");
    pressNotice("Try again");
    await waitFor(() =>
      expect(notices()).toContain("“About b” not deleted. Easel cannot be reached. Is it running?"),
    );
  });

  it("can be restored by retrying if the first undo fails", async () => {
    const { server } = draw();
    const restore = "POST /api/conversations/b/restore";
    server.on(restore, () => refusal(500, "The disk is full."));
    await choose("b", "Delete");
    await waitFor(() => expect(notices()).toContain("Deleted “About b”"));
    pressNotice("Undo");
    await waitFor(() => expect(notices()).toContain("“About b” not restored. The disk is full."));
    server.on(restore, () => ({}));
    pressNotice("Try again");
    await waitFor(() => expect(server.count(restore)).toBe(2));
  });

  it("is reverted if a change is rejected, and the change can be retried", async () => {
    const { server } = draw();
    server.on("PATCH /api/conversations/b", () => refusal(500, "The disk is full."));
    await choose("b", "Rename");
    const field = await screen.findByLabelText("Title of the conversation");
    fireEvent.change(field, { target: { value: "  A plan " } });
    fireEvent.keyDown(field, { key: "Enter" });
    await waitFor(() => expect(notices()).toContain("“About b” not renamed. The disk is full."));
    await waitFor(() => expect(listed()).toEqual(["About a", "About b", "About c"]));
    const sent: unknown[] = [];
    server.on("PATCH /api/conversations/b", ({ body }) => {
      sent.push(body);
      return {};
    });
    pressNotice("Try again");
    await screen.findByText("A plan");
    expect(sent).toEqual([{ title: "A plan" }]);
    server.lose("PATCH /api/conversations/a");
    await choose("a", "Pin");
    await waitFor(() =>
      expect(notices()).toContain("“About a” not pinned. Easel cannot be reached. Is it running?"),
    );
  });
});

describe("global shortcuts", () => {
  const waiting = aConversation("c", 2, { openAsks: 1 });
  const initial = [aConversation("a"), aConversation("b", 1), waiting];

  it("open the inbox, the waiting, the previous and the next conversation, and a new one", () => {
    const { router } = draw({ initial, path: "/chat/b" });
    for (const key of ["i", "w", "k", "j", "n"]) strike(key);
    const places = router.push.mock.calls.map(([place]) => place);
    expect(places.slice(0, 4)).toEqual(["/inbox", "/chat/c", "/chat/a", "/chat/c"]);
    expect(places[4]).toMatch(/^\/chat\/[0-9a-f-]{36}$/);
  });

  it("do nothing at the end of the list and without open asks", () => {
    const { router } = draw({ path: "/chat/a" });
    for (const key of ["k", "w"]) strike(key);
    expect(router.push).not.toHaveBeenCalled();
  });

  it("are ignored in fields, during composition, on key repeat and with Ctrl", () => {
    const { router } = draw({ initial });
    strike("n", screen.getByLabelText("A field"));
    strike("n", screen.getByRole("searchbox"));
    strike("n", document.body, { repeat: true });
    strike("n", document.body, { isComposing: true });
    strike("n", document.body, { ctrlKey: true });
    expect(router.push).not.toHaveBeenCalled();
  });

  it("are ignored under a menu and when single letters are off", async () => {
    const { router } = draw({ initial });
    fireEvent.click(screen.getByLabelText("More for “About a”"));
    const menu = await screen.findByRole("menu");
    strike("n");
    fireEvent.keyDown(menu, { key: "Escape" });
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    strike("/", document.body, { ctrlKey: true, code: "Slash" });
    fireEvent.click(await screen.findByLabelText("Single letters"));
    fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    strike("n");
    expect(router.push).not.toHaveBeenCalled();
    strike("k", document.body, { ctrlKey: true });
    await screen.findByPlaceholderText("Search or run a command");
  });
});

describe("a member", () => {
  const OWN = { ...ADA, id: "22222222-2222-4222-8222-222222222222", name: "Own", right: "own" as const };
  const SHARED = { ...ADA, right: "use" as const, owner: "Bo" };
  const member = { id: "m", name: "Mia", role: "member" as const };

  it("is offered only what the role and the right allow, until the agent is no longer shared", async () => {
    let agents: object[] = [SHARED, OWN];
    const server = serving([]).on("GET /api/agents", () => ({ agents, member }));
    const { tell } = drawPage(
      <ShellProvider
        {...{ conversations: { conversations: [] }, asks: { count: 0, untold: 0, away: 0 }, now: NOW }}
        {...{ isRail: false, split: { width: 432, show: "both" }, canSignOut: true }}
        {...{ agents: [SHARED, OWN], member, agentId: ME }}
      >
        <Foot />
      </ShellProvider>,
      { server, path: `/a/${ME}/inbox` },
    );
    const places = () => screen.queryAllByRole("link").map(({ textContent }) => textContent);
    expect(places()).toEqual(["Boards", "Settings"]);
    agents = [{ ...SHARED, right: "edit" }, OWN];
    tell(events.MEMBERS);
    await screen.findByRole("link", { name: "Memory" });
    agents = [OWN];
    tell(events.MEMBERS);
    await screen.findByRole("heading", { name: "This agent is no longer shared with you" });
    expect(places()).toEqual(["Go to my agents"]);
  });
});
