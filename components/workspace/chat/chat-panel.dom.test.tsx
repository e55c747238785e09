import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { uploadsOf } from "@/components/client/uploads-of";
import type { Snapshot } from "@/lib/shared/chat/contract";
import { newId } from "@/lib/shared/chat/id";
import { ChatPanel } from "./chat-panel";
import { AT, assistant, user } from "./client/fake-server";
import { pointsOfDraft } from "./client/points";
import { useConversation } from "./client/use-conversation";
// Import lazily loaded modules up front, so that the first test does not wait for them.
import "./messages/message-list";
import "./messages/edit-form";
import "./files/attachment-list";
import "./client/thread-chat";
import "@/components/draw/markdown/view";

/* The list renders only messages that fit its viewport, so give it a size. */
beforeEach(() => {
  for (const side of ["clientHeight", "offsetHeight", "clientWidth", "offsetWidth"] as const)
    vi.spyOn(HTMLElement.prototype, side, "get").mockReturnValue(600);
});

const MODEL = { label: "Model", isDemo: false };

type PartialSnapshot = Partial<Omit<Snapshot, "conversation">> & {
  conversation?: Partial<Snapshot["conversation"]>;
};

function draw(partial: PartialSnapshot | null, server = new FakeServer(), id = newId()) {
  const snapshot: Snapshot | null = partial && {
    ...{ messages: [], run: null, asks: [], ...partial },
    conversation: { id, title: "Bread", createdAt: AT, updatedAt: AT, model: null, ...partial.conversation },
  };
  server.on(`GET /api/conversations/${id}`, () => snapshot ?? refusal(404, "There is none."));
  function Page() {
    const { conversation, state } = useConversation(id, snapshot);
    return <ChatPanel conversation={conversation} state={state} bar={null} model={MODEL} />;
  }
  return { id, ...drawPage(<Page />, { server, path: `/chat/${id}` }) };
}

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
const say = (text: string) => {
  fireEvent.change(field(), { target: { value: text } });
  fireEvent.keyDown(field(), { key: "Enter" });
};
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const list = () => within(screen.getByRole("region", { name: "Conversation" }));
const running = { id: "r", status: "running", messageId: "a" } as const;
const silent = () => new Response(new ReadableStream());

describe("unsent message", () => {
  const refusing = () => new FakeServer().on("POST /api/chat", () => refusal(429, "Too much at once."));

  it("stays with the error, and the user can resend it with the same id", async () => {
    const sent: { message: { id: string } }[] = [];
    const server = new FakeServer().on("POST /api/chat", ({ body }) => {
      sent.push(body as never);
      return refusal(429, "Too much at once.");
    });
    draw(null, server);
    say("Bake rye");
    fireEvent.keyDown(field(), { key: "Enter" });
    expect(field().value).toBe("");
    await screen.findByText("Not sent: Too much at once.");
    await press("Try again");
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.message).toEqual(sent[0]?.message);
  });

  it("restores a failed message and its pointed-at row above the draft", async () => {
    const point = { messageId: "m", toolCallId: "c", title: "Costs", row: 2, text: "Rye" };
    const id = newId();
    pointsOfDraft(id).add([point]);
    draw(null, refusing(), id);
    say("Bake rye");
    await screen.findByText("Not sent: Too much at once.");
    fireEvent.change(field(), { target: { value: "and oats" } });
    await press("Edit");
    expect(field().value).toBe("Bake rye\nand oats");
    expect(document.activeElement).toBe(field());
    screen.getByRole("button", { name: "Do not point at “Costs”, row 2" });
    expect(screen.queryByText("Not sent: Too much at once.")).toBeNull();
  });

  it("survives a reload", async () => {
    const { id, unmount } = draw(null, refusing());
    say("Bake rye");
    await screen.findByText("Not sent: Too much at once.");
    unmount();
    draw(null, refusing(), id);
    await screen.findByText("Not sent.");
    list().getByText("Bake rye");
  });

  it("shows that Easel is unreachable and the draft is kept", async () => {
    draw(null, new FakeServer().lose("POST /api/chat"));
    say("Bake rye");
    await screen.findByText(/^Reconnecting\. Your input is kept/);
    list().getByText("Not sent.");
  });
});

