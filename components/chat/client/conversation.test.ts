import type { UIMessage } from "ai";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Snapshot } from "@/lib/shared/chat/contract";
import { Conversation } from "./conversation";
import { AT, assistant, FakeServer, ID, user, words } from "./fake-server";
import { shownMessages, waitingMessages } from "./state";

let server: FakeServer;
let close: () => void;

beforeEach(() => {
  server = new FakeServer();
  vi.stubGlobal("fetch", server.fetch);
});
afterEach(() => {
  close();
  vi.unstubAllGlobals();
});

function open(known: Snapshot | null): Conversation {
  const conversation = new Conversation(ID, known);
  close = conversation.open();
  return conversation;
}

const texts = ({ state }: Conversation): string[] =>
  shownMessages(state).map((message) =>
    message.parts.map((part) => (part.type === "text" ? part.text : "")).join(""),
  );
const sent = ({ state }: Conversation) => state.outbox.map((item) => item.state);
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 3_000, interval: 10 });

describe("a new conversation", () => {
  it("asks nothing of the server until something is said", () => {
    open(null);
    expect(server.calls).toEqual([]);
  });

  it("shows the text at once, streams from the very response, and ends with the server's copy", async () => {
    const conversation = open(null);
    conversation.send("Hello");
    expect(sent(conversation)).toEqual(["sending"]);
    await eventually(() => expect(texts(conversation)).toEqual(["Hello"]));
    server.write(...words("a", "Good ", "day"));
    await eventually(() => expect(texts(conversation)).toEqual(["Hello", "Good day"]));
    expect(conversation.state.running).toBe(true);

    server.say(server.posts[0]?.message ?? user("?"), assistant("a", "Good day"));
    server.run("completed", "a");
    server.end();
    await eventually(() => expect(conversation.state.running).toBe(false));
    expect(texts(conversation)).toEqual(["Hello", "Good day"]);
    expect(conversation.state.outbox).toEqual([]);
    expect(server.calls).toEqual(["POST /api/chat", "GET /api/conversations/ID"]);
  });

  it("keeps a text that was not sent, and sends it again under the same id", async () => {
    const conversation = open(null);
    server.online = false;
    conversation.send("Hello");
    await eventually(() => expect(sent(conversation)).toEqual(["failed"]));
    server.online = true;
    const id = conversation.state.outbox[0]?.message.id ?? "";
    conversation.resend(id);
    conversation.resend(id);
    await eventually(() => expect(texts(conversation)).toEqual(["Hello"]));
    expect(server.posts.map(({ message }) => message?.id)).toEqual([id]);
  });

  it("says why the server refused a text", async () => {
    server.refuse(413, "Too long.");
    const conversation = open(null);
    conversation.send("Hello");
    await eventually(() =>
      expect(conversation.state.outbox[0]).toMatchObject({ state: "failed", problem: "Too long." }),
    );
  });
});

describe("a running conversation", () => {
  beforeEach(() => {
    server.say(user("u", "Hello"));
    server.run("running", "a");
  });

  it("goes on after a reload with all of the message, once", async () => {
    const conversation = open(server.snapshot);
    expect(conversation.state.running).toBe(true);
    await eventually(() => expect(server.calls).toContain("GET /api/chat/ID/stream"));
    server.write(...words("a", "Good day"));
    await eventually(() => expect(texts(conversation)).toEqual(["Hello", "Good day"]));
  });

  it("keeps what is shown while a cut stream is replayed, and then goes on", async () => {
    const conversation = open(server.snapshot);
    await eventually(() => expect(server.calls).toHaveLength(2));
    server.write(...words("a", "Good day, ", "how are you"));
    await eventually(() => expect(texts(conversation)[1]).toBe("Good day, how are you"));
    const seen: string[] = [];
    conversation.subscribe(() => seen.push(texts(conversation)[1] ?? ""));
    server.cut();
    await eventually(() => expect(server.calls).toHaveLength(4));
    server.write(...words("a", "Good day, "));
    await new Promise((resolve) => setTimeout(resolve, 120));
    server.write({ type: "text-delta", id: "t", delta: "how are you today" });
    await eventually(() => expect(texts(conversation)[1]).toBe("Good day, how are you today"));
    expect(seen.filter((text) => text.length < "Good day, how are you".length)).toEqual([]);
  });

  it("shows a text that steers below the message, until the server puts it in its place", async () => {
    const conversation = open(server.snapshot);
    await eventually(() => expect(server.calls).toHaveLength(2));
    server.write(...words("a", "One"));
    await eventually(() => expect(texts(conversation)).toEqual(["Hello", "One"]));
    // The response of a text that steers is not the stream that is followed.
    server.respond = () => new Response(null, { status: 200 });
    conversation.send("Shorter");
    await eventually(() => expect(sent(conversation)).toEqual(["sent"]));
    expect(texts(conversation)).toEqual(["Hello", "One"]);

    const steering = server.posts[0]?.message ?? user("?");
    server.say(assistant("a", "One"), steering);
    server.run("running", "b");
    server.end();
    await eventually(() => expect(server.calls.filter((call) => call.endsWith("/stream"))).toHaveLength(2));
    server.write(...words("b", "Two"));
    await eventually(() => expect(texts(conversation)).toEqual(["Hello", "One", "Shorter", "Two"]));
    expect(conversation.state.outbox).toEqual([]);
  });

  it("finds a text that steers behind the running message after a reload", async () => {
    server.say(user("s", "Shorter"));
    server.run("running", "a", 1);
    const conversation = open(server.snapshot);
    await eventually(() => expect(server.calls).toHaveLength(2));
    server.write(...words("a", "One"));
    await eventually(() => expect(texts(conversation)).toEqual(["Hello", "One"]));
    expect(waitingMessages(conversation.state).map(({ id }) => id)).toEqual(["s"]);
  });

  it("says that the server is out of reach and comes back by itself", async () => {
    const conversation = open(server.snapshot);
    await eventually(() => expect(server.calls).toHaveLength(2));
    server.write(...words("a", "One"));
    await eventually(() => expect(texts(conversation)).toEqual(["Hello", "One"]));
    server.online = false;
    server.cut();
    await eventually(() => expect(conversation.state.lost).toBe(true));
    expect(texts(conversation)).toEqual(["Hello", "One"]);
    server.say(assistant("a", "One and more"));
    server.run("completed", "a");
    server.online = true;
    await eventually(() => expect(texts(conversation)).toEqual(["Hello", "One and more"]));
    expect(conversation.state).toMatchObject({ lost: false, running: false });
  });

  it("lets its stream go in the background and looks only when something changed", async () => {
    const conversation = open(server.snapshot);
    await eventually(() => expect(server.calls).toHaveLength(2));
    conversation.pause();
    server.say(assistant("a", "Done"));
    conversation.changed(ID);
    await eventually(() => expect(texts(conversation)).toEqual(["Hello", "Done"]));
    expect(server.calls.filter((call) => call.endsWith("/stream"))).toHaveLength(1);
  });
});

