import { AppError } from "@/lib/shared/errors";
import { modelFetch } from "./model-fetch";
import type { ModelProvider } from "./provider";

/** Any server that speaks OpenAI's chat completions: Ollama, LM Studio, vLLM, llama.cpp and many hosts. */
export const openaiCompatible: ModelProvider = {
  named: true,
  reads: ["OPENAI_API_KEY", "OPENAI_BASE_URL"],

  async model(name, { OPENAI_API_KEY, OPENAI_BASE_URL }) {
    if (!OPENAI_BASE_URL) {
      throw new AppError(
        "invalid",
        `The model openai-compatible/${name} needs a server. Set OPENAI_BASE_URL to its address (such as http://localhost:11434/v1) and start again, or set EASEL_MODEL to another model.`,
      );
    }
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
    const provider = createOpenAICompatible({
      name: "openai-compatible",
      baseURL: OPENAI_BASE_URL,
      apiKey: OPENAI_API_KEY,
      fetch: modelFetch,
      includeUsage: true,
    });
    return provider(name);
  },

  label: (name) => name,
};
