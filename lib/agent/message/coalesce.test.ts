import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { describe, expect, test, vi } from "vitest";
import { joinedDeltas } from "./coalesce";

type Part = LanguageModelV4StreamPart;

/** A stream written by the test, merged in windows of `windowMs`. */
function joined(windowMs: number) {
  let source: ReadableStreamDefaultController<Part> | undefined;
  const cancelled = vi.fn();
  const stream = new ReadableStream<Part>({
    start(controller) {
      source = controller;
    },
    cancel: cancelled,
  });
  const reader = stream.pipeThrough(joinedDeltas(windowMs)).getReader();
  return {
    cancelled,
    reader,
    write: (...parts: Part[]) => {
      for (const part of parts) source?.enqueue(part);
    },
    fail: (error: unknown) => source?.error(error),
    async rest() {
      source?.close();
      const parts: Part[] = [];
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return parts;
        parts.push(value);
      }
    },
  };
}

const text = (delta: string, id = "t"): Part => ({ type: "text-delta", id, delta });
const start: Part = { type: "text-start", id: "t" };
const end: Part = { type: "text-end", id: "t" };
/** Waits longer than the window, so that a timer would have fired. */
const afterWindow = (windowMs: number) => new Promise((resolve) => setTimeout(resolve, windowMs + 20));

describe("deltas", () => {
  test("that arrive together are merged completely and in order", async () => {
    const words = Array.from({ length: 500 }, (_, n) => `word${n} `);
    const { write, rest } = joined(1_000);
    write(start, ...words.map((word) => text(word)), end);
    const parts = await rest();
    expect(parts.map(({ type }) => type)).toEqual(["text-start", "text-delta", "text-delta", "text-end"]);
    expect(parts.map((part) => (part.type === "text-delta" ? part.delta : "")).join("")).toBe(words.join(""));
  });

  test("pass at once after a pause or a start", async () => {
    const { write, reader } = joined(1_000);
    write(start, text("a"));
    expect((await reader.read()).value).toEqual(start);
    expect((await reader.read()).value).toEqual(text("a"));
  });

  test("are released at the end of their window without a further part", async () => {
    const { write, reader } = joined(5);
    write(text("a"), text("b"), text("c"));
    expect((await reader.read()).value).toEqual(text("a"));
    expect((await reader.read()).value).toEqual(text("bc"));
  });

  test("of different parts or kinds are not merged", async () => {
    const reasoning: Part = { type: "reasoning-delta", id: "t", delta: "r" };
    const input: Part = { type: "tool-input-delta", id: "t", delta: "{" };
    const { write, rest } = joined(1_000);
    write(text("a"), text("b", "u"), text("c", "u"), reasoning, input, text("d"));
    const parts = await rest();
    expect(parts).toEqual([text("a"), text("bc", "u"), reasoning, input, text("d")]);
  });

  test("keep the provider metadata of one of them", async () => {
    const providerMetadata = { test: { signature: "s" } };
    const { write, rest } = joined(1_000);
    write(text("a"), { ...text("b"), providerMetadata } as Part, text("c"));
    expect(await rest()).toEqual([text("a"), { ...text("bc"), providerMetadata }]);
  });

  test("come before the error that ends their stream", async () => {
    const { write, rest } = joined(1_000);
    write(text("a"), text("b"), { type: "error", error: "boom" });
    expect(await rest()).toEqual([text("a"), text("b"), { type: "error", error: "boom" }]);
  });
});

describe("a stream that ends early", () => {
  test("cancels its source when the reader stops, and leaves no timer", async () => {
    const { write, reader, cancelled } = joined(5);
    write(text("a"), text("b"));
    await reader.read();
    await reader.cancel("enough");
    await vi.waitFor(() => expect(cancelled).toHaveBeenCalledWith("enough"));
    await afterWindow(5);
  });

  test("passes the error on, and leaves no timer", async () => {
    const { write, reader, fail } = joined(5);
    write(text("a"), text("b"));
    await reader.read();
    fail(new Error("cut"));
    await expect(reader.read()).rejects.toThrow("cut");
    await afterWindow(5);
  });
});
