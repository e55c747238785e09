import { wrapLanguageModel } from "ai";
import { PROVIDER_FACTS } from "@/lib/shared/providers";
import { plainCallIds } from "./call-ids";
import { extra } from "./extra";
import { googleSchemas } from "./google-schema";
import { googleListing } from "./listings";
import { eventFetch, modelFetch } from "./model-fetch";
import type { ModelProvider } from "./provider";

/** Matches models that think. Older models do not, and 2.5 Flash-Lite does not without a thinking budget. */
const THINKS = /^gemini-(?!1|2\.0|2\.5-flash-lite|.*image)/;

export const google: ModelProvider = {
  id: "google",
  title: PROVIDER_FACTS.google.title,
  needsKey: true,
  named: true,
  keyVariable: "GOOGLE_GENERATIVE_AI_API_KEY",
  urlVariable: "GOOGLE_BASE_URL",
  defaultUrl: "https://generativelanguage.googleapis.com/v1beta",
  wire: "google",
  readsPdf: true,
  listing: googleListing,
  firstChoice: "gemini-3.8-flash",
  wellKnown: {
    models: ["gemini-3.8-flash", "gemini-3.1-pro-preview", "gemini-2.5-pro", "gemini-3.5-flash-lite"],
    images: ["gemini-3.1-flash-image-preview", "gemini-2.5-flash-image"],
  },

  voices: {
    transcription: ["gemini-3.5-transcribe"],
    speech: ["gemini-3.8-flash-lite-tts", "gemini-3.8-flash-tts"],
  },

  async model(name, { apiKey, baseUrl }) {
    const { createGoogle } = await import("@ai-sdk/google");
    const thinkingConfig = { includeThoughts: true };
    return wrapLanguageModel({
      model: createGoogle({ apiKey, baseURL: baseUrl, fetch: eventFetch })(name),
      middleware: [
        plainCallIds,
        googleSchemas,
        ...(THINKS.test(name) ? [extra({ google: { thinkingConfig } }, /thinking|thoughts/i)] : []),
      ],
    });
  },

  async image(name, { apiKey, baseUrl }) {
    const { createGoogle } = await import("@ai-sdk/google");
    return createGoogle({ apiKey, baseURL: baseUrl, fetch: modelFetch }).image(name);
  },

  async transcription(name, { apiKey, baseUrl }) {
    const { createGoogle } = await import("@ai-sdk/google");
    return createGoogle({ apiKey, baseURL: baseUrl, fetch: modelFetch }).transcription(name);
  },

  async speech(name, { apiKey, baseUrl }) {
    const { createGoogle } = await import("@ai-sdk/google");
    return createGoogle({ apiKey, baseURL: baseUrl, fetch: modelFetch }).speech(name);
  },
};
