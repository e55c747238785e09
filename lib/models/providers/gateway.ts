import { defaultSettingsMiddleware, wrapLanguageModel } from "ai";
import { PROVIDER_FACTS } from "@/lib/shared/providers";
import { plainCallIds } from "./call-ids";
import { gatewayListing } from "./listings";
import { eventFetch, modelFetch } from "./model-fetch";
import type { ModelProvider } from "./provider";
import { thinkTags } from "./think-tags";

export const gateway: ModelProvider = {
  id: "gateway",
  title: PROVIDER_FACTS.gateway.title,
  needsKey: true,
  named: true,
  keyVariable: "AI_GATEWAY_API_KEY",
  defaultUrl: "https://ai-gateway.vercel.sh/v4/ai",
  wire: "gateway",
  readsPdf: (name) => /^(anthropic|google|openai)\//.test(name),
  listing: gatewayListing,
  firstChoice: "anthropic/claude-sonnet-5",

  voices: {
    transcription: [
      "openai/gpt-4o-mini-transcribe",
      "openai/gpt-4o-transcribe",
      "google/gemini-3.5-transcribe",
    ],
    speech: ["openai/tts-1", "elevenlabs/eleven-flash-v2.5", "google/gemini-3.8-flash-lite-tts"],
  },

  async model(name, { apiKey, baseUrl }) {
    const { createGateway } = await import("@ai-sdk/gateway");
    // The gateway passes each provider only the options under its name. `caching` lets it mark the cache
    // positions for providers that need marks.
    const providerOptions = { gateway: { caching: "auto" }, openai: { store: false } };
    return wrapLanguageModel({
      model: createGateway({ apiKey, baseURL: baseUrl, fetch: eventFetch })(name),
      middleware: [plainCallIds, thinkTags(), defaultSettingsMiddleware({ settings: { providerOptions } })],
    });
  },

  async image(name, { apiKey, baseUrl }) {
    const { createGateway } = await import("@ai-sdk/gateway");
    return createGateway({ apiKey, baseURL: baseUrl, fetch: modelFetch }).image(name);
  },

  async transcription(name, { apiKey, baseUrl }) {
    const { createGateway } = await import("@ai-sdk/gateway");
    return createGateway({ apiKey, baseURL: baseUrl, fetch: modelFetch }).transcription(name);
  },

  async speech(name, { apiKey, baseUrl }) {
    const { createGateway } = await import("@ai-sdk/gateway");
    return createGateway({ apiKey, baseURL: baseUrl, fetch: modelFetch }).speech(name);
  },
};
