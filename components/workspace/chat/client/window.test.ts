import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Snapshot } from "@/lib/shared/chat/contract";
import { Conversation } from "./conversation";
import { assistant, FakeServer, ID, textChunks, user } from "./fake-server";
import { loadChat } from "./follower";
import { shownMessages } from "./state";

let server: FakeServer;
let close: () => void;

beforeAll(async () => void (await loadChat()));
beforeEach(() => {
  server = new FakeServer();
  server.windowSize = 2;
  server.say(
    user("m1"),
    assistant("m2", "2"),
    user("m3"),
    assistant("m4", "4"),
    user("m5"),
    assistant("m6", "6"),
  );
  server.run("completed", "m6");
  vi.stubGlobal("fetch", server.fetch);
});
afterEach(() => {
  close();
  vi.unstubAllGlobals();
});

/** The snapshot of a page that was rendered with the newest two messages. */
const ofPage = (): Snapshot => {
  const { messages } = server.snapshot;
  const earlier = { count: messages.length - 2, messages: messages.slice(0, 1) };
  return structuredClone({ ...server.snapshot, messages: messages.slice(-2), earlier });
};

function open(initial = ofPage()): Conversation {
  const conversation = new Conversation(ID, initial);
  close = conversation.open();
  return conversation;
}

const ids = ({ state }: Conversation) =>
  shownMessages(state)
    .map(({ id }) => id)
    .join(" ");
const earlier = ({ state }: Conversation) => state.snapshot.earlier?.count ?? 0;
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 3_000, interval: 10 });
const changed = async (conversation: Conversation, check: () => void) => {
  await eventually(() => {
    conversation.changed(ID);
    check();
  });
};

it("the chat opens with a window and loads earlier messages page by page", async () => {
  const conversation = open();
  const [first] = shownMessages(conversation.state);
  expect([ids(conversation), earlier(conversation)]).toEqual(["m5 m6", 4]);
  await Promise.all([conversation.loadEarlier(), conversation.loadEarlier()]);
  expect([ids(conversation), earlier(conversation)]).toEqual(["m3 m4 m5 m6", 2]);
  expect(conversation.state.snapshot.earlier?.messages.map(({ id }) => id)).toEqual(["m1"]);
  expect(shownMessages(conversation.state)).toContain(first);
  await conversation.loadEarlier();
  await conversation.loadEarlier();
  expect([ids(conversation), conversation.state.snapshot.earlier]).toEqual(["m1 m2 m3 m4 m5 m6", null]);
});

it("loaded messages stay when the conversation changes, and unchanged ones stay the same objects", async () => {
  const conversation = open();
  await conversation.loadEarlier();
  const before = shownMessages(conversation.state);
  server.say(user("m7"), assistant("m8", "8"));
  await changed(conversation, () => expect(ids(conversation)).toBe("m3 m4 m5 m6 m7 m8"));
  for (const message of before) expect(shownMessages(conversation.state)).toContain(message);
  expect(earlier(conversation)).toBe(2);
});

it("the chat keeps a page that arrives while a changed conversation is read", async () => {
  const conversation = open();
  server.say(user("m7"));
  conversation.changed(ID);
  await conversation.loadEarlier();
  await eventually(() => expect(ids(conversation)).toBe("m3 m4 m5 m6 m7"));
});

it("the chat shows the newest messages of another branch that leaves out all loaded ones", async () => {
  const conversation = open();
  server.snapshot = {
    ...server.snapshot,
    messages: [user("m1"), assistant("n2", "n2"), user("n3"), user("n4")],
  };
  await changed(conversation, () => expect(ids(conversation)).toBe("n3 n4"));
  expect(earlier(conversation)).toBe(2);
});

it("the chat reads the conversation again if the message before which it loads is no longer shown", async () => {
  const conversation = open();
  server.snapshot = { ...server.snapshot, messages: [user("n1"), user("n2"), user("n3")] };
  await conversation.loadEarlier();
  expect([ids(conversation), earlier(conversation)]).toEqual(["n2 n3", 1]);
});

it("the chat loads the messages from a linked one on, and shows the branch of a hidden one", async () => {
  const conversation = open();
  expect(await conversation.find("m6")).toBe(true);
  expect(server.calls).toEqual([]);
  expect(await conversation.find("m2")).toBe(true);
  expect([ids(conversation), earlier(conversation)]).toEqual(["m2 m3 m4 m5 m6", 1]);
  expect(server.patches).toEqual([]);
  server.change = () => {
    const branch = [user("h1"), assistant("h2", "h2"), user("h3"), assistant("h4", "h4")];
    server.snapshot = { ...server.snapshot, messages: branch };
    return Response.json({});
  };
  expect(await conversation.find("h1")).toBe(true);
  expect(server.patches).toEqual([{ showMessage: "h1" }]);
  expect(ids(conversation)).toBe("h1 h2 h3 h4");
});

it("the chat reports that a linked message does not exist", async () => {
  const conversation = open();
  server.change = () => Response.json({ error: { code: "not_found", message: "No such." } }, { status: 404 });
  expect(await conversation.find("nothing")).toBe(false);
  expect(conversation.state.problem).toContain("No such.");
  expect(ids(conversation)).toBe("m5 m6");
});

it("the chat loads everything for an export, or reports that it failed", async () => {
  const conversation = open();
  server.online = false;
  expect(await conversation.loadAll()).toBe(false);
  expect(conversation.state.lost).toBe(true);
  server.online = true;
  expect(await conversation.loadAll()).toBe(true);
  expect(ids(conversation)).toBe("m1 m2 m3 m4 m5 m6");
});

it("the chat edits the first message that is loaded, and keeps the earlier ones within reach", async () => {
  const conversation = open();
  const editing = conversation.edit("m5", "Otherwise");
  await editing;
  const sent = server.posts[0]?.message ?? user("?");
  expect(server.posts[0]?.replaces).toBe("m5");
  server.write(...textChunks("n6", "Yes."));
  await eventually(() => expect(ids(conversation)).toBe(`${sent.id} n6`));
  server.snapshot = {
    ...server.snapshot,
    messages: [...server.snapshot.messages.slice(0, 4), sent, assistant("n6", "Yes.")],
  };
  server.run("completed", "n6");
  server.end();
  await eventually(() => expect(conversation.state.running).toBe(false));
  await conversation.loadEarlier();
  expect(ids(conversation)).toBe(`m3 m4 ${sent.id} n6`);
});

it("an unchanged conversation is read without its content, and shown after a local change", async () => {
  const conversation = open();
  await changed(conversation, () => expect(server.unchanged).toBeGreaterThan(0));
  const before = shownMessages(conversation.state);
  await changed(conversation, () => expect(server.unchanged).toBeGreaterThan(1));
  expect(shownMessages(conversation.state)).toEqual(before);
  server.respond = () => new Response(null, { status: 204 });
  await conversation.answer(
    { toolCallId: "c", toolName: "t", kind: "answer", messageId: "m6", input: {}, createdAt: "" },
    {},
  );
  await eventually(() => expect(ids(conversation)).toBe("m5 m6"));
});
