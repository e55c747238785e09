import { defaultSettingsMiddleware, wrapLanguageModel } from "ai";
import { AppError } from "@/lib/shared/errors";
import { modelFetch } from "./model-fetch";
import type { ModelProvider } from "./provider";

/** By the beginning of the name; the first that fits counts. */
const CONTEXT_WINDOWS: readonly [prefix: string, tokens: number][] = [
  ["gpt-5", 400_000],
  ["gpt-4.1", 1_047_576],
  ["gpt-4o", 128_000],
  ["o3", 200_000],
  ["o4", 200_000],
];

export const openai: ModelProvider = {
  named: true,
  reads: ["OPENAI_API_KEY", "OPENAI_BASE_URL"],

  async model(name, { OPENAI_API_KEY, OPENAI_BASE_URL }) {
    if (!OPENAI_API_KEY) {
      throw new AppError(
        "invalid",
        `The model openai/${name} needs a key. Set OPENAI_API_KEY and start again, or set EASEL_MODEL to another model.`,
      );
    }
    const { createOpenAI } = await import("@ai-sdk/openai");
    const provider = createOpenAI({ apiKey: OPENAI_API_KEY, baseURL: OPENAI_BASE_URL, fetch: modelFetch });
    // The conversation lives here and is sent whole: nothing may hang on copies that OpenAI keeps for 30 days.
    return wrapLanguageModel({
      model: provider(name),
      middleware: defaultSettingsMiddleware({ settings: { providerOptions: { openai: { store: false } } } }),
    });
  },

  label: (name) => name,

  contextWindow: (name) => CONTEXT_WINDOWS.find(([prefix]) => name.startsWith(prefix))?.[1],
};
