export const LISTS: Readonly<Record<string, unknown>> = {
  "/openai/models": {
    data: [
      { id: "gpt-5.2", created: 20 },
      { id: "gpt-5.2-2025-12-11", created: 21 },
      { id: "gpt-6-sol", created: 30 },
      { id: "gpt-4o-realtime-preview", created: 40 },
      { id: "text-embedding-3-large", created: 41 },
      { id: "gpt-image-2", created: 42 },
      { id: "o3", created: 10 },
      { id: "gpt-3.5-turbo-instruct", created: 1 },
    ],
  },
  "/anthropic/models?limit=1000": {
    data: [
      { id: "claude-sonnet-5", display_name: "Claude Sonnet 5", created_at: "2026-01-01T00:00:00Z" },
      { id: "claude-haiku-4-5-20251001", display_name: "Claude Haiku 4.5", max_input_tokens: 123 },
    ],
    has_more: false,
  },
  "/google/models?pageSize=1000": {
    models: [
      { name: "models/gemini-2.5-flash", displayName: "Gemini 2.5 Flash", ...chat(1_048_576) },
      { name: "models/gemini-3.8-flash", displayName: "Gemini 3.8 Flash", ...chat(1_000), thinking: true },
      { name: "models/gemini-2.5-pro", displayName: "Gemini 2.5 Pro", ...chat(1_048_576) },
      { name: "models/gemini-2.5-flash-preview-tts", ...chat(8_192) },
      { name: "models/gemini-2.5-flash-image", displayName: "Nano Banana", ...chat(32_768) },
      { name: "models/gemini-embedding-001", supportedGenerationMethods: ["embedContent"] },
    ],
  },
  "/gateway/config": {
    models: [
      {
        id: "xai/grok-9",
        name: "Grok 9",
        modelType: "language",
        pricing: { input: "0.000003", output: "0.000015" },
      },
      { id: "openai/text-embedding-3-small", name: "Embedding", modelType: "embedding" },
      { id: "openai/gpt-image-2", name: "GPT Image 2", modelType: "image" },
    ],
  },
  "/openai-compatible/models": {
    data: [
      { id: "qwen3:8b", object: "model", created: 1, owned_by: "library" },
      {
        id: "vendor/model",
        name: "Vendor: Model",
        context_length: 65_536,
        supported_parameters: ["tools"],
        architecture: { input_modalities: ["text", "image"] },
        pricing: { prompt: "0.0000005", completion: "0.000002" },
      },
      { id: "nomic-embed-text" },
      { id: "odd", context_length: "many", pricing: { prompt: "-1" }, architecture: 7 },
    ],
  },
};

function chat(inputTokenLimit: number) {
  return { inputTokenLimit, supportedGenerationMethods: ["generateContent", "countTokens"] };
}
