import { setTimeout as delay } from "node:timers/promises";
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { MockLanguageModelV4 } from "ai/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Message } from "@/lib/agent/message/message";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { readConversation } from "@/lib/store/loop/conversations";
import { readProgress } from "@/lib/store/loop/progress";
import { followElsewhere } from "./follow";
import { follow } from "./run";
import { newScript } from "./testing/script";
import { chunks, stage, textIn } from "./testing/stage";

const script = newScript();

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
  // A title would take words of the model.
  await changeSetting(scene.agentId, "general", { titles: "words" });
});
afterAll(() => scene.close());

describe("saved messages and replay together", () => {
  /**
   * A model that streams `words` slowly, `perStep` in each step, with a call at the end of each step but the
   * last.
   */
  function slowModel(words: string[], perStep: number) {
    let count = 0;
    return new MockLanguageModelV4({
      doStream: async () => ({
        stream: new ReadableStream<LanguageModelV4StreamPart>({
          async start(controller) {
            controller.enqueue({ type: "text-start", id: "0" });
            for (let n = 0; n < perStep; n++) {
              await delay(1);
              controller.enqueue({ type: "text-delta", id: "0", delta: words[count++] ?? "" });
            }
            controller.enqueue({ type: "text-end", id: "0" });
            const more = count < words.length;
            if (more)
              controller.enqueue({
                type: "tool-call",
                toolCallId: "c",
                toolName: "get_state",
                input: '{"key":"a"}',
              });
            const unified = more ? ("tool-calls" as const) : ("stop" as const);
            controller.enqueue({ type: "finish", finishReason: { unified, raw: undefined }, usage });
            controller.close();
          },
        }),
      }),
    });
  }
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 1, text: 1, reasoning: undefined },
  };

  test.each([
    ["this server", (id: string) => follow(id)],
    [
      "another server",
      async (id: string) => {
        const progress = await readProgress(id);
        return progress?.status === "running" ? followElsewhere(progress) : null;
      },
    ],
  ])("contain each word exactly once at any time, read on %s", async (_, open) => {
    const words = Array.from({ length: 240 }, (_, n) => `w${n} `);
    const talk = scene.conversation();
    script.model = slowModel(words, 20);
    const replies = [talk.say("go").then(chunks), delay(60).then(() => talk.say("faster").then(chunks))];
    let replays = 0;
    /** Returns the text in a tab that opens now and stays until the end, or null if it has to reload. */
    const look = async () => {
      const view = await readConversation(scene.agentId, talk.id);
      const saved = (view?.messages ?? []) as Message[];
      const text = textIn(saved.flatMap(({ role, parts }) => (role === "assistant" ? parts : [])));
      if (view?.run?.status !== "running") return text;
      const response = await open(talk.id);
      const replay = response ? await chunks(response) : [];
      // Between the two reads the message may have ended, or another one may have begun.
      if (replay[0]?.type !== "start" || replay[0].messageId !== view.run.messageId) return null;
      expect(replay.at(-1)?.type).toBe("finish");
      replays += 1;
      return text + textIn(replay);
    };
    const tab = async (pause: number) => {
      for (let text: string | null = ""; text !== words.join(""); text = await look()) {
        if (text) expect(text.endsWith(" ")).toBe(true);
        expect(words.join("").startsWith(text ?? "")).toBe(true);
        await delay(pause);
      }
    };
    await Promise.all([...replies, ...[1, 3, 7, 11, 17].map(tab)]);
    expect(replays).toBeGreaterThan(4);
  });
});
