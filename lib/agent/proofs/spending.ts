import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { textTokens } from "@/lib/agent/message/estimate";
import { AppError } from "@/lib/shared/errors";

/** Tokens that are left for output at least, or the request is not sent. */
const MIN_OUTPUT = 200;

/** The tokens that a trial may use, and has used. */
export type Purse = { left: number; used: number; isEmpty: boolean };

/** Returns the model within a budget: a request that may exceed it fails before it is sent. */
export function within(model: LanguageModelV4, purse: Purse): LanguageModelV4 {
  const bounded = (options: LanguageModelV4CallOptions): LanguageModelV4CallOptions => {
    const input = textTokens(JSON.stringify([options.prompt, options.tools ?? []]));
    const room = purse.left - input;
    if (room < MIN_OUTPUT) {
      purse.isEmpty = true;
      throw new AppError("conflict", "The budget for trials of changes is used up.");
    }
    return { ...options, maxOutputTokens: Math.min(options.maxOutputTokens ?? room, room) };
  };
  const spend = (usage: Usage) => {
    const tokens = (usage.inputTokens.total ?? 0) + (usage.outputTokens.total ?? 0);
    purse.left -= tokens;
    purse.used += tokens;
  };
  return {
    ...facts(model),
    async doGenerate(options) {
      const result = await model.doGenerate(bounded(options));
      spend(result.usage);
      return result;
    },
    async doStream(options) {
      const result = await model.doStream(bounded(options));
      const counted = new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
        transform(part, controller) {
          if (part.type === "finish") spend(part.usage);
          controller.enqueue(part);
        },
      });
      return { ...result, stream: result.stream.pipeThrough(counted) };
    },
  };
}

type Usage = Extract<LanguageModelV4StreamPart, { type: "finish" }>["usage"];

export const facts = ({ provider, modelId, supportedUrls }: LanguageModelV4) =>
  ({ specificationVersion: "v4", provider, modelId, supportedUrls }) as const;
