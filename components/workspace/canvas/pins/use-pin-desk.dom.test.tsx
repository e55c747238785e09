import { act, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { notices, pressNotice } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { NOW } from "@/components/client/testing/samples";
import { type Desk, EMPTY_DESK } from "@/components/workspace/chat/desk";
import type { Ask } from "@/lib/shared/chat/contract";
import type { Pin } from "@/lib/shared/chat/surfaces/pins";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { usePinDesk } from "./use-pin-desk";

const ASK: Ask = {
  ...{ toolCallId: "1", toolName: "show", kind: "answer", messageId: "m", input: {}, createdAt: NOW },
};
const SURFACE = { id: "m/1", title: "Order", kind: "form" } as Surface;
const PINNED: Pin = { key: "a/m/1", from: { id: "a", title: "Sales" }, surface: SURFACE, asks: [ASK] };
const LIBRARY: Pin = { key: "component/x", from: null, surface: SURFACE, asks: [] };

function deskOf(
  pin: Pin,
  { open = undefined as { id: string; desk: Desk } | undefined, server = new FakeServer() } = {},
) {
  let desk: Desk = EMPTY_DESK;
  const load = vi.fn(async () => {});
  const around = { subscribe: () => () => {}, open: () => open && { title: "", ...open }, load };
  // Return the same object on each call, as a real tab does.
  const opened = around.open();
  const board = { ...around, open: () => opened };
  function Pinned() {
    desk = usePinDesk(board, pin);
    return null;
  }
  const { router } = drawPage(<Pinned />, { server });
  return { desk, load, router, server };
}
const sentTo = (route: string, answer: () => unknown = () => ({})) => {
  const sent: unknown[] = [];
  const server = new FakeServer().on(route, ({ body }) => {
    sent.push(body);
    return answer();
  });
  return { sent, server };
};
const CHAT = "POST /api/chat";

describe("surface of a conversation that is not open", () => {
  it("answers its ask through the server and reloads", async () => {
    const { sent, server } = sentTo(CHAT);
    const { desk, load } = deskOf(PINNED, { server });
    expect(desk).toMatchObject({ conversationId: "a", asks: [ASK], front: "m/1" });
    expect(await desk.answer(ASK, { action: "order" })).toBeUndefined();
    const answer = { toolCallId: "1", messageId: "m", output: { action: "order" } };
    expect(sent).toEqual([{ id: "a", answer }]);
    expect(load).toHaveBeenCalledOnce();
  });

  it("treats an answer as settled if the server rejects it as a conflict", async () => {
    for (const status of [409, 404]) {
      const { server } = sentTo(CHAT, () => refusal(status, "It is settled."));
      const { desk, load } = deskOf(PINNED, { server });
      expect(await desk.answer(ASK, {})).toBeUndefined();
      expect(load).toHaveBeenCalledOnce();
    }
  });

  it("returns the error if an answer or message is refused, or if Easel is unreachable", async () => {
    const surface = { messageId: "m", toolCallId: "1", title: "Order", output: { action: "order" } };
    const refused = sentTo(CHAT, () => refusal(413, "It is too long."));
    const { desk, load } = deskOf(PINNED, { server: refused.server });
    expect([await desk.answer(ASK, {}), await desk.send(surface)]).toEqual([
      "It is too long.",
      "It is too long.",
    ]);
    refused.server.lose(CHAT);
    const lost = "Easel cannot be reached. Is it running?";
    expect([await desk.answer(ASK, {}), await desk.send(surface)]).toEqual([lost, lost]);
    expect(load).not.toHaveBeenCalled();
  });

  it("answers even if reloading fails", async () => {
    const { server } = sentTo(CHAT);
    const { desk, load } = deskOf(PINNED, { server });
    load.mockRejectedValue(new TypeError("Failed to fetch"));
    expect(await desk.answer(ASK, {})).toBeUndefined();
    const surface = { messageId: "m", toolCallId: "1", title: "Order", output: {} };
    expect(await desk.send(surface)).toBeUndefined();
  });

  it("sends messages to its conversation and shows errors", async () => {
    const { sent, server } = sentTo(CHAT);
    const { desk } = deskOf(PINNED, { server });
    desk.say("Two loaves", { title: "Order", surface: "m/1" });
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ id: "a", message: { role: "user" } });
    expect(JSON.stringify(sent[0])).toContain("Two loaves");
    server.on(CHAT, () => refusal(429, "Too many messages."));
    desk.say("Two loaves");
    await waitFor(() => expect(notices()).toEqual(["Not sent to “Sales”. Too many messages."]));
  });
});

describe("surface beside the open conversation", () => {
  const own: Desk = { ...EMPTY_DESK, conversationId: "a", say: vi.fn() };

  it("uses the desk of the open conversation if it belongs to that conversation", () => {
    expect(deskOf(PINNED, { open: { id: "a", desk: own } }).desk).toBe(own);
    expect(deskOf(PINNED, { open: { id: "b", desk: own } }).desk).not.toBe(own);
  });

  it("sends messages to the open conversation if it comes from the library, and answers no ask", async () => {
    const { desk, server } = deskOf(LIBRARY, { open: { id: "b", desk: own } });
    desk.say("Two loaves");
    expect(own.say).toHaveBeenCalledExactlyOnceWith("Two loaves");
    expect(await desk.answer(ASK, {})).toBeUndefined();
    expect(server.asked).toEqual([]);
  });
});

describe("library component without an open conversation", () => {
  it("starts a conversation with its message and links to it", async () => {
    const { sent, server } = sentTo(CHAT);
    const { desk, router } = deskOf(LIBRARY, { server });
    desk.say("Two loaves");
    await waitFor(() => expect(notices()).toEqual(["Sent in a new conversation"]));
    act(() => pressNotice("Show"));
    const [{ id }] = sent as [{ id: string }];
    expect(router.push).toHaveBeenCalledExactlyOnceWith(`/chat/${id}`);
  });

  it("shows an error when sending fails", async () => {
    const { desk } = deskOf(LIBRARY, { server: new FakeServer().lose(CHAT) });
    desk.say("Two loaves");
    await waitFor(() => expect(notices()).toEqual(["Not sent. Easel cannot be reached. Is it running?"]));
  });
});
