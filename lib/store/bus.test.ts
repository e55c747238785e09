import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  listening,
  type Notice,
  payload,
  publish,
  subscribe,
  waitForConversationChange,
  waitForNotice,
} from "./bus";
import { connect } from "./connection";
import { testDatabase } from "./testing/database";

let other: ReturnType<typeof connect>;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await testDatabase();
  drop = database.drop;
  other = connect(database.url, { max: 1 });
});
afterAll(async () => {
  await other.end();
  await drop();
});

const state = (key: string): Notice => ({ type: "state", agent: randomUUID(), key });

test("listeners receive a local notice at once and only once, and notices of other servers", async () => {
  const got: Notice[] = [];
  const leave = subscribe((notice) => got.push(notice));
  const notice = state("a");
  publish(notice);
  expect(got).toEqual([notice]);
  await listening();
  await other`select pg_notify('easel', ${payload([notice])})`;
  await other`select pg_notify('easel', 'no JSON')`;
  await other`select pg_notify('easel', '{"from":"x","notices":[{"type":"unheard of"}]}')`;
  const foreign = state("b");
  await other`select pg_notify('easel', ${JSON.stringify({ from: "x", notices: [foreign] })})`;
  await expect.poll(() => got).toEqual([notice, foreign]);
  leave();
});

test("publish delivers many notices with long keys to other servers", async () => {
  const got = new Set<string>();
  const { unlisten } = await other.listen("easel", (text) => {
    for (const notice of JSON.parse(text).notices) got.add(notice.key);
  });
  const keys = Array.from({ length: 300 }, (_, n) => `${n} ${"ü€👩".repeat(40)}`);
  for (const key of keys) publish(state(key));
  // Only check that all have arrived: notices of earlier tests may still arrive, too.
  await expect.poll(() => keys.filter((key) => !got.has(key))).toEqual([]);
  await unlisten();
});

test("waitForNotice resolves on a matching notice or after the timeout", async () => {
  let over = false;
  const waiting = waitForNotice((notice) => notice.type === "state" && notice.key === "this", 10_000).then(
    () => {
      over = true;
    },
  );
  publish(state("that"));
  await Promise.resolve();
  expect(over).toBe(false);
  publish(state("this"));
  await waiting;
  await waitForNotice(() => false, 5);
  await waitForConversationChange(randomUUID());
});