describe("conversation", () => {
  it("accepts no messages or files after it was deleted elsewhere", async () => {
    const { id, server, tell } = draw({ messages: [user("u", "Bake rye"), assistant("a", "Done")] });
    server.on(`GET /api/conversations/${id}`, () => refusal(404, "There is none."));
    tell(id);
    await screen.findByText("This conversation was deleted.");
    expect(screen.queryByRole("textbox")).toBeNull();
    const dataTransfer = { types: ["Files"], files: [new File([], "rye.txt")] };
    const panel = screen.getByRole("region", { name: "Chat" });
    fireEvent.dragEnter(panel, { dataTransfer });
    fireEvent.drop(panel, { dataTransfer });
    expect(uploadsOf(id).items).toEqual([]);
  });

  it("switches to the newest system prompt with one request", async () => {
    const { wait, open } = gate<Response>();
    const prompt = { version: 2, live: 5 };
    const { id, server } = draw({ messages: [user("u")], conversation: { prompt } });
    const bodies: unknown[] = [];
    server.on(`PATCH /api/conversations/${id}`, ({ body }) => {
      bodies.push(body);
      return wait;
    });
    await press("Use version 5");
    await press("Use version 5");
    open(refusal(409, "It is being written."));
    await screen.findByText("Not changed. It is being written.");
    expect(bodies).toEqual([{ newestPrompt: true }]);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Use version 5" }).disabled).toBe(false);
  });

  it("shows an error when stopping fails and can stop again", async () => {
    const server = new FakeServer();
    const { id } = draw({ messages: [user("u")], run: running }, server);
    server.on(`GET /api/chat/${id}/stream`, silent).lose(`POST /api/chat/${id}/stop`);
    await press("Stop");
    await screen.findByText("Not stopped. Easel cannot be reached.");
    await press("Stop");
    await waitFor(() => expect(server.count(`POST /api/chat/${id}/stop`)).toBe(2));
  });

  it("edits the last message on arrow up in an empty field only", async () => {
    draw({ messages: [user("u", "Bake rye"), assistant("a", "Done")] });
    await screen.findByRole("article", { name: "You said" });
    fireEvent.change(field(), { target: { value: "and" } });
    fireEvent.keyDown(field(), { key: "ArrowUp" });
    expect(screen.queryByRole("form", { name: "Edit your message" })).toBeNull();
    fireEvent.change(field(), { target: { value: "" } });
    fireEvent.keyDown(field(), { key: "ArrowUp" });
    const edit = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Your message" });
    expect(edit.value).toBe("Bake rye");
    fireEvent.keyDown(edit, { key: "Escape" });
    await list().findByText("Bake rye");
    expect(document.activeElement).toBe(field());
  });

  it("accepts files dropped anywhere and reports those that cannot be sent", async () => {
    draw({ messages: [user("u")] });
    const panel = screen.getByRole("region", { name: "Chat" });
    fireEvent.drop(panel, { dataTransfer: { types: ["Files"], files: [new File([], "rye.txt")] } });
    await screen.findByText("Empty, or a folder. Attach its files.");
    screen.getByText("Remove or retry failed files");
    await press("Remove rye.txt");
    expect(screen.queryByText("rye.txt")).toBeNull();
  });
});

describe("conversation of another member", () => {
  const shared = { conversation: { author: "Ada" }, messages: [user("u", "Rye?"), assistant("a", "Yes.")] };

  it("shows its messages without a way to write, and names the author", async () => {
    draw(shared);
    await screen.findByText("Yes.");
    screen.getByText("Ada shared this conversation with you.");
    expect(screen.queryByRole("textbox")).toBeNull();
    for (const name of ["Edit", "Try again"]) expect(screen.queryByRole("button", { name })).toBeNull();
    expect(screen.getAllByRole("button", { name: "Copy link" })).toHaveLength(2);
  });

  it("says when it is no longer shared", async () => {
    const { id, server, tell } = draw(shared);
    server.on(`GET /api/conversations/${id}`, () => refusal(404, "There is none."));
    tell(id);
    await screen.findByText("This conversation is no longer shared with you, or was deleted.");
  });
});
