import { expect, test } from "vitest";
import { redact } from "./redact";

const source = {
  OPENAI_API_KEY: "plain-looking-value",
  EASEL_PASSWORD: "open sesame",
  EASEL_SECRET: "open sesame street",
  MY_SERVICE_TOKEN: "t0k3n",
  QUOTED_SECRET: 'say "friend"',
  DATABASE_URL: "postgres://easel:p%40ss%2Fword@db/easel",
  HTTPS_PROXY: "http://me:proxypass@proxy:8080",
  KEYBOARD: "qwerty",
  SHORT_KEY: "abc",
  PATH: "/usr/bin",
};

test.each([
  ["the key plain-looking-value was refused", "the key [hidden] was refused"],
  ["password open sesame street!", "password [hidden]!"],
  ["?p=open%20sesame&x", "?p=[hidden]&x"],
  ["t0k3n", "[hidden]"],
  [JSON.stringify({ x: 'say "friend"' }), '{"x":"[hidden]"}'],
  ["p@ss/word and p%40ss%2Fword", "[hidden] and [hidden]"],
  ["cannot reach http://me:proxypass@proxy:8080", "cannot reach http://me:[hidden]@proxy:8080"],
  ["postgres://a:other@host/db", "postgres://a:[hidden]@host/db"],
  ["authorization: Bearer abcdefghijk.lmn", "authorization: Bearer [hidden]"],
  ["GET /calendar/abcdefghijklmnop_1234.ics failed", "GET /calendar/[hidden].ics failed"],
  ["POST /hooks/abcdefghijklmnop-1234 failed", "POST /hooks/[hidden] failed"],
  ["key sk-proj-abcdefghijklmnop1234 is wrong", "key [hidden] is wrong"],
])("redact hides the secret in: %s", (text, expected) => {
  expect(redact(text, source)).toBe(expected);
});

test.each([
  "qwerty abc /usr/bin",
  "http://localhost:3000/a@b",
  "the bearer of news",
  "task-force sk-1",
  "10:30 a@b",
])("redact does not change: %s", (text) => {
  expect(redact(text, source)).toBe(text);
});
