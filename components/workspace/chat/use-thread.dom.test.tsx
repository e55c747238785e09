import { act, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerWith } from "@/components/client/testing/fake-server";
import type { Ask, Snapshot } from "@/lib/shared/chat/contract";
import { Conversation } from "./client/conversation";
import { AT, assistant, FakeServer, ID, user } from "./client/fake-server";
import { useThreadOf } from "./use-thread";

let server: FakeServer;
let close = () => {};

beforeEach(() => {
  server = new FakeServer();
  server.say(user("u", "Bake rye"), assistant("a", "Done"));
  server.run("completed", "a");
  answerWith(((path: string, init: RequestInit) => server.fetch(path, init)) as typeof fetch);
  history.replaceState(null, "", `/chat/${ID}`);
});
afterEach(() => close());

function draw(change: Partial<Snapshot> = {}) {
  server.snapshot = { ...server.snapshot, ...change };
  const conversation = new Conversation(ID, server.snapshot);
  close = conversation.open();
  const panel = { toEnd: vi.fn(), reveal: () => true, bring: vi.fn(), toComposer: vi.fn(), say: vi.fn() };
  const { result, rerender } = renderHook(() => useThreadOf(conversation, conversation.state, panel, true));
  conversation.subscribe(() => rerender());
  return { conversation, panel, thread: result };
}

const ask: Ask = {
  ...{ toolCallId: "c", toolName: "house_paint", kind: "approval", messageId: "a" },
  ...{ input: {}, createdAt: AT },
};
const posted = () => server.posts.at(-1);

describe("edit of a message", () => {
  it("is sent as another version and ends when accepted", async () => {
    const { thread, panel } = draw();
    act(() => thread.current.edit("u"));
    expect(thread.current.editing).toEqual({ id: "u" });
    thread.current.drafts.set("u", "Bake oats");
    await act(async () => thread.current.sendEdit("u", "Bake oats"));
    await waitFor(() => expect(thread.current.editing).toBeUndefined());
    expect(posted()).toMatchObject({
      ...{ id: ID, replaces: "u" },
      message: { role: "user", parts: [{ type: "text", text: "Bake oats" }] },
    });
    expect(thread.current.drafts.has("u")).toBe(false);
    expect(panel.toEnd).toHaveBeenCalled();
    expect(thread.current.busy).toBe("Still running");
  });

  it.each([
    ["the server refuses it", "Too long.", () => server.refuse(413, "Too long.")],
    [
      "the server is unreachable",
      "Easel cannot be reached.",
      () => {
        server.online = false;
      },
    ],
  ])("stays open with the typed text and the error if %s", async (_, problem, fail) => {
    const { thread, conversation } = draw();
    act(() => thread.current.edit("u"));
    thread.current.drafts.set("u", "Bake oats");
    fail();
    await act(async () => thread.current.sendEdit("u", "Bake oats"));
    await waitFor(() => expect(thread.current.editing).toEqual({ id: "u", problem }));
    expect(thread.current.drafts.get("u")).toBe("Bake oats");
    expect(conversation.state.rewriting).toBeUndefined();
  });

  it("cannot start while an answer is written or after the session has ended", () => {
    const running = draw({ run: { id: "r", status: "running", messageId: "b" } });
    act(() => running.thread.current.editLast());
    expect(running.thread.current.editing).toBeUndefined();
    expect(running.thread.current.busy).toBe("Still running");
    close();
    const { conversation } = server.snapshot;
    const ended = draw({ run: null, conversation: { ...conversation, endedAt: AT } });
    act(() => ended.thread.current.editLast());
    expect(ended.thread.current.editing).toBeUndefined();
    expect(ended.thread.current.busy).toBe("Session ended");
  });

  it("starts with the user's last message and can be cancelled", () => {
    const { thread, panel } = draw();
    act(() => thread.current.editLast());
    expect(thread.current.editing).toEqual({ id: "u" });
    act(() => thread.current.leaveEdit());
    expect(thread.current.editing).toBeUndefined();
    expect(panel.toComposer).toHaveBeenCalledOnce();
  });
});

describe("trying again", () => {
  it("requests another answer, or resends the last message if it has none", async () => {
    const answered = draw();
    await act(async () => answered.thread.current.again());
    expect(posted()).toEqual({ id: ID, retry: { messageId: "a" } });
    close();
    const unanswered = draw({ messages: [user("u", "Bake rye")] });
    await act(async () => unanswered.thread.current.again());
    expect(posted()).toMatchObject({ replaces: "u", message: { parts: [{ text: "Bake rye" }] } });
  });

  it("repeats only the summary if the summary failed", async () => {
    const notice = { kind: "error", code: "unreachable", message: "Not reached." };
    const mark = {
      ...{ id: "k", role: "assistant" as const },
      parts: [
        { type: "data-compaction" as const, data: { state: "working" } },
        { type: "data-notice" as const, data: notice },
      ],
    };
    server.say(mark);
    const { thread } = draw();
    await act(async () => thread.current.again());
    expect(server.calls).toContain("POST /api/chat/ID/compact");
  });

  it("shows the error and keeps the existing answer", async () => {
    const { thread, conversation } = draw();
    server.refuse(409, "It is being answered already.");
    await act(async () => thread.current.retry("a"));
    await waitFor(() =>
      expect(conversation.state.problem).toBe("Not retried. It is being answered already."),
    );
    expect(conversation.state.snapshot.messages.map(({ id }) => id)).toEqual(["u", "a"]);
    expect(thread.current.busy).toBeUndefined();
  });
});

it("an open ask blocks other versions of a message, but not edits", () => {
  const { thread } = draw({ asks: [ask] });
  expect(thread.current.fixed).toBe("Answer it first");
  expect(thread.current.busy).toBeUndefined();
});

it("linkTo returns an absolute link to a message with the agent of the page", () => {
  const agent = "0b0f3f60-4f5c-4f2e-9d39-0d7c0e3b1a2f";
  history.replaceState(null, "", `/a/${agent}/chat/${ID}`);
  const link = draw().thread.current.linkTo("u");
  expect(link).toBe(new URL(`/a/${agent}/chat/${ID}#m-u`, location.href).href);
});
