import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ShellContext, useShell } from "@/components/client/shell/shell-context";
import { answerWith } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { type Command, CommandsProvider, useOffered } from "@/components/ui/kit/commands";
import type { Ask, Snapshot } from "@/lib/shared/chat/contract";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { ChatBar } from "./chat-bar";
import { Conversation } from "./client/conversation";
import { AT, assistant, FakeServer, ID, user } from "./client/fake-server";
import { useChatCommands } from "./use-chat-commands";
import { useHeading } from "./use-heading";
// Import lazily loaded modules up front, so that the first test does not wait for them.
import "./chat-menu";

let server: FakeServer;
let close = () => {};

beforeEach(() => {
  server = new FakeServer();
  server.say(user("u"), assistant("a", "Yes"), assistant("b", "No"));
});
afterEach(() => close());

type DrawOptions = { snapshot?: Partial<Snapshot>; isNew?: boolean; asks?: Ask[]; surfaces?: Surface[] };

function draw({ snapshot = {}, isNew = false, asks = [], surfaces = [] }: DrawOptions = {}) {
  server.snapshot = { ...server.snapshot, ...snapshot };
  const conversation = new Conversation(ID, isNew ? null : server.snapshot);
  close = conversation.open();
  const shell = { rename: vi.fn(), pin: vi.fn(), remove: vi.fn(), changeSplit: vi.fn() };
  const handlers = { show: vi.fn(), reveal: vi.fn(), next: vi.fn(), previous: vi.fn(), share: vi.fn() };
  let offered: readonly Command[] = [];
  function Offered() {
    offered = useOffered();
    return null;
  }
  function Bar() {
    const { state } = conversation;
    const { messages } = state.snapshot;
    const heading = useHeading(conversation, state, messages, { label: "Model", isDemo: false });
    const desk = { asks, surfaces, show: handlers.show };
    const chat = { conversation, state, heading, desk, messages };
    const commands = useChatCommands({ ...chat, shell: useShell(), ...handlers });
    return <ChatBar heading={heading} commands={commands} />;
  }
  function Page() {
    return (
      <ShellContext value={{ ...useShell(), ...shell }}>
        <CommandsProvider>
          <Bar />
          <Offered />
        </CommandsProvider>
      </ShellContext>
    );
  }
  drawPage(<Page />, { path: `/chat/${ID}` });
  answerWith(((path: string, init: RequestInit) => server.fetch(path, init)) as typeof fetch);
  return { ...shell, ...handlers, offered: () => offered, run: (id: string) => byId(offered, id)?.run() };
}

const byId = (offered: readonly Command[], id: string) => offered.find((one) => one.id === id);
const openMenu = () => fireEvent.click(screen.getByRole("button", { name: "More" }));
const choose = async (name: string) => fireEvent.click(await screen.findByRole("menuitem", { name }));

const about = (rest: Partial<Snapshot["conversation"]>) => ({
  conversation: { ...server.snapshot.conversation, ...rest },
});

describe("bar above a conversation", () => {
  it("renames in place, starting with the current title", async () => {
    const { rename } = draw({ snapshot: about({ title: "Bread" }) });
    screen.getByRole("heading", { name: "Bread" });
    openMenu();
    await choose("Rename");
    const field = await screen.findByRole<HTMLInputElement>("textbox");
    expect(field.value).toBe("Bread");
    fireEvent.change(field, { target: { value: "Rolls" } });
    fireEvent.keyDown(field, { key: "Enter" });
    fireEvent.blur(field);
    expect(rename).toHaveBeenCalledExactlyOnceWith({ id: ID, title: "Bread" }, "Rolls");
  });

  it("keeps the title on Escape", async () => {
    const { rename, run } = draw();
    act(() => run("rename"));
    const field = await screen.findByRole("textbox");
    fireEvent.change(field, { target: { value: "Rolls" } });
    fireEvent.keyDown(field, { key: "Escape" });
    await screen.findByRole("heading", { name: "Test" });
    expect(rename).not.toHaveBeenCalled();
  });

  it("pins, unpins and deletes after the menu has closed", async () => {
    const { pin, remove, run } = draw();
    run("pin");
    expect(pin).toHaveBeenCalledExactlyOnceWith({ id: ID, title: "Test" }, true);
    openMenu();
    await choose("Delete");
    await waitFor(() => expect(remove).toHaveBeenCalledExactlyOnceWith({ id: ID, title: "Test" }));
    close();
    const pinned = draw({ snapshot: about({ pinned: true }) });
    expect(byId(pinned.offered(), "pin")).toBeUndefined();
    pinned.run("unpin");
    expect(pinned.pin).toHaveBeenCalledExactlyOnceWith({ id: ID, title: "Test" }, false);
  });

  it("summarises earlier messages, but not while an ask is open or with too few messages", async () => {
    draw().run("compact");
    await waitFor(() => expect(server.calls).toContain("POST /api/chat/ID/compact"));
    close();
    const asked = draw({ asks: [{ messageId: "b", toolCallId: "c" } as Ask] });
    expect(byId(asked.offered(), "compact")).toBeUndefined();
    close();
    const short = draw({ snapshot: { messages: [user("u")] } });
    expect(["compact", "divide"].map((id) => byId(short.offered(), id))).toEqual([undefined, undefined]);
  });

  it("lists allowed tools and withdraws a permission", async () => {
    draw({ snapshot: about({ approvedTools: ["house_paint@3@web", "house_clean"] }) });
    openMenu();
    await choose("Allowed here");
    await choose("house_paint");
    await waitFor(() => expect(server.patches).toEqual([{ approvedTools: ["house_clean"] }]));
  });
});

describe("palette", () => {
  it("hides commands that need a stored conversation", () => {
    const { offered } = draw({ isNew: true });
    expect(screen.queryByRole("button", { name: "More" })).toBeNull();
    for (const id of ["rename", "pin", "export", "print", "remove", "compact", "divide", "stop", "waiting"])
      expect(byId(offered(), id)).toBeUndefined();
    expect(byId(offered(), "composer")?.label).toBe("Go to message field");
  });

  it("stops a running answer and offers no summary", () => {
    const { offered, run } = draw({ snapshot: { run: { id: "r", status: "running", messageId: "b" } } });
    expect(byId(offered(), "compact")).toBeUndefined();
    run("stop");
    expect(server.calls).toContain("POST /api/chat/ID/stop");
  });

  it("shows the open ask: its surface on the canvas, or its message in the chat", () => {
    const ask: Ask = {
      ...{ toolCallId: "c", toolName: "render_blocks", kind: "answer", messageId: "b" },
      ...{ input: {}, createdAt: AT },
    };
    const shown: Ask = { ...ask, toolCallId: "n", awaits: false };
    const onSurface = draw({ asks: [shown, ask], surfaces: [{ id: "b/c" } as Surface] });
    onSurface.run("waiting");
    expect(onSurface.show).toHaveBeenCalledExactlyOnceWith("b/c");
    expect(onSurface.reveal).not.toHaveBeenCalled();
    close();
    const inChat = draw({ asks: [ask] });
    inChat.run("waiting");
    expect(inChat.reveal).toHaveBeenCalledExactlyOnceWith("chat");
    expect(location.hash).toBe("#m-b");
  });

  it("shows only the chat or only the canvas", () => {
    const { run, changeSplit } = draw();
    run("chat");
    run("canvas");
    expect(changeSplit.mock.calls).toEqual([[{ show: "chat" }], [{ show: "canvas" }]]);
  });
});
