import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chunks, stage, textIn } from "@/lib/agent/loop/testing/stage";
import { isToolPart } from "@/lib/agent/message/message";
import { isWhole } from "@/lib/ground/base/testing/sample";
import { directive } from "../provider/directive";
import { random } from "../provider/random";
import { type Provider, startProvider } from "../provider/server";
import type { Turn } from "../provider/turn";
import { choose, equipment, wires } from "./chosen-model";

const SEEDS = isWhole ? [1, 2, 3, 4, 5, 6] : [1, 2];
const CUTS = isWhole ? 24 : 6;

let scene: Awaited<ReturnType<typeof stage>>;
let provider: Provider;
beforeAll(async () => {
  [scene, provider] = await Promise.all([stage(equipment), startProvider()]);
});
afterAll(() => Promise.all([scene.close(), provider.close()]));

const TOKENS = ["ab", "ü", "…", "日本語", "🙂", "👩‍👩‍👧", "e\u0301", "\n\n", '"', "\\", "data:", "\u2028"];

function prose(seed: number, count: number): string {
  const next = random(seed);
  const picked = Array.from({ length: count }, () => TOKENS[Math.floor(next() * TOKENS.length)]);
  return `So ${picked.join(" ")} end`;
}

const setting = (seed: number) => ({
  key: "pieces",
  value: { [prose(seed, 3)]: [seed, prose(seed + 1, 8)] },
});

describe.each(wires)("%s", (wire) => {
  beforeAll(() => choose(wire, provider));

  test("reassembles an answer that is split at any byte", async () => {
    const play = async (seed: number) => {
      const talk = scene.conversation();
      const [reasoning, text, last] = [prose(seed, 30), prose(seed + 1, 60), prose(seed + 2, 10)];
      const first: Turn = { split: seed, reasoning, text, tool: "set_state", input: setting(seed) };
      const stream = await chunks(await talk.say(directive(first, { split: seed, text: last })));
      const { run, messages } = await talk.read();
      const parts = messages.at(-1)?.parts ?? [];
      expect(run, `seed ${seed}`).toMatchObject({ status: "completed", error: null });
      expect(textIn(stream)).toBe(text + last);
      expect(textIn(parts)).toBe(text + last);
      expect(parts.flatMap((part) => (part.type === "reasoning" ? [part.text] : []))).toEqual([reasoning]);
      expect(parts.filter(isToolPart)).toMatchObject([{ input: setting(seed), state: "output-available" }]);
    };
    await Promise.all(SEEDS.map(play));
  });

  test("a run that is cut at any byte reports an error, keeps its output and can continue", async () => {
    const [reasoning, text] = [prose(7, 12), prose(8, 20)];
    const first: Turn = { reasoning, text, tool: "set_state", input: setting(7) };
    const play = async (cutAt?: number) => {
      const talk = scene.conversation();
      const cut: Turn = cutAt === undefined ? first : { ...first, cutAt, fails: 1 };
      await chunks(await talk.say(directive(cut, { text: "Done." })));
      const { run, messages } = await talk.read();
      const parts = messages.at(-1)?.parts ?? [];
      const receivedText = textIn(parts);
      const thought = parts.map((part) => (part.type === "reasoning" ? part.text : "")).join("");
      // If the stream was cut before the first or after the last output, the answer is complete.
      if (run?.status === "completed") {
        expect(run.error).toBeNull();
        expect([thought, receivedText]).toEqual([reasoning, `${text}Done.`]);
        return;
      }
      expect(run, `cut at ${cutAt}`).toMatchObject({ status: "failed" });
      expect(run?.error?.code, `cut at ${cutAt}`).toBe("stream_cut");
      expect(run?.error?.message).toMatch(/Try again|try again/);
      expect(parts.at(-1)).toMatchObject({ type: "data-notice", data: { kind: "error" } });
      expect([reasoning.startsWith(thought), text.startsWith(receivedText)], `cut at ${cutAt}`).toEqual([
        true,
        true,
      ]);

      await chunks(await talk.say(directive({ reasoning, text })));
      const after = await talk.read();
      expect(after.run, `after a cut at ${cutAt}`).toMatchObject({ status: "completed", error: null });
      expect(textIn(after.messages.at(-1)?.parts ?? [])).toBe(text);
    };
    provider.log.clear();
    await play();
    const length = provider.requests[0]?.bytes ?? 0;
    expect(length).toBeGreaterThan(500);
    const next = random(length);
    const anywhere = Array.from({ length: CUTS }, () => Math.floor(next() * length));
    await Promise.all([0, 1, length - 2, length - 1, ...anywhere].map(play));
  }, 60_000);
});
