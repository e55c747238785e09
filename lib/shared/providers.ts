import { t } from "@/lib/shared/i18n/en/shared";

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
    get about() {
      return t("openaiModels");
    },
    link: {
      href: "https://platform.openai.com/api-keys",
      get label() {
        return t("getKey", { provider: "OpenAI" });
      },
    },
  },
  anthropic: {
    title: "Anthropic",
    get about() {
      return t("anthropicModels");
    },
    link: {
      href: "https://console.anthropic.com/settings/keys",
      get label() {
        return t("getKey", { provider: "Anthropic" });
      },
    },
  },
  google: {
    title: "Google",
    get about() {
      return t("googleModels");
    },
    link: {
      href: "https://aistudio.google.com/apikey",
      get label() {
        return t("getKey", { provider: "Google" });
      },
    },
  },
  gateway: {
    title: "AI Gateway",
    get about() {
      return t("gatewayModels");
    },
    link: {
      href: "https://vercel.com/ai-gateway",
      get label() {
        return t("getGatewayKey");
      },
    },
  },
  "openai-compatible": {
    title: "OpenAI-compatible server",
    get about() {
      return t("compatibleModels");
    },
    link: {
      href: "https://ai-sdk.dev/providers/openai-compatible-providers",
      get label() {
        return t("compatibleServers");
      },
    },
  },
  ollama: {
    title: "Ollama",
    get about() {
      return t("localModels");
    },
    link: {
      href: "https://ollama.com/download",
      get label() {
        return t("getProgram", { program: "Ollama" });
      },
    },
    get start() {
      return t("startOllama");
    },
  },
  lmstudio: {
    title: "LM Studio",
    get about() {
      return t("localModels");
    },
    link: {
      href: "https://lmstudio.ai/download",
      get label() {
        return t("getProgram", { program: "LM Studio" });
      },
    },
    get start() {
      return t("startLmStudio");
    },
  },
} satisfies Record<string, ProviderFacts>;

export const PROVIDER_FACTS: Record<keyof typeof FACTS, ProviderFacts> = FACTS;

export const isLocalProvider = (id: keyof typeof FACTS): boolean => PROVIDER_FACTS[id].start !== undefined;