describe("an open question", () => {
  const question = {
    type: "tool-ask_user",
    toolCallId: "c",
    state: "input-available",
    input: { question: "Which?" },
  } as const;
  const asking: UIMessage = { id: "a", role: "assistant", parts: [question] };

  beforeEach(() => {
    server.say(user("u"), asking);
    server.run("waiting", "a");
    const ask = {
      toolCallId: "c",
      toolName: "ask_user",
      kind: "answer",
      messageId: "a",
      input: question.input,
      createdAt: AT,
    } as const;
    server.snapshot = { ...server.snapshot, asks: [ask] };
  });
  const ask = () => server.snapshot.asks[0] ?? expect.fail();

  it("takes one answer, however often the button is pressed", async () => {
    const conversation = open(server.snapshot);
    const open_ask = ask();
    void conversation.answer(open_ask, { answer: "Blue" });
    void conversation.answer(open_ask, { answer: "Blue" });
    await eventually(() => expect(conversation.state.answering["a/c"]?.state).toBe("taken"));
    expect(server.posts).toEqual([
      { id: ID, answer: { toolCallId: "c", messageId: "a", output: { answer: "Blue" } } },
    ]);
  });

  it("goes on in the same message, in its place", async () => {
    const conversation = open(server.snapshot);
    await eventually(() => expect(server.calls).toHaveLength(1));
    server.respond = () => {
      server.snapshot = { ...server.snapshot, messages: [user("u")], asks: [] };
      server.run("running", "a");
      return new Response(null);
    };
    void conversation.answer(ask(), { answer: "Blue" });
    await eventually(() => expect(server.calls.at(-1)).toBe("GET /api/chat/ID/stream"));
    server.write(
      { type: "start", messageId: "a" },
      { type: "tool-input-available", toolCallId: "c", toolName: "ask_user", input: question.input },
      { type: "tool-output-available", toolCallId: "c", output: { answer: "Blue" } },
      { type: "text-start", id: "t" },
      { type: "text-delta", id: "t", delta: "Blue it is" },
    );
    await eventually(() => expect(texts(conversation)).toEqual(["u", "Blue it is"]));
  });

  it("is told kindly when another tab was first", async () => {
    const conversation = open(server.snapshot);
    await eventually(() => expect(server.calls).toHaveLength(1));
    server.refuse(409, "It was answered already.");
    const answered = { ...question, state: "output-available", output: { answer: "Red" } } as const;
    const before = ask();
    server.snapshot = {
      ...server.snapshot,
      messages: [user("u"), { ...asking, parts: [answered] }],
      asks: [],
    };
    server.run("completed", "a");
    expect(await conversation.answer(before, { answer: "Blue" })).toBeUndefined();
    await eventually(() => expect(conversation.state.snapshot.asks).toEqual([]));
    expect(conversation.state.answering["a/c"]).toMatchObject({
      state: "elsewhere",
      output: { answer: "Blue" },
    });
  });

  it("stays open with the reason when the answer was refused, and can be answered again", async () => {
    const conversation = open(server.snapshot);
    server.refuse(422, "An answer needs at least one character");
    expect(await conversation.answer(ask(), { answer: "" })).toBe("An answer needs at least one character");
    server.respond = () => new Response(null);
    expect(await conversation.answer(ask(), { answer: "Blue" })).toBeUndefined();
  });

  it("knows that a text typed meanwhile is the answer", async () => {
    const conversation = open(server.snapshot);
    server.respond = () => {
      const answered = { ...question, state: "output-available", output: { answer: "Blue" } } as const;
      server.snapshot = {
        ...server.snapshot,
        messages: [user("u"), { ...asking, parts: [answered] }],
        asks: [],
      };
      server.run("completed", "a");
      return new Response(null);
    };
    conversation.send("Blue");
    expect(conversation.state.outbox[0]?.answers).toBe(true);
    await eventually(() => expect(conversation.state.outbox).toEqual([]));
    expect(texts(conversation)).toEqual(["u", ""]);
  });
});
