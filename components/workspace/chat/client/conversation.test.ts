import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Snapshot } from "@/lib/shared/chat/contract";
import { Conversation } from "./conversation";
import { assistant, FakeServer, ID, textChunks, user } from "./fake-server";
import { loadChat } from "./follower";
import { shownMessages, waitingMessages } from "./state";

let server: FakeServer;
let close: () => void;

// Modules loaded with the first stream can exceed the timeout of a single test on a busy machine.
beforeAll(async () => void (await loadChat()));
beforeEach(() => {
  server = new FakeServer();
  vi.stubGlobal("fetch", server.fetch);
});
afterEach(() => {
  close();
  vi.unstubAllGlobals();
});

function open(initial: Snapshot | null): Conversation {
  const conversation = new Conversation(ID, initial);
  close = conversation.open();
  return conversation;
}

const shownTexts = ({ state }: Conversation): string[] =>
  shownMessages(state).map((message) =>
    message.parts.map((part) => (part.type === "text" ? part.text : "")).join(""),
  );
const sent = ({ state }: Conversation) => state.outbox.map((item) => item.state);
const followed = (times: number) =>
  eventually(() => expect(server.calls.filter((call) => call.endsWith("/stream"))).toHaveLength(times));
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 3_000, interval: 10 });

it("a conversation syncs when another prompt version goes live, but not on other history changes", async () => {
  const conversation = open(server.snapshot);
  // Wait until the first sync has finished.
  await eventually(() => expect(server.calls).toEqual(["GET /api/conversations/ID"]));
  server.snapshot = {
    ...server.snapshot,
    conversation: { ...server.snapshot.conversation, prompt: { version: 1, live: 2 } },
  };
  // The conversation ignores changes while a sync is running, so repeat the notification.
  await eventually(() => {
    conversation.changed("history system_prompt system_prompt");
    expect(conversation.state.snapshot.conversation.prompt).toEqual({ version: 1, live: 2 });
  });
  const { length } = server.calls;
  conversation.changed("history tool flour");
  expect(server.calls).toHaveLength(length);
});

it("`movedTo` is set if the server stored the message in the conversation that continues this one", async () => {
  const conversation = open(server.snapshot);
  conversation.send("Hello");
  await eventually(() => expect(sent(conversation)).toEqual([]));
  server.write({ type: "start", messageId: "a1", messageMetadata: { conversationId: "next" } });
  await eventually(() => expect(conversation.state.movedTo).toBe("next"));
  expect(conversation.state.live).toBeUndefined();
  server.end();
});

describe("new conversation", () => {
  it("sends no request before the first message", () => {
    open(null);
    expect(server.calls).toEqual([]);
  });

  it("shows the message at once, streams the response, and ends with the server's snapshot", async () => {
    const conversation = open(null);
    conversation.send("Hello");
    expect(sent(conversation)).toEqual(["sending"]);
    await eventually(() => expect(shownTexts(conversation)).toEqual(["Hello"]));
    server.write(...textChunks("a", "Good ", "day"));
    await eventually(() => expect(shownTexts(conversation)).toEqual(["Hello", "Good day"]));
    expect(conversation.state.running).toBe(true);

    server.say(server.posts[0]?.message ?? user("?"), assistant("a", "Good day"));
    server.run("completed", "a");
    server.end();
    await eventually(() => expect(conversation.state.running).toBe(false));
    expect(shownTexts(conversation)).toEqual(["Hello", "Good day"]);
    expect(conversation.state.outbox).toEqual([]);
    expect(server.calls).toEqual(["POST /api/chat", "GET /api/conversations/ID"]);
  });

  it("keeps an unsent message and resends it with the same id", async () => {
    const conversation = open(null);
    server.online = false;
    conversation.send("Hello");
    await eventually(() => expect(sent(conversation)).toEqual(["failed"]));
    server.online = true;
    const id = conversation.state.outbox[0]?.message.id ?? "";
    conversation.resend(id);
    conversation.resend(id);
    await eventually(() => expect(shownTexts(conversation)).toEqual(["Hello"]));
    expect(server.posts.map(({ message }) => message?.id)).toEqual([id]);
  });

  it("shows why the server refused a message", async () => {
    server.refuse(413, "Too long.");
    const conversation = open(null);
    conversation.send("Hello");
    await eventually(() =>
      expect(conversation.state.outbox[0]).toMatchObject({ state: "failed", problem: "Too long." }),
    );
  });
});

