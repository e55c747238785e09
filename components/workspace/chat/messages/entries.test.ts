import { expect, it } from "vitest";
import { assistant, user } from "../client/fake-server";
import { type ConversationState, initialState } from "../client/state";
import { entriesOf, troubleOf } from "./entries";

const AT = "2026-11-21T09:00:00.000Z";
const snapshot = {
  conversation: { id: "c", title: "", createdAt: AT, updatedAt: AT },
  messages: [],
  run: null,
  asks: [],
};
const state = (change: Partial<ConversationState>): ConversationState => ({
  ...initialState("c", snapshot),
  ...change,
});
const kinds = (change: Partial<ConversationState>) =>
  entriesOf(state(change)).map(({ kind, key }) => `${kind} ${key}`);
const run = { id: "r", status: "running", messageId: "a" } as const;

it("a message keeps its key from being sent until its answer is shown", () => {
  const message = user("u");
  const sending = { message, state: "sending", answers: false } as const;
  expect(kinds({ outbox: [sending] })).toEqual(["unsent u"]);
  expect(kinds({ snapshot: { ...snapshot, messages: [message], run }, running: true })).toEqual([
    "message u",
    "begun begun",
  ]);
  const live = assistant("a", "Hi");
  expect(kinds({ snapshot: { ...snapshot, messages: [message], run }, running: true, live })).toEqual([
    "message u",
    "message a",
  ]);
});

it("messages sent during a run are below the running message", () => {
  const messages = [user("u"), user("s")];
  const live = assistant("a", "Hi");
  expect(
    kinds({ snapshot: { ...snapshot, messages, run: { ...run, pending: 1 } }, running: true, live }),
  ).toEqual(["message u", "message a", "waiting s"]);
});

it("a message that answers a question is no separate entry, unless sending it failed", () => {
  const answer = { message: user("u"), state: "sending", answers: true } as const;
  expect(kinds({ outbox: [answer] })).toEqual([]);
  expect(kinds({ outbox: [{ ...answer, state: "failed" }] })).toEqual(["unsent u"]);
});

it("messages after the one being rewritten are hidden", () => {
  const messages = [user("u"), assistant("a", "Hi")];
  const rewriting = { from: "u", message: user("v") };
  expect(kinds({ snapshot: { ...snapshot, messages }, rewriting })).toEqual(["message v", "begun begun"]);
});

it("a failure is shown once: in its message, or below all messages", () => {
  const failed = { ...run, status: "failed", error: { code: "crashed", message: "It broke." } } as const;
  const bare = { snapshot: { ...snapshot, messages: [user("u")], run: failed } };
  expect(kinds(bare)).toEqual(["message u", "failed failed"]);
  expect(troubleOf(state(bare))).toBe("It broke.");
  const notice = {
    type: "data-notice",
    data: { kind: "error", code: "bad_key", message: "No key." },
  } as const;
  const failedMessage = { id: "a", role: "assistant", parts: [notice] } as const;
  const withNotice = {
    snapshot: { ...snapshot, messages: [user("u"), { ...failedMessage, parts: [notice] }], run: failed },
  };
  expect(kinds(withNotice)).toEqual(["message u", "message a"]);
  expect(troubleOf(state(withNotice))).toBe("No key.");
  expect(troubleOf(state({}))).toBeUndefined();
});
