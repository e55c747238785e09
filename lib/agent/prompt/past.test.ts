import { expect, test } from "vitest";
import { messageTokens } from "@/lib/agent/message/estimate";
import type { Message } from "@/lib/agent/message/message";
import { planCompaction } from "./compaction";
import { toModelMessages } from "./history";
import { Past } from "./past";

const COUNT = 10_000;
const messages = Array.from(
  { length: COUNT },
  (_, n): Message => ({
    id: `m${n}`,
    role: n % 2 ? "assistant" : "user",
    parts: [{ type: "text", text: `Message ${n}` }],
  }),
);
const own: Message = { id: "own", role: "assistant", parts: [] };
const model = {
  ...{ id: "test/model", provider: "openai" as const, contextWindow: 128_000 },
  can: { tools: null, images: null, reasoning: null },
};
const where = { agentId: "", conversationId: "" };

async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let [turns, isDone] = [0, false];
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isDone = true;
  return turns;
}

test("counts and converts 10,000 earlier messages in slices, with the same result as at once", async () => {
  const past = new Past(messages);
  expect(await turnsDuring(() => past.prepare(own, model, where))).toBeGreaterThan(30);
  expect(past.tokens(own)).toBe([...messages, own].reduce((sum, one) => sum + messageTokens(one), 0));
  let converted: unknown;
  const turns = await turnsDuring(async () => {
    converted = await past.forModel(own);
  });
  expect(turns).toBeGreaterThan(30);
  expect(converted).toEqual(await toModelMessages([...messages, own]));
});

test("plans a summary of 10,000 messages and reads each id fewer than ten times", () => {
  let reads = 0;
  const counted = messages.map(
    ({ id, ...message }): Message => ({
      ...message,
      get id() {
        reads += 1;
        return id;
      },
    }),
  );
  expect(planCompaction(counted, 20_000, false)?.summarised.length).toBeGreaterThan(0);
  expect(reads).toBeLessThan(10 * COUNT);
});
