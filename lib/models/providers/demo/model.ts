import type { LanguageModelV4, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { callId, finishReason, performTurn, usageOfTurn } from "./perform";
import { nextTurn } from "./script";
import { splitWords } from "./turn";

/** About three times the reading speed: fast, but visible as streaming. */
const WORD_MS = 24;

export function createDemoModel({ delayMs = WORD_MS }: { delayMs?: number } = {}): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "easel",
    modelId: "demo",
    supportedUrls: {},

    async doStream({ prompt, abortSignal: signal }) {
      signal?.throwIfAborted();
      const parts = performTurn(nextTurn(prompt), { delayMs, signal, inputTokens: countWords(prompt) });
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
        usage: usageOfTurn(turn, countWords(prompt)),
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

function countWords(prompt: LanguageModelV4Prompt): number {
  let count = 0;
  for (const { content } of prompt) {
    if (typeof content === "string") count += splitWords(content).length;
    else for (const part of content) count += splitWords(textOf(part)).length;
  }
  return count;
}

type Part = Exclude<LanguageModelV4Prompt[number]["content"], string>[number];

function textOf(part: Part): string {
  switch (part.type) {
    case "text":
    case "reasoning":
      return part.text;
    case "tool-call":
      return JSON.stringify(part.input) ?? "";
    case "tool-result":
      return JSON.stringify(part.output);
    default:
      return "";
  }
}
