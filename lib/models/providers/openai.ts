import { defaultSettingsMiddleware, wrapLanguageModel } from "ai";
import { PROVIDER_FACTS } from "@/lib/shared/providers";
import { plainCallIds } from "./call-ids";
import { extra } from "./extra";
import { openaiListing } from "./listings";
import { eventFetch, modelFetch } from "./model-fetch";
import type { ModelProvider } from "./provider";

export const openai: ModelProvider = {
  id: "openai",
  title: PROVIDER_FACTS.openai.title,
  needsKey: true,
  named: true,
  keyVariable: "OPENAI_API_KEY",
  urlVariable: "OPENAI_BASE_URL",
  defaultUrl: "https://api.openai.com/v1",
  wire: "openai",
  readsPdf: true,
  listing: openaiListing,
  firstChoice: "gpt-5.2",
  wellKnown: {
    models: ["gpt-6-sol", "gpt-6-luna", "gpt-5.5", "gpt-5.2", "gpt-5-mini"],
    images: ["gpt-image-2", "gpt-image-1"],
    embeddings: ["text-embedding-3-small", "text-embedding-3-large"],
  },

  voices: {
    transcription: ["gpt-4o-mini-transcribe", "gpt-4o-transcribe", "whisper-1"],
    speech: ["gpt-4o-mini-tts", "tts-1", "tts-1-hd"],
  },

  async model(name, { apiKey, baseUrl }) {
    const { createOpenAI } = await import("@ai-sdk/openai");
    return wrapLanguageModel({
      model: createOpenAI({ apiKey, baseURL: baseUrl, fetch: eventFetch })(name),
      middleware: [
        plainCallIds,
        // The conversation is stored here and sent as a whole, so it must not depend on copies that OpenAI
        // keeps for 30 days. With this setting the SDK requests encrypted reasoning and returns it in the
        // next call.
        defaultSettingsMiddleware({ settings: { providerOptions: { openai: { store: false } } } }),
        // OpenAI returns reasoning summaries only to verified organizations.
        extra({ openai: { reasoningSummary: "auto" } }, /reasoning.{0,4}summar/i),
      ],
    });
  },

  async image(name, { apiKey, baseUrl }) {
    const { createOpenAI } = await import("@ai-sdk/openai");
    return createOpenAI({ apiKey, baseURL: baseUrl, fetch: modelFetch }).image(name);
  },

  async embedding(name, { apiKey, baseUrl }) {
    const { createOpenAI } = await import("@ai-sdk/openai");
    return createOpenAI({ apiKey, baseURL: baseUrl, fetch: modelFetch }).embeddingModel(name);
  },

  async transcription(name, { apiKey, baseUrl }) {
    const { createOpenAI } = await import("@ai-sdk/openai");
    return createOpenAI({ apiKey, baseURL: baseUrl, fetch: modelFetch }).transcription(name);
  },

  async speech(name, { apiKey, baseUrl }) {
    const { createOpenAI } = await import("@ai-sdk/openai");
    return createOpenAI({ apiKey, baseURL: baseUrl, fetch: modelFetch }).speech(name);
  },
};
