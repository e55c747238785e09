import { expect, test, vi } from "vitest";
import type { Chunk } from "@/lib/agent/message/message";
import { eachText } from "./writing";

const delta = (delta: string): Chunk => ({ type: "text-delta", id: "t", delta });

test("shows a streaming text once it is long enough or after a delay, and always at its end", async () => {
  const shown: string[] = [];
  const pause = Promise.withResolvers<void>();
  async function* stream(): AsyncGenerator<Chunk> {
    yield { type: "start", messageId: "m" };
    yield { type: "text-start", id: "t" };
    yield delta("Short");
    expect(shown).toEqual([]);
    await pause.promise;
    yield delta(" no more");
    yield { type: "text-end", id: "t" };
    yield { type: "text-start", id: "t" };
    yield delta("x".repeat(80));
    yield { type: "text-end", id: "t" };
  }
  const read = eachText(stream(), new AbortController().signal, ({ messageId, at, text }) => {
    shown.push(`${messageId}/${at} ${text.slice(0, 20)}`);
    pause.resolve();
  });
  await vi.waitFor(() => expect(shown[0]).toBe("m/0 Short"));
  await read;
  expect(shown).toContain("m/0 Short no more");
  expect(shown.at(-1)).toBe(`m/1 ${"x".repeat(20)}`);
});
