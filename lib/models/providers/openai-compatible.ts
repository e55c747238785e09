import { env } from "@/lib/ground/base/env";
import type { Caller } from "@/lib/platform/egress/caller";
import { guardedFetch } from "@/lib/platform/egress/guarded-fetch";
import { PROVIDER_FACTS } from "@/lib/shared/providers";
import { type ChatServer, chatModel, sdkChatModel } from "./chat/chat-model";
import { compatibleListing } from "./listings";
import { modelFetch } from "./model-fetch";
import type { ModelProvider, ProviderAccess } from "./provider";

const model: ModelProvider["model"] = async (name, { apiKey, baseUrl = "" }) => {
  const server = await chatServer(name, { apiKey, baseUrl });
  return env().EASEL_CHAT_READER === "sdk" ? sdkChatModel(server) : chatModel(server);
};

export async function chatServer(
  name: string,
  { apiKey, baseUrl }: { apiKey?: string; baseUrl: string },
): Promise<ChatServer> {
  const { OpenAICompatibleChatLanguageModel } = await import("@ai-sdk/openai-compatible");
  const url = `${baseUrl.replace(/\/$/, "")}/chat/completions`;
  const headers: Record<string, string> = apiKey ? { Authorization: `Bearer ${apiKey}` } : {};
  return {
    ...{ url, headers },
    model: (fetch) =>
      new OpenAICompatibleChatLanguageModel(name, {
        ...{ provider: "openai-compatible.chat", url: () => url, headers, fetch },
        includeUsage: true,
      }),
  };
}

const image: ModelProvider["image"] = async (name, { apiKey, baseUrl = "", caller }) => {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const fetch = imageFetch(baseUrl, caller);
  return createOpenAICompatible({ name: "openai-compatible", baseURL: baseUrl, apiKey, fetch }).imageModel(
    name,
  );
};

const embedding: ModelProvider["embedding"] = async (name, { apiKey, baseUrl = "" }) => {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  return createOpenAICompatible({
    ...{ name: "openai-compatible", baseURL: baseUrl, apiKey },
    fetch: modelFetch,
  }).embeddingModel(name);
};

/** The SDK for OpenAI speaks to `audio/transcriptions` and `audio/speech`, which compatible servers have, too. */
const audio = async ({ apiKey = "none", baseUrl = "" }: ProviderAccess) => {
  const { createOpenAI } = await import("@ai-sdk/openai");
  return createOpenAI({ apiKey, baseURL: baseUrl, fetch: modelFetch });
};

const anyServer = {
  ...{ needsKey: false, named: true, listing: compatibleListing },
  wire: "openai",
  readsPdf: false,
  takesTextOnly: true,
  ...{ model, image, embedding },
  transcription: async (name: string, access: ProviderAccess) => (await audio(access)).transcription(name),
  speech: async (name: string, access: ProviderAccess) => (await audio(access)).speech(name),
} as const;

export const openaiCompatible: ModelProvider = {
  ...anyServer,
  id: "openai-compatible",
  title: PROVIDER_FACTS["openai-compatible"].title,
  keyVariable: "OPENAI_API_KEY",
  urlVariable: "OPENAI_BASE_URL",
};

export const ollama: ModelProvider = {
  ...anyServer,
  id: "ollama",
  title: PROVIDER_FACTS.ollama.title,
  defaultUrl: "http://localhost:11434/v1",
};

export const lmstudio: ModelProvider = {
  ...anyServer,
  id: "lmstudio",
  title: PROVIDER_FACTS.lmstudio.title,
  defaultUrl: "http://localhost:1234/v1",
};

const MAX_BYTES = 25_000_000;
const IMAGE_TIMEOUT_MS = 60_000;

/**
 * `fetch` for servers that may return an image's address instead of the image. Requests to the server's own
 * origin are sent directly. Requests to other origins pass the egress guard.
 */
const imageFetch =
  (baseUrl: string, caller: Caller): typeof fetch =>
  async (input, init) => {
    const url = input instanceof Request ? input.url : input;
    if (new URL(url).origin === new URL(baseUrl).origin) return modelFetch(input, init);
    const { status, headers, bytes } = await guardedFetch(url, {
      caller,
      maxBytes: MAX_BYTES,
      timeoutMs: IMAGE_TIMEOUT_MS,
      signal: init?.signal ?? undefined,
    });
    // Remove the headers of the compressed body, because the bytes are already decompressed.
    headers.delete("content-encoding");
    headers.delete("content-length");
    return new Response(status === 204 || status === 304 ? null : bytes, { status, headers });
  };
