import { wrapLanguageModel } from "ai";
import { plainCallIds } from "./call-ids";
import { imageFetch } from "./image-fetch";
import { eventFetch } from "./model-fetch";
import type { ModelProvider } from "./provider";

const model: ModelProvider["model"] = async (name, { apiKey, baseUrl = "" }) => {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const provider = createOpenAICompatible({
    name: "openai-compatible",
    baseURL: baseUrl,
    apiKey,
    fetch: eventFetch,
    includeUsage: true,
  });
  return wrapLanguageModel({ model: provider(name), middleware: plainCallIds });
};

const image: ModelProvider["image"] = async (name, { apiKey, baseUrl = "", caller }) => {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const fetch = imageFetch(baseUrl, caller);
  return createOpenAICompatible({ name: "openai-compatible", baseURL: baseUrl, apiKey, fetch }).imageModel(
    name,
  );
};

const anyServer = { needsKey: false, named: true, model, image } as const;

/** Any server that speaks OpenAI's chat completions: vLLM, llama.cpp and many hosts. */
export const openaiCompatible: ModelProvider = {
  ...anyServer,
  id: "openai-compatible",
  title: "OpenAI-compatible server",
  keyVariable: "OPENAI_API_KEY",
  urlVariable: "OPENAI_BASE_URL",
};

export const ollama: ModelProvider = {
  ...anyServer,
  id: "ollama",
  title: "Ollama",
  defaultUrl: "http://localhost:11434/v1",
};

export const lmstudio: ModelProvider = {
  ...anyServer,
  id: "lmstudio",
  title: "LM Studio",
  defaultUrl: "http://localhost:1234/v1",
};
