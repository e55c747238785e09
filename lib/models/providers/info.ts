import type { ModelInfo, PlainModelInfo } from "@/lib/shared/settings";
import { catalogEntryOf } from "./catalog";
import { familyOf } from "./families";
import { isLocalAddress } from "./local";
import type { ModelProvider } from "./provider";

/**
 * A model as its server lists it. Fields that the server omits come from the price list or the model's
 * family.
 */
export type Listed = {
  name: string;
  title?: string;
  contextWindow?: number;
  can?: Partial<ModelInfo["can"]>;
  price?: ModelInfo["price"];
};

export function describeModel(provider: ModelProvider, listed: Listed, baseUrl?: string): ModelInfo {
  const { name } = listed;
  const id = provider.named ? `${provider.id}/${name}` : provider.id;
  const catalog = catalogEntryOf(id, baseUrl);
  const family = familyOf(name);
  return {
    id,
    name: listed.title || provider.label?.(name) || spelled(provider, catalog.name ?? name),
    provider: provider.id,
    providerTitle: provider.title,
    contextWindow:
      listed.contextWindow ??
      provider.contextWindow?.(name) ??
      catalog.contextWindow ??
      family.contextWindow ??
      null,
    can: provider.named ? { ...family.can, ...listed.can } : { tools: true, images: false, reasoning: false },
    price: listed.price ?? catalog.price ?? null,
    isLocal: baseUrl === undefined ? !provider.named : isLocalAddress(baseUrl),
  };
}

export function describePlain(
  provider: ModelProvider,
  { name, title }: Listed,
  baseUrl = "",
): PlainModelInfo {
  return {
    id: `${provider.id}/${name}`,
    name: title || spelled(provider, name),
    provider: provider.id,
    providerTitle: provider.title,
    isLocal: isLocalAddress(baseUrl),
  };
}

/** Writes OpenAI's names as OpenAI does. Other servers' names stay unchanged. */
const spelled = ({ id }: ModelProvider, name: string) =>
  id === "openai" ? name.replace(/^gpt[- ]/i, "GPT-").replace(/^chatgpt-/i, "ChatGPT-") : name;
