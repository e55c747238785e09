import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { LanguageModelMiddleware } from "ai";

/** Up to here, what is sent the same again costs a tenth. */
const BREAKPOINT = { anthropic: { cacheControl: { type: "ephemeral" } } };

/**
 * Anthropic caches only where it is told to, at four places at most: after the tools, after the system prompt (each
 * holds when what follows changes), at the end, and where the call before this one ended.
 */
export const anthropicCache: LanguageModelMiddleware = {
  specificationVersion: "v4",
  transformParams: async ({ params }) => withBreakpoints(params),
};

export function withBreakpoints(params: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
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
