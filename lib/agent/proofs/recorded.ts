import { isDeepStrictEqual } from "node:util";
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import type { UIMessage } from "ai";
import { asTool, type ToolPart } from "@/lib/shared/chat/parts";
import { facts } from "./spending";

type Step = { text: string; calls: ToolPart[] };

/** The steps of a recorded answer, by which a replay needs no model while its requests are the same. */
export function stepsOf(parts: UIMessage["parts"]): Step[] {
  const steps: Step[] = [];
  for (const part of parts) {
    if (part.type === "step-start") steps.push({ text: "", calls: [] });
    const step = steps.at(-1);
    const call = asTool(part);
    if (call) step?.calls.push(call);
    else if (step && part.type === "text") step.text += part.text;
  }
  return steps;
}

/**
 * Returns a model that repeats the recorded steps. When a result of their calls differs from the recorded result, so does the
 * request, and `model` answers this and all later ones.
 */
export function repeating(model: LanguageModelV4, steps: readonly Step[]): LanguageModelV4 {
  const played: ToolPart[] = [];
  let next = 0;
  return {
    ...facts(model),
    doGenerate: (options) => model.doGenerate(options),
    async doStream(options) {
      const step = steps[next];
      if (!step || !played.every((call) => hasSameResult(call, options.prompt))) {
        next = steps.length;
        return model.doStream(options);
      }
      next += 1;
      played.push(...step.calls);
      return { stream: streamOf(step) };
    },
  };
}

function hasSameResult(
  { toolCallId, output, errorText }: ToolPart,
  prompt: LanguageModelV4CallOptions["prompt"],
) {
  const results = prompt.flatMap((message) =>
    message.role === "tool"
      ? message.content.flatMap((part) => (part.type === "tool-result" ? [part] : []))
      : [],
  );
  const found = results.findLast((part) => part.toolCallId === toolCallId)?.output;
  if (found?.type === "json") return isDeepStrictEqual(found.value, output);
  if (found?.type === "text") return found.value === output;
  return found?.type === "error-text" && found.value === errorText;
}

const streamOf = (step: Step) =>
  new ReadableStream<LanguageModelV4StreamPart>({
    start(controller) {
      for (const chunk of chunksOf(step)) controller.enqueue(chunk);
      controller.close();
    },
  });

function* chunksOf({ text, calls }: Step): Generator<LanguageModelV4StreamPart> {
  yield { type: "stream-start", warnings: [] };
  if (text !== "") {
    yield { type: "text-start", id: "recorded" };
    yield { type: "text-delta", id: "recorded", delta: text };
    yield { type: "text-end", id: "recorded" };
  }
  for (const { toolCallId, toolName, input } of calls)
    yield { type: "tool-call", toolCallId, toolName, input: JSON.stringify(input) };
  const unified = calls.length > 0 ? "tool-calls" : "stop";
  yield { type: "finish", usage: NONE, finishReason: { unified, raw: undefined } };
}

const NONE: Extract<LanguageModelV4StreamPart, { type: "finish" }>["usage"] = {
  inputTokens: { total: 0, noCache: 0, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 0, text: 0, reasoning: undefined },
};
