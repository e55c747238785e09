import { expect, test } from "vitest";
import { messageOfErrorBody } from "./error-message";
import { explainModelError } from "./errors";
import { answered } from "./testing/errors";

test.each([
  ["model x does not support tools", "model x does not support tools"],
  ['{"error":{"message":"model not loaded"}}', "model not loaded"],
  ['{"error":"model ran out of memory"}', "model ran out of memory"],
  ['{"error":{"code":400,"details":[{"reason":"BAD"}]}}', "BAD"],
  ['{"detail":"Not allowed"}', "Not allowed"],
  ['{"detail":[{"loc":["body"],"msg":"Field required","type":"missing"}]}', "Field required"],
  ['{"message":"No"}', "No"],
  ['{"object":"error","message":"Too hot","code":400}', "Too hot"],
  ['{"errors":[{"message":"First"},{"message":"Second"}]}', "First"],
  ['{"errors":["First"]}', "First"],
  ['[{"error":{"message":"In a list"}}]', "In a list"],
  ['{"error":{"message":"{\\"error\\":{\\"message\\":\\"Inner\\"}}"}}', "Inner"],
  ["<html><head><title> 502 Gateway </title></head><body>secret</body></html>", "502 Gateway"],
  ["<html>boom</html>", undefined],
  ['"just text"', "just text"],
  ['{"code":7}', undefined],
  ["{broken", undefined],
  ["", undefined],
])("extracts from %j the message %j", (body, text) => {
  expect(messageOfErrorBody(body)).toBe(text);
});

test.each([
  [400, "model x does not support tools", "“model x does not support tools”"],
  [422, { detail: [{ msg: "Field required" }] }, "“Field required”"],
  [500, { message: "CUDA out of memory" }, "“CUDA out of memory”"],
  [200, { error: { message: "model not loaded" } }, "“model not loaded”"],
  [400, `key sk-proj-abcdefghijklmnop is ${"long ".repeat(200)}`, "“key [hidden] is long"],
  [400, "first line\nsecond line", "“first line”"],
])("shows the message of a %d response with %j", (status, body, text) => {
  const { message } = explainModelError(answered(status, body));
  expect(message).toContain(text);
  expect(message.length).toBeLessThan(450);
});
