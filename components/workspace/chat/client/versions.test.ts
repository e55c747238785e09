import type { UIMessage } from "ai";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Conversation } from "./conversation";
import { assistant, FakeServer, ID, textChunks, user } from "./fake-server";
import { shownMessages } from "./state";

let server: FakeServer;
let conversation: Conversation;
let close: () => void;

beforeEach(async () => {
  server = new FakeServer();
  vi.stubGlobal("fetch", server.fetch);
  server.say(
    user("u1", "Rye"),
    assistant("a1", "Rye it is"),
    user("u2", "More"),
    assistant("a2", "More rye"),
  );
  server.run("completed", "a2");
  conversation = new Conversation(ID, server.snapshot);
  close = conversation.open();
  await eventually(() => expect(server.calls).toHaveLength(1));
});
afterEach(() => {
  close();
  vi.unstubAllGlobals();
});

const textOf = (message: UIMessage) =>
  message.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
const shownTexts = () => shownMessages(conversation.state).map(textOf);
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 3_000, interval: 10 });

it("an edited message is shown at once, sent with the id of the replaced one, and answered", async () => {
  const taking = conversation.edit("u1", "Wheat");
  expect(shownTexts()).toEqual(["Wheat"]);
  expect(await taking).toBeUndefined();
  expect(server.posts).toMatchObject([
    { replaces: "u1", message: { parts: [{ type: "text", text: "Wheat" }] } },
  ]);
  server.write(...textChunks("a3", "Wheat it is"));
  await eventually(() => expect(shownTexts()).toEqual(["Wheat", "Wheat it is"]));
  expect(conversation.state.running).toBe(true);
});

it("the chat keeps the files of an edited message", async () => {
  const file = {
    type: "file",
    mediaType: "text/plain",
    filename: "a.txt",
    url: "data:text/plain;base64,YQ==",
  } as const;
  const first = { ...user("u1", "Rye"), parts: [...user("u1", "Rye").parts, file] };
  server.snapshot = { ...server.snapshot, messages: [first, assistant("a1", "Rye it is")] };
  conversation.reconnect();
  await eventually(() => expect(conversation.state.snapshot.messages[0]?.parts).toHaveLength(2));
  await conversation.edit("u1", "Wheat");
  expect(server.posts[0]?.message?.parts).toEqual([{ type: "text", text: "Wheat" }, file]);
});

it("the chat reverts a refused or unsent edit and returns the error", async () => {
  server.refuse(409, "The agent is still writing.");
  expect(await conversation.edit("u1", "Wheat")).toBe("The agent is still writing.");
  expect(shownTexts()).toEqual(["Rye", "Rye it is", "More", "More rye"]);
  server.online = false;
  expect(await conversation.edit("u1", "Wheat")).toBe("Easel cannot be reached.");
  expect(shownTexts()).toEqual(["Rye", "Rye it is", "More", "More rye"]);
});

it("the chat hides a retried answer at once and restores it on failure", async () => {
  const trying = conversation.retry("a1");
  expect(shownTexts()).toEqual(["Rye"]);
  void conversation.retry("a1");
  await trying;
  expect(server.posts).toEqual([{ id: ID, retry: { messageId: "a1" } }]);
  server.write(...textChunks("a3", "Anew"));
  await eventually(() => expect(shownTexts()).toEqual(["Rye", "Anew"]));
});

it("the chat shows why a retry failed", async () => {
  server.refuse(404, "It is gone.");
  await conversation.retry("a1");
  expect(shownTexts()).toHaveLength(4);
  expect(conversation.state.problem).toBe("Not retried. It is gone.");
});

it("the chat switches branches one at a time", async () => {
  server.change = () => {
    server.snapshot = { ...server.snapshot, messages: [user("u0", "Oats")] };
    return Response.json({});
  };
  const turning = conversation.showMessage("u0");
  expect(conversation.state.turningTo).toBe("u0");
  expect(await conversation.showMessage("u9")).toBe(false);
  expect(await turning).toBe(true);
  expect(server.patches).toEqual([{ showMessage: "u0" }]);
  expect(shownTexts()).toEqual(["Oats"]);
  expect(conversation.state.turningTo).toBeUndefined();
});

it("the chat shows why a message cannot be shown", async () => {
  server.change = () =>
    Response.json({ error: { code: "not_found", message: "It is gone." } }, { status: 404 });
  expect(await conversation.showMessage("u0")).toBe(false);
  expect(conversation.state.problem).toBe("Not shown. It is gone.");
});

it("the chat sends the chosen model with the first message only", async () => {
  const fresh = new Conversation(ID, null);
  const leave = fresh.open();
  fresh.send("Hello", { model: "openai/gpt-5.2" });
  await eventually(() => expect(fresh.state.isStored).toBe(true));
  fresh.send("More", { model: "openai/gpt-5.2" });
  await eventually(() => expect(server.posts).toHaveLength(2));
  expect(server.posts.map(({ model }) => model)).toEqual(["openai/gpt-5.2", undefined]);
  leave();
});
