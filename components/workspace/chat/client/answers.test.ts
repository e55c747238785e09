import type { UIMessage } from "ai";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Snapshot } from "@/lib/shared/chat/contract";
import { Conversation } from "./conversation";
import { AT, FakeServer, ID, user } from "./fake-server";
import { applySnapshot, openAsks, shownMessages } from "./state";

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

function open(initial: Snapshot | null): Conversation {
  const conversation = new Conversation(ID, initial);
  close = conversation.open();
  return conversation;
}

const shownTexts = ({ state }: Conversation): string[] =>
  shownMessages(state).map((message) =>
    message.parts.map((part) => (part.type === "text" ? part.text : "")).join(""),
  );
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 3_000, interval: 10 });

describe("open question", () => {
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

  it("keeps an accepted answer until the running message contains it", () => {
    const answering = { "a/c": { state: "taken" as const, output: { answer: "Blue" } } };
    const state = { ...open(server.snapshot).state, answering };
    const run = { id: "r", status: "running" as const, messageId: "a", pending: 0 };
    const running = applySnapshot(state, { ...server.snapshot, asks: [], run });
    expect(running.answering).toEqual(answering);
    const ended = applySnapshot(running, {
      ...server.snapshot,
      asks: [],
      run: { ...run, status: "completed" },
    });
    expect(ended.answering).toEqual({});
  });

  it("reopens and accepts another answer if an allowed call asks again for another reason", async () => {
    const approval = { ...ask(), toolName: "house_paint", kind: "approval" as const };
    server.snapshot = { ...server.snapshot, asks: [approval] };
    const conversation = open(server.snapshot);
    await conversation.answer(approval, { decision: "approve" });
    expect(openAsks({ ...conversation.state, snapshot: server.snapshot })).toEqual([]);
    const because = { kind: "server" as const, server: "House", asked: [] };
    const again = { ...server.snapshot, asks: [{ ...approval, because }] };
    expect(openAsks({ ...conversation.state, snapshot: again })).toHaveLength(1);
    await conversation.answer({ ...approval, because }, { decision: "approve" });
    expect(server.posts).toHaveLength(2);
    expect(openAsks({ ...conversation.state, snapshot: again })).toEqual([]);
  });

  it("sends one answer despite repeated clicks", async () => {
    const conversation = open(server.snapshot);
    const open_ask = ask();
    void conversation.answer(open_ask, { answer: "Blue" });
    void conversation.answer(open_ask, { answer: "Blue" });
    await eventually(() => expect(conversation.state.answering["a/c"]?.state).toBe("taken"));
    expect(server.posts).toEqual([
      { id: ID, answer: { toolCallId: "c", messageId: "a", output: { answer: "Blue" } } },
    ]);
  });

  it("keeps the question visible until the running message continues in its place", async () => {
    const conversation = open(server.snapshot);
    await eventually(() => expect(server.calls).toHaveLength(1));
    server.respond = () => {
      server.snapshot = { ...server.snapshot, messages: [user("u")], asks: [] };
      server.run("running", "a");
      return new Response(null);
    };
    const types = new Set<string | undefined>();
    conversation.subscribe(() => types.add(shownMessages(conversation.state)[1]?.parts[0]?.type));
    void conversation.answer(ask(), { answer: "Blue" });
    await eventually(() => expect(server.calls.at(-1)).toBe("GET /api/chat/ID/stream"));
    server.write(
      { type: "start", messageId: "a" },
      { type: "tool-input-available", toolCallId: "c", toolName: "ask_user", input: question.input },
      { type: "tool-output-available", toolCallId: "c", output: { answer: "Blue" } },
      { type: "text-start", id: "t" },
      { type: "text-delta", id: "t", delta: "Blue it is" },
    );
    await eventually(() => expect(shownTexts(conversation)).toEqual(["u", "Blue it is"]));
    // The question was open the whole time, even before the stream repeated it.
    expect([...types]).toEqual(["tool-ask_user"]);
  });

  it("reports that another tab answered first", async () => {
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

  it("stays open with the error when the answer is refused", async () => {
    const conversation = open(server.snapshot);
    server.refuse(422, "An answer needs at least one character");
    expect(await conversation.answer(ask(), { answer: "" })).toBe("An answer needs at least one character");
    server.respond = () => new Response(null);
    expect(await conversation.answer(ask(), { answer: "Blue" })).toBeUndefined();
  });

  it("takes a message that the user sends in the meantime as the answer", async () => {
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
    expect(shownTexts(conversation)).toEqual(["u", ""]);
  });
});
