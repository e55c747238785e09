import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { MockLanguageModelV4 } from "ai/test";
import { TITLE_INSTRUCTION } from "@/lib/agent/step/title";

export type Call = { id?: string; tool: string; input: unknown };
/**
 * The model's behaviour in one step. A function receives the prompt options. The step waits for `until` after
 * it has sent its text and the start of a call of `writes`.
 */
export type Step =
  | {
      text?: string;
      writes?: string;
      calls?: Call[];
      fails?: unknown;
      breaks?: unknown;
      /** Finish reason. By default `tool-calls` if there are calls, otherwise `stop`. */
      finish?: "length";
      until?: Promise<unknown>;
    }
  | ((options: LanguageModelV4CallOptions) => Exclude<Step, (...args: never[]) => unknown>);

/**
 * Returns a model that plays one of `steps` per request, and the prompts that it received. With `counts` it
 * reports prompt sizes as usage. Requests for a title come at unpredictable times, so they fail and take no step,
 * unless `titles` is set.
 */
export function scripted(
  steps: Step[],
  { counts = false, titles = false } = {},
): {
  model: LanguageModelV4;
  prompts: LanguageModelV4CallOptions["prompt"][];
} {
  const prompts: LanguageModelV4CallOptions["prompt"][] = [];
  let next = 0;
  const model = new MockLanguageModelV4({
    doStream: async (options) => {
      if (!titles && isTitleRequest(options.prompt)) throw new Error("The script writes no titles");
      prompts.push(options.prompt);
      const step = steps[next++] ?? { text: "There is nothing more in the script." };
      const {
        text,
        writes,
        calls = [],
        fails,
        breaks,
        finish,
        until,
      } = typeof step === "function" ? step(options) : step;
      if (fails) throw fails;
      return {
        stream: new ReadableStream<LanguageModelV4StreamPart>({
          async start(controller) {
            controller.enqueue({ type: "stream-start", warnings: [] });
            if (text) say(controller, text);
            if (writes) controller.enqueue({ type: "tool-input-start", id: "call_1", toolName: writes });
            await until;
            if (breaks) controller.enqueue({ type: "error", error: breaks });
            calls.forEach((call, index) => {
              controller.enqueue(toolCall(call, `call_${index + 1}`));
            });
            controller.enqueue({
              type: "finish",
              usage: counts ? counted(options.prompt) : usage,
              finishReason: { unified: finish ?? (calls.length > 0 ? "tool-calls" : "stop"), raw: undefined },
            });
            controller.close();
          },
        }),
      };
    },
  });
  return { model, prompts };
}

const isTitleRequest = ([first]: LanguageModelV4CallOptions["prompt"]): boolean =>
  first?.role === "system" && first.content === TITLE_INSTRUCTION;

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 5, text: 5, reasoning: undefined },
};

const counted = (prompt: LanguageModelV4CallOptions["prompt"]) => ({
  ...usage,
  inputTokens: { ...usage.inputTokens, total: Math.ceil(JSON.stringify(prompt).length / 3.5) },
});

function say(controller: ReadableStreamDefaultController<LanguageModelV4StreamPart>, text: string): void {
  controller.enqueue({ type: "text-start", id: "t" });
  for (const chunk of text.match(/\S+\s*/g) ?? [])
    controller.enqueue({ type: "text-delta", id: "t", delta: chunk });
  controller.enqueue({ type: "text-end", id: "t" });
}

const toolCall = ({ id, tool, input }: Call, fallback: string): LanguageModelV4StreamPart => ({
  type: "tool-call",
  toolCallId: id ?? fallback,
  toolName: tool,
  input: typeof input === "string" ? input : JSON.stringify(input),
});
