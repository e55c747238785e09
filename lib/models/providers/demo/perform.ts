import { setTimeout as sleep } from "node:timers/promises";
import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import { type DemoTurn, type Requested, splitWords } from "./turn";

/** Into how many chunks a tool's input is split, so that the surface appears block by block. */
const PIECES = 36;
const MIN_PIECE = 12;

type Pace = { delayMs: number; signal?: AbortSignal; inputTokens: number };

export async function* performTurn(turn: DemoTurn, pace: Pace): AsyncGenerator<LanguageModelV4StreamPart> {
  const calls = (turn.calls ?? []).map((requested) => ({ ...requested, toolCallId: callId() }));
  yield { type: "stream-start", warnings: [] };
  yield {
    type: "response-metadata",
    id: `demo-${crypto.randomUUID()}`,
    modelId: "demo",
    timestamp: new Date(),
  };
  if (turn.text) {
    yield { type: "text-start", id: "text" };
    const spoken = { ...pace, delayMs: pace.delayMs * (turn.slowly ?? 1) };
    for (const delta of splitWords(turn.text)) {
      await pause(spoken);
      yield { type: "text-delta", id: "text", delta };
    }
    yield { type: "text-end", id: "text" };
  }
  for (const { toolCallId, toolName, input } of calls) {
    yield { type: "tool-input-start", id: toolCallId, toolName };
    for (const delta of pieces(input)) {
      await pause(pace);
      yield { type: "tool-input-delta", id: toolCallId, delta };
    }
    yield { type: "tool-input-end", id: toolCallId };
    yield { type: "tool-call", toolCallId, toolName, input };
  }
  yield { type: "finish", usage: usageOfTurn(turn, pace.inputTokens), finishReason: finishReason(turn) };
}

export const callId = () => `call_${crypto.randomUUID().replaceAll("-", "").slice(0, 24)}`;

export function finishReason({ calls }: DemoTurn): { unified: "tool-calls" | "stop"; raw: string } {
  return calls?.length ? { unified: "tool-calls", raw: "tool_calls" } : { unified: "stop", raw: "stop" };
}

/** Counts words as tokens, so that the demo has realistic usage for limits and charts. */
export function usageOfTurn({ text, calls = [] }: DemoTurn, inputTokens: number): LanguageModelV4Usage {
  const output = splitWords(text).length + calls.reduce((sum, { input }) => sum + pieces(input).length, 0);
  return {
    inputTokens: { total: inputTokens, noCache: inputTokens, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  };
}

async function pause({ delayMs, signal }: Pace) {
  signal?.throwIfAborted();
  if (delayMs > 0) await sleep(delayMs, undefined, { signal });
}

function pieces(input: Requested["input"]): string[] {
  const size = Math.max(MIN_PIECE, Math.ceil(input.length / PIECES));
  return Array.from({ length: Math.ceil(input.length / size) }, (_, i) =>
    input.slice(i * size, (i + 1) * size),
  );
}
