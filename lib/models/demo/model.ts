import type { LanguageModelV4 } from "@ai-sdk/provider";
import { countWords } from "./count";
import { callId, finishReason, perform, usage } from "./perform";
import { nextTurn } from "./script";

/** About three times as fast as people read, so that nobody waits and everybody sees it being written. */
const WORD_MS = 24;

/** A language model as far as the loop can tell; in truth a script that reads nothing but the prompt. */
export function createDemoModel({ delayMs = WORD_MS }: { delayMs?: number } = {}): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "easel",
    modelId: "demo",
    supportedUrls: {},

    async doStream({ prompt, abortSignal: signal }) {
      signal?.throwIfAborted();
      const parts = perform(nextTurn(prompt), { delayMs, signal, inputTokens: countWords(prompt) });
      return { stream: streamOf(parts) };
    },

    async doGenerate({ prompt, abortSignal }) {
      abortSignal?.throwIfAborted();
      const turn = nextTurn(prompt);
      const calls = (turn.calls ?? []).map((requested) => ({
        type: "tool-call" as const,
        toolCallId: callId(),
        ...requested,
      }));
      return {
        content: turn.text ? [{ type: "text", text: turn.text }, ...calls] : calls,
        finishReason: finishReason(turn),
        usage: usage(turn, countWords(prompt)),
        warnings: [],
      };
    },
  };
}

function streamOf<T>(parts: AsyncGenerator<T>): ReadableStream<T> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
