import { expect, test } from "vitest";
import { eventBytes, TolerantEvents } from "./tolerant-events";

function passed(text: string): string {
  const events = new TolerantEvents();
  const read = text.split(/(?<=\n)/).map((line) => events.read(new TextEncoder().encode(line)));
  return Buffer.concat([...read, events.end()].map(eventBytes)).toString();
}

test.each([
  ["an event of Anthropic", 'event: message_start\ndata: {"type":"message_start"}\n\n'],
  [
    "an error of Anthropic",
    'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"x"}}\n\n',
  ],
  ["an event of Gemini", 'data: {"candidates":[],"usageMetadata":{"a":-1}}\n\n'],
  ["an event of OpenAI's responses", 'event: error\ndata: {"type":"error","message":"x","code":null}\n\n'],
  ["broken JSON", "event: x\ndata: {bad\n\ndata: bad\n\n"],
  ["comments and [DONE]", ": hello\n\ndata: [DONE]\n\n"],
])("passes on %s unchanged", async (_, text) => {
  expect(passed(text)).toBe(text);
});

test.each([
  "event: ping\ndata: {}\n\n",
  "data: {}\n\n",
  "data: null\n\n",
  "event: keep-alive\ndata: now\n\n",
])("drops %j", async (text) => {
  expect(passed(text)).toBe("");
});

test("drops unknown events, but passes on the first one if the answer has no known event", async () => {
  const unknown = 'data: {"a":1}\n\n';
  const geminiEvent = 'data: {"candidates":[]}\n\n';
  const end = "data: [DONE]\n\n";
  expect(passed(unknown + geminiEvent + end)).toBe(geminiEvent + end);
  expect(passed(geminiEvent + unknown + end)).toBe(geminiEvent + end);
  expect(passed(`${unknown}data: {"b":1}\n\n${end}`)).toBe(unknown + end);
  expect(passed(unknown)).toBe(unknown);
  const opening = { delta: { role: "assistant", content: "" } };
  const empty = [opening, { finish_reason: "stop", delta: {} }].map(
    (choice) => `data: ${JSON.stringify({ created: 1, choices: [choice], usage: null })}\n\n`,
  );
  const read = await passed(empty[0] + unknown + empty[1] + end);
  expect(read.split("\n\n").slice(2)).toEqual([unknown.trim(), end.trim(), ""]);
});

test("joins the lines of an event that arrive one by one, and passes on an unfinished event", async () => {
  const event = 'data: {"id":7,\ndata: "choices":[]}\n\n';
  expect(passed(event)).toBe('data: {"id":"7","choices":[],"created":null,"usage":null}\n\n');
  expect(passed('data: {"type":"x"}')).toBe('data: {"type":"x"}\n');
});

test("gives tool calls without an index one number for each id", async () => {
  const chunk = (id: string, name?: string) =>
    `data: ${JSON.stringify({ choices: [{ delta: { tool_calls: [{ id, function: { name, arguments: "{}" } }] } }] })}\n\n`;
  const text = await passed(chunk("a", "x") + chunk("b", "y") + chunk("b"));
  expect([...text.matchAll(/"index":(\d)/g)].map(([, index]) => index)).toEqual(["0", "1", "1"]);
});
