import { expect, test } from "vitest";
import { random } from "@/e2e/provider/random";
import { messageTokens } from "@/lib/agent/message/estimate";
import type { Message, Part } from "@/lib/agent/message/message";
import { compactHistory, planCompaction } from "@/lib/agent/prompt/compaction";
import { isContent } from "@/lib/agent/prompt/history";
import { readableMessages } from "@/lib/agent/prompt/past";
import { scripted } from "./testing/model";

function conversation(next: () => number): Message[] {
  const randomText = () => "word ".repeat(1 + Math.floor(next() ** 3 * 600));
  const step = (n: number): Part[] => [
    { type: "step-start" },
    { type: "text", text: randomText() },
    { type: "tool-look", toolCallId: `c${n}`, state: "output-available", input: { n }, output: randomText() },
  ];
  return Array.from({ length: 2 + Math.floor(next() * 12) }, (_, i): Message => {
    if (i % 2 === 0) return { id: `u${i}`, role: "user", parts: [{ type: "text", text: randomText() }] };
    const steps = Array.from({ length: 1 + Math.floor(next() * 5) }, (_, n) => step(n));
    return { id: `a${i}`, role: "assistant", parts: steps.flat() };
  });
}

const contents = (messages: readonly { parts: readonly Part[] }[]) =>
  messages.flatMap(({ parts }) => parts.filter(isContent));
const size = (messages: readonly Message[]) =>
  messages.reduce((sum, message) => sum + messageTokens(message), 0);

test("every part is either summarised or kept in order, and the result fits and starts with the summary", async () => {
  const next = random(7);
  let planned = 0;
  for (let round = 0; round < 60; round++) {
    const messages = conversation(next);
    const own: Message = { id: "own", role: "assistant", parts: [] };
    const all = contents(messages);
    let summarised: Part[] = [];
    for (let again = 0; again < 3; again++) {
      const budget = 1_000 + Math.floor(next() * 3_000);
      const done = planCompaction([...messages, own], budget, false);
      if (!done) break;
      planned += 1;
      summarised = [...summarised, ...contents(done.summarised)];
      expect([...summarised, ...contents(done.retained)]).toEqual([...all, ...contents([own])]);
      const signal = new AbortController().signal;
      const { model } = scripted(Array.from({ length: 40 }, () => ({ text: "So it was. ".repeat(200) })));
      const data = await compactHistory(done, {
        model,
        fits: 2_000,
        signal,
        ask: async (_, make) => void (await make()),
      });
      expect(data.by).toBe("model");
      own.parts.push({ type: "data-compaction", id: `m${again}`, data });
      const read = readableMessages([...messages, own]);
      expect(read[0]?.parts[0]).toMatchObject({ text: expect.stringContaining("<summary>") });
      expect(contents(read.slice(1))).toEqual(contents(done.retained));
      expect(size(read)).toBeLessThan(0.9 * budget + 150);
      own.parts.push({ type: "step-start" }, { type: "text", text: "word ".repeat(400) });
    }
  }
  expect(planned).toBeGreaterThan(50);
});

test("a model summarises text that was only shortened before", () => {
  const messages: Message[] = ["alpha", "beta", "gamma"].map((name) => ({
    id: name,
    role: "user",
    parts: [{ type: "text", text: `${name} ${"word ".repeat(800)}` }],
  }));
  const mark = (by: "model" | "cut"): Message => ({
    id: "own",
    role: "assistant",
    parts: [
      {
        type: "data-compaction",
        id: "m",
        data: { state: "done", by, summary: "S", from: { messageId: "beta", part: 0 }, messages: 1 },
      },
    ],
  });
  const summarisedIds = (by: "model" | "cut") =>
    planCompaction([...messages, mark(by)], 2_500, false)?.summarised.map(({ messageId }) => messageId);
  expect(summarisedIds("model")).toEqual(["beta"]);
  expect(summarisedIds("cut")).toEqual(["alpha", "beta"]);
});