describe("running conversation", () => {
  beforeEach(() => {
    server.say(user("u", "Hello"));
    server.run("running", "a");
  });

  it("resumes the running message from its beginning after a reload, with one request", async () => {
    const conversation = open(server.snapshot);
    expect(conversation.state.running).toBe(true);
    await followed(1);
    expect(server.calls).toEqual(["GET /api/chat/ID/stream"]);
    server.write(...textChunks("a", "Good day"));
    await eventually(() => expect(shownTexts(conversation)).toEqual(["Hello", "Good day"]));
  });

  it("loads earlier messages if the run has continued with another message since the page load", async () => {
    const conversation = open(server.snapshot);
    server.say(assistant("a", "One"), user("s", "Shorter"));
    server.run("running", "b");
    await followed(1);
    server.write(...textChunks("b", "Two"));
    await eventually(() => expect(shownTexts(conversation)).toEqual(["Hello", "One", "Shorter", "Two"]));
    expect(server.calls.filter((call) => call.endsWith("/stream"))).toHaveLength(1);
  });

  it("keeps the shown text while a broken stream is replayed", async () => {
    const conversation = open(server.snapshot);
    await followed(1);
    server.write(...textChunks("a", "Good day, ", "how are you"));
    await eventually(() => expect(shownTexts(conversation)[1]).toBe("Good day, how are you"));
    const seen: string[] = [];
    conversation.subscribe(() => seen.push(shownTexts(conversation)[1] ?? ""));
    server.cut();
    await followed(2);
    server.write(...textChunks("a", "Good day, "));
    await new Promise((resolve) => setTimeout(resolve, 120));
    server.write({ type: "text-delta", id: "t", delta: "how are you today" });
    await eventually(() => expect(shownTexts(conversation)[1]).toBe("Good day, how are you today"));
    expect(seen.filter((text) => text.length < "Good day, how are you".length)).toEqual([]);
  });

  it("shows a message sent during a run below the running one until the server stores it", async () => {
    const conversation = open(server.snapshot);
    await followed(1);
    server.write(...textChunks("a", "One"));
    await eventually(() => expect(shownTexts(conversation)).toEqual(["Hello", "One"]));
    // The server answers a message sent during a run without a stream, so the tab keeps reading the run's
    // stream.
    server.respond = () => new Response(null, { status: 200 });
    conversation.send("Shorter");
    await eventually(() => expect(sent(conversation)).toEqual(["sent"]));
    expect(shownTexts(conversation)).toEqual(["Hello", "One"]);

    const steering = server.posts[0]?.message ?? user("?");
    server.say(assistant("a", "One"), steering);
    server.run("running", "b");
    server.end();
    await eventually(() => expect(server.calls.filter((call) => call.endsWith("/stream"))).toHaveLength(2));
    server.write(...textChunks("b", "Two"));
    await eventually(() => expect(shownTexts(conversation)).toEqual(["Hello", "One", "Shorter", "Two"]));
    expect(conversation.state.outbox).toEqual([]);
  });

  it("shows a message sent during a run after a reload", async () => {
    server.say(user("s", "Shorter"));
    server.run("running", "a", 1);
    const conversation = open(server.snapshot);
    await followed(1);
    server.write(...textChunks("a", "One"));
    await eventually(() => expect(shownTexts(conversation)).toEqual(["Hello", "One"]));
    expect(waitingMessages(conversation.state).map(({ id }) => id)).toEqual(["s"]);
  });

  it("reports that the server is unreachable and reconnects", async () => {
    const conversation = open(server.snapshot);
    await followed(1);
    server.write(...textChunks("a", "One"));
    await eventually(() => expect(shownTexts(conversation)).toEqual(["Hello", "One"]));
    server.online = false;
    server.cut();
    await eventually(() => expect(conversation.state.lost).toBe(true));
    expect(shownTexts(conversation)).toEqual(["Hello", "One"]);
    server.say(assistant("a", "One and more"));
    server.run("completed", "a");
    server.online = true;
    await eventually(() => expect(shownTexts(conversation)).toEqual(["Hello", "One and more"]));
    expect(conversation.state).toMatchObject({ lost: false, running: false });
  });

  it("closes its stream in a hidden tab and syncs only after changes", async () => {
    const conversation = open(server.snapshot);
    await followed(1);
    conversation.pause();
    server.say(assistant("a", "Done"));
    conversation.changed(ID);
    await eventually(() => expect(shownTexts(conversation)).toEqual(["Hello", "Done"]));
    expect(server.calls.filter((call) => call.endsWith("/stream"))).toHaveLength(1);
  });
});
