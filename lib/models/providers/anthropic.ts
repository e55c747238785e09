import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import {
  defaultSettingsMiddleware,
  type LanguageModelMiddleware,
  StreamProviderError,
  wrapLanguageModel,
} from "ai";
import { PROVIDER_FACTS } from "@/lib/shared/providers";
import { plainCallIds } from "./call-ids";
import { extra } from "./extra";
import { anthropicListing } from "./listings";
import { eventFetch } from "./model-fetch";
import type { ModelProvider } from "./provider";

/**
 * Matches models from Claude 4.6 on. These decide how long they think, and show their reasoning only on
 * request.
 */
const THINKS = /^claude-[a-z]+-(4-[6-9]|[5-9]|\d\d)(?!\d)/;
/**
 * The output limit for models that the SDK does not know as Claude. The SDK's own default is too small for a
 * surface with many blocks.
 */
const OTHERS_OUTPUT_TOKENS = 8_192;

export const anthropic: ModelProvider = {
  id: "anthropic",
  title: PROVIDER_FACTS.anthropic.title,
  needsKey: true,
  named: true,
  keyVariable: "ANTHROPIC_API_KEY",
  urlVariable: "ANTHROPIC_BASE_URL",
  defaultUrl: "https://api.anthropic.com/v1",
  wire: "anthropic",
  readsPdf: true,
  listing: anthropicListing,
  firstChoice: "claude-sonnet-5",
  wellKnown: { models: ["claude-opus-5-5", "claude-sonnet-5", "claude-haiku-4-5"] },

  async model(name, { apiKey, baseUrl }) {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    const thinking = { type: "adaptive", display: "summarized" };
    return wrapLanguageModel({
      model: createAnthropic({ apiKey, baseURL: baseUrl, fetch: eventFetch })(name),
      middleware: [
        plainCallIds,
        anthropicCache,
        fullContext,
        ...(THINKS.test(name) ? [extra({ anthropic: { thinking } }, /thinking|display/i)] : []),
        ...(name.includes("claude-")
          ? []
          : [defaultSettingsMiddleware({ settings: { maxOutputTokens: OTHERS_OUTPUT_TOKENS } })]),
      ],
    });
  },
};

const FULL = "model_context_window_exceeded";

/**
 * Turns a stop because of a full context into an error. The SDK reports it as an answer that could continue.
 */
const fullContext: LanguageModelMiddleware = {
  specificationVersion: "v4",
  wrapStream: async ({ doStream }) => {
    const { stream, ...rest } = await doStream();
    return { ...rest, stream: stream.pipeThrough(new TransformStream({ transform: withError })) };
  },
};

function withError(
  part: LanguageModelV4StreamPart,
  controller: TransformStreamDefaultController<LanguageModelV4StreamPart>,
): void {
  const isFull = part.type === "finish" && part.finishReason.raw === FULL;
  if (!isFull) controller.enqueue(part);
  else controller.enqueue({ type: "error", error: new StreamProviderError({ message: FULL }) });
}

/** Marks the end of a prefix to cache. A later call that repeats the prefix pays a tenth for it. */
const BREAKPOINT = { anthropic: { cacheControl: { type: "ephemeral" } } };

/**
 * Sets the positions up to which Anthropic caches, at most four: the tools and the system prompt (each stays
 * cached if later parts change), the end of the prompt, and the end of the previous call's prompt.
 */
const anthropicCache: LanguageModelMiddleware = {
  specificationVersion: "v4",
  transformParams: async ({ params }) => withBreakpoints(params),
};

function withBreakpoints(params: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
  const { prompt, tools } = params;
  const system = prompt.findIndex(({ role }) => role === "system");
  const answer = prompt.findLastIndex(({ role }) => role === "assistant");
  const marks = new Set([system, answer - 1, prompt.length - 1]);
  return {
    ...params,
    prompt: prompt.map((message, at) => (marks.has(at) ? marked(message) : message)),
    tools: tools?.map((tool, at) =>
      at === tools.length - 1 && tool.type === "function" ? marked(tool) : tool,
    ),
  };
}

const marked = <T extends { providerOptions?: LanguageModelV4CallOptions["providerOptions"] }>(it: T): T => ({
  ...it,
  providerOptions: { ...it.providerOptions, ...BREAKPOINT },
});
