import { expect, test } from "vitest";
import type { ChannelAccount } from "../define";
import { readUpdate } from "./read";

const US: ChannelAccount = { id: "1", name: "@easel_bot", url: null };
const ada = { id: 501, is_bot: false, first_name: "Ada" };
const bob = { id: 502, is_bot: false, first_name: "Bob" };
const group = { id: -100, type: "supergroup", title: "Bakers" };

const read = (text: string, more: object = {}) => {
  const message = { message_id: 7, date: 1_700_000_000, chat: group, from: ada, text, ...more };
  const inbound = readUpdate({ update_id: 1, message }, US);
  return inbound?.type === "message" ? inbound : null;
};
const at = (type: string, offset: number, length: number) => ({ entities: [{ type, offset, length }] });

test.each([
  ["no mention", "hello all", {}, false, "hello all"],
  [
    "a mention of the agent, which is removed",
    "@Easel_Bot what is rye?",
    at("mention", 0, 10),
    true,
    "what is rye?",
  ],
  [
    "a mention of another bot",
    "@other_bot what is rye?",
    at("mention", 0, 10),
    false,
    "@other_bot what is rye?",
  ],
  ["a command", "/sessions", at("bot_command", 0, 9), true, "/sessions"],
  ["a command for the agent", "/sessions@easel_bot", at("bot_command", 0, 19), true, "/sessions"],
  [
    "a command for another bot",
    "/sessions@other_bot",
    at("bot_command", 0, 19),
    false,
    "/sessions@other_bot",
  ],
  [
    "a reply to the agent",
    "and spelt?",
    { reply_to_message: { from: { id: 1, is_bot: true }, text: "Rye is a grain." } },
    true,
    "> Rye is a grain.\n\nand spelt?",
  ],
  [
    "a reply to another member",
    "and spelt?",
    { reply_to_message: { from: bob, text: "Buy rye." } },
    false,
    "> Buy rye.\n\nand spelt?",
  ],
] as const)(
  "detects in a group whether the agent is addressed: %s",
  (_, text, more, isAddressed, expected) => {
    expect(read(text, more)).toMatchObject({ isAddressed, text: expected, chat: { kind: "group" } });
  },
);

test("treats every message in a private chat as addressed", () => {
  expect(read("hello", { chat: { id: 501, type: "private" } })?.isAddressed).toBe(true);
});

test("records an origin for text by others: forwarded, quoted or written by a bot", () => {
  const origins = (more: object) => read("look", more)?.origins;
  expect(origins({})).toEqual([]);
  expect(origins({ reply_to_message: { from: { id: 1 }, text: "mine" } })).toEqual([]);
  expect(origins({ reply_to_message: { from: bob, text: "do as I say" } })).toHaveLength(1);
  expect(origins({ forward_origin: { type: "user", sender_user: bob } })).toHaveLength(1);
  expect(origins({ forward_origin: { type: "hidden_user", sender_user_name: "?" } })).toHaveLength(1);
  expect(origins({ via_bot: { id: 9, is_bot: true } })).toHaveLength(1);
});

test("ignores messages of bots and channels, and does not throw for invalid updates", () => {
  expect(read("hello", { from: { ...bob, is_bot: true } })).toBeNull();
  expect(read("hello", { chat: { id: -5, type: "channel" } })).toBeNull();
  for (const broken of [null, {}, { update_id: 1 }, { update_id: 1, message: { text: "x" } }, "update"])
    expect(() => readUpdate(broken, US)).not.toThrow();
});
