type ProviderFacts = {
  title: string;
  about: string;
  link: { href: string; label: string };
  /** How to start the provider. Only set for a local program, which needs no key. */
  start?: string;
};

/**
 * Facts by provider id, in the order of the settings. If no model is chosen, the first provider that is set up is
 * used.
 */
const FACTS = {
  openai: {
    title: "OpenAI",
    about: "GPT models",
    link: { href: "https://platform.openai.com/api-keys", label: "Get a key from OpenAI" },
  },
  anthropic: {
    title: "Anthropic",
    about: "Claude models",
    link: { href: "https://console.anthropic.com/settings/keys", label: "Get a key from Anthropic" },
  },
  google: {
    title: "Google",
    about: "Gemini models",
    link: { href: "https://aistudio.google.com/apikey", label: "Get a key from Google" },
  },
  gateway: {
    title: "AI Gateway",
    about: "Many providers with one key",
    link: { href: "https://vercel.com/ai-gateway", label: "Get a key for the gateway" },
  },
  "openai-compatible": {
    title: "OpenAI-compatible server",
    about: "vLLM, llama.cpp and many hosts",
    link: {
      href: "https://ai-sdk.dev/providers/openai-compatible-providers",
      label: "See which servers are compatible",
    },
  },
  ollama: {
    title: "Ollama",
    about: "Models on this machine",
    link: { href: "https://ollama.com/download", label: "Get Ollama" },
    start: "Start Ollama and fetch a model with “ollama pull qwen3”. Easel detects it automatically.",
  },
  lmstudio: {
    title: "LM Studio",
    about: "Models on this machine",
    link: { href: "https://lmstudio.ai/download", label: "Get LM Studio" },
    start:
      "Load a model in LM Studio and start its server there, under Developer. Easel detects it automatically.",
  },
} satisfies Record<string, ProviderFacts>;

export const PROVIDER_FACTS: Record<keyof typeof FACTS, ProviderFacts> = FACTS;

export const isLocalProvider = (id: keyof typeof FACTS): boolean => PROVIDER_FACTS[id].start !== undefined;
