import { defaultSettingsMiddleware, wrapLanguageModel } from "ai";
import { anthropicCache } from "./anthropic-cache";
import { fullContext } from "./anthropic-context";
import { plainCallIds } from "./call-ids";
import { extra } from "./extra";
import { anthropicListing } from "./listings";
import { eventFetch } from "./model-fetch";
import type { ModelProvider } from "./provider";

/** From Claude 4.6 on a model decides by itself how long it thinks, and shows it only when asked to. */
const THINKS = /^claude-[a-z]+-(4-[6-9]|[5-9]|\d\d)(?!\d)/;
/** The SDK knows what each Claude may write at once; of others it takes too little for a page of blocks. */
const OTHERS_OUTPUT_TOKENS = 8_192;

export const anthropic: ModelProvider = {
  id: "anthropic",
  title: "Anthropic",
  needsKey: true,
  named: true,
  keyVariable: "ANTHROPIC_API_KEY",
  urlVariable: "ANTHROPIC_BASE_URL",
  defaultUrl: "https://api.anthropic.com/v1",
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
