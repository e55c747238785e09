import type { UIMessage, UIMessageChunk } from "ai";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ThreadChat } from "./thread-chat";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] }));
afterEach(() => void vi.useRealTimers());

function read() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const shown: UIMessage[] = [];
  const end = new AbortController();
  const onMessage = (message: UIMessage) => void shown.push(message);
  void new ThreadChat([]).follow(readable, { shown: undefined, signal: end.signal, onMessage });
  const write = async (...chunks: UIMessageChunk[]) => {
    for (const chunk of chunks)
      void writer.write(new TextEncoder().encode(`data: ${JSON.stringify(chunk)}\n\n`));
    await pass(0);
  };
  return { shown, write, end };
}
const pass = async (ms: number) => {
  await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(ms);
};
const textDelta = (delta: string): UIMessageChunk => ({ type: "text-delta", id: "t", delta });
const last = (shown: UIMessage[]) => shown.at(-1)?.parts.at(-1);

it("the chat shows the first chunk after a pause at once and limits the rate after that", async () => {
  const { shown, write, end } = read();
  await write({ type: "start", messageId: "m" }, { type: "text-start", id: "t" }, textDelta("One"));
  expect(last(shown)).toMatchObject({ text: "One" });
  const before = shown.length;
  await write(textDelta(" two"));
  await write(textDelta(" three"));
  expect(shown).toHaveLength(before);
  await pass(60);
  expect(shown).toHaveLength(before + 1);
  expect(last(shown)).toMatchObject({ text: "One two three" });
  await pass(100);
  await write(textDelta(" four"));
  expect(last(shown)).toMatchObject({ text: "One two three four" });
  end.abort();
});

it("the chat shows a call as soon as its input is complete", async () => {
  const { shown, write, end } = read();
  await write(
    { type: "start", messageId: "m" },
    { type: "tool-input-start", toolCallId: "c", toolName: "render_and_wait" },
    { type: "tool-input-delta", toolCallId: "c", inputTextDelta: '{"title":' },
  );
  expect(last(shown)).toMatchObject({ state: "input-streaming" });
  await write({ type: "tool-input-delta", toolCallId: "c", inputTextDelta: '"Week"}' });
  expect(last(shown)).toMatchObject({ input: {} });
  const input = { title: "Week" };
  await write({ type: "tool-input-available", toolCallId: "c", toolName: "render_and_wait", input });
  expect(last(shown)).toMatchObject({ state: "input-available", input });
  end.abort();
});
