import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Snapshot } from "@/lib/shared/chat/contract";
import { Conversation } from "./conversation";
import { assistant, FakeServer, ID, user } from "./fake-server";

let server: FakeServer;
let conversation: Conversation;
let close: () => void;

beforeEach(() => {
  server = new FakeServer();
  vi.stubGlobal("fetch", server.fetch);
  server.say(user("u"), assistant("a", "Done"));
  server.run("completed", "a");
});
afterEach(() => {
  close();
  vi.unstubAllGlobals();
});

function open(about: Partial<Snapshot["conversation"]> = {}): Conversation {
  server.snapshot = { ...server.snapshot, conversation: { ...server.snapshot.conversation, ...about } };
  conversation = new Conversation(ID, server.snapshot);
  close = conversation.open();
  return conversation;
}

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 3_000, interval: 10 });
const posts = () => server.calls.filter((call) => call.startsWith("POST"));

describe("stopping an answer", () => {
  beforeEach(() => server.run("running", "a"));

  it("sends one request and ends when the server confirms", async () => {
    open();
    void conversation.stop();
    void conversation.stop();
    expect(conversation.state.stopping).toBe(true);
    server.run("completed", "a");
    await eventually(() => expect(conversation.state).toMatchObject({ stopping: false, running: false }));
    expect(posts()).toEqual(["POST /api/chat/ID/stop"]);
  });

  it("shows an error when unreachable and can be repeated", async () => {
    open();
    server.online = false;
    await conversation.stop();
    expect(conversation.state).toMatchObject({
      ...{ stopping: false, problem: "Not stopped. Easel cannot be reached." },
    });
    server.online = true;
    await conversation.stop();
    expect(conversation.state.problem).toBeUndefined();
    expect(posts()).toEqual(["POST /api/chat/ID/stop"]);
  });
});

describe("ending the session", () => {
  it("sends one request and shows the server's result", async () => {
    open();
    server.respond = () => {
      const { conversation } = server.snapshot;
      server.snapshot = { ...server.snapshot, conversation: { ...conversation, isEnding: true } };
      return Response.json({});
    };
    const ended = conversation.endSession();
    void conversation.endSession();
    expect(conversation.state.isEndingSession).toBe(true);
    await ended;
    expect(conversation.state.isEndingSession).toBe(false);
    expect(conversation.state.snapshot.conversation.isEnding).toBe(true);
    expect(posts()).toEqual(["POST /api/chat/ID/end-session"]);
  });

  it("shows the error when refused and changes nothing", async () => {
    open();
    server.refuse(409, "Something waits for you.");
    await conversation.endSession();
    expect(conversation.state.isEndingSession).toBe(false);
    expect(conversation.state.problem).toBe("Session not ended. Something waits for you.");
  });
});

it("a refused summary shows the error and keeps all messages", async () => {
  open();
  server.refuse(429, "No requests are left today.");
  await conversation.compact();
  expect(conversation.state.problem).toBe("Not summarised. No requests are left today.");
  expect(conversation.state.snapshot.messages.map(({ id }) => id)).toEqual(["u", "a"]);
});

describe("allowed tool", () => {
  const approvedTools = ["house_paint@3", "house_paint@4@web", "house_clean"];

  it("loses the permission for every version of the tool, and other tools keep theirs", async () => {
    open({ approvedTools });
    await conversation.askAgain("house_paint");
    expect(server.patches).toEqual([{ approvedTools: ["house_clean"] }]);
    expect(server.calls).toContain("GET /api/conversations/ID");
  });

  it("stays allowed with an error when the server refuses", async () => {
    open({ approvedTools });
    server.change = () => Response.json({ error: { code: "x", message: "It is gone." } }, { status: 410 });
    await conversation.askAgain("house_clean");
    expect(conversation.state.problem).toBe("Not changed. It is gone.");
    expect(conversation.state.snapshot.conversation.approvedTools).toEqual(approvedTools);
  });
});

describe("surface", () => {
  const surface = { messageId: "a", toolCallId: "c" };
  const surfaces = () => conversation.state.snapshot.sheets;

  it("closes before the server responds, and keeps its other data", async () => {
    open();
    const fact = { id: "a/c", version: 4, isClosed: false, hasFailed: true };
    const other = { id: "a/d", version: 1, isClosed: true, hasFailed: false };
    server.snapshot = { ...server.snapshot, sheets: [fact, other] };
    conversation.changed(null);
    await eventually(() => expect(surfaces()).toEqual([fact, other]));
    const changing = conversation.changeSheet(surface, { isClosed: true });
    expect(surfaces()).toContainEqual({ ...fact, isClosed: true });
    expect(surfaces()).toContainEqual(other);
    await changing;
    expect(server.patches).toEqual([{ messageId: "a", toolCallId: "c", isClosed: true }]);
    expect(server.calls).toContain("PATCH /api/sheets/ID/state");
  });

  it("reopens with an error when the server refuses to close it", async () => {
    open();
    server.change = () => Response.json({ error: { code: "x", message: "It is gone." } }, { status: 404 });
    await conversation.changeSheet(surface, { isClosed: true });
    expect(conversation.state.problem).toBe("Sheet not changed. It is gone.");
    await eventually(() => expect(surfaces()).toBeUndefined());
  });

  it("reopens the surface when the server is unreachable", async () => {
    open();
    server.online = false;
    const changing = conversation.changeSheet(surface, { isClosed: true });
    expect(surfaces()).toContainEqual(expect.objectContaining({ id: "a/c", isClosed: true }));
    await changing;
    expect(surfaces()).toContainEqual(expect.objectContaining({ id: "a/c", isClosed: false }));
    expect(conversation.state.problem).toMatch(/^Sheet not changed\. /);
  });

  it("stays marked as failed when the server is unreachable", async () => {
    open();
    server.online = false;
    const closing = conversation.changeSheet(surface, { isClosed: true });
    await conversation.changeSheet(surface, { hasFailed: true });
    await closing;
    expect(surfaces()).toEqual([expect.objectContaining({ isClosed: false, hasFailed: true })]);
  });

  it("is sent once as a message without an open ask, or returns the error", async () => {
    open();
    const sheet = { ...surface, title: "Guests", output: { count: 3 } };
    server.respond = () => new Response(null);
    expect(await conversation.sendSheet(sheet)).toBeUndefined();
    expect(server.posts[0]?.message?.parts).toEqual([{ type: "data-answer", data: sheet }]);
    server.refuse(422, "Three are too many.");
    expect(await conversation.sendSheet(sheet)).toBe("Three are too many.");
    server.online = false;
    expect(await conversation.sendSheet(sheet)).toBe("Easel cannot be reached. Try again.");
    expect(conversation.state.outbox.filter(({ state }) => state === "failed")).toEqual([]);
  });
});
