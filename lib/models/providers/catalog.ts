import { calcPrice, findProvider, type ModelPrice } from "@pydantic/genai-prices";
import type { ModelInfo } from "@/lib/shared/settings";

type Tokens = {
  /** Includes the cached tokens. */
  inputTokens: number;
  cachedTokens?: number;
  /** The part of the input written to the provider's cache, which some providers charge for. */
  cacheWriteTokens?: number;
  outputTokens: number;
};

type CatalogEntry = { name?: string; contextWindow?: number; price?: ModelInfo["price"] };

const NOTHING = { input_tokens: 0, output_tokens: 0 };

/**
 * Returns the cost of a call in US dollars by the bundled price list, or undefined if the list has no price.
 * `baseUrl` tells which vendor runs an OpenAI-compatible server.
 */
export function costOf(modelId: string, tokens: Tokens, baseUrl?: string): number | undefined {
  const { inputTokens, cachedTokens = 0, cacheWriteTokens = 0, outputTokens } = tokens;
  const cached = Math.min(cachedTokens, inputTokens);
  const usage = {
    input_tokens: inputTokens,
    cache_read_tokens: cached,
    cache_write_tokens: Math.min(cacheWriteTokens, inputTokens - cached),
    output_tokens: outputTokens,
  };
  return look(modelId, usage, baseUrl)?.total_price;
}

export function catalogEntryOf(modelId: string, baseUrl?: string): CatalogEntry {
  const found = look(modelId, NOTHING, baseUrl);
  if (!found) return {};
  const { model, model_price: price } = found;
  const [input, output] = [perMillion(price.input_mtok), perMillion(price.output_mtok)];
  return {
    // A dated version has the price of the undated model, but not its name, because users see two different
    // models.
    name: model.id === nameOf(modelId) ? model.name : undefined,
    contextWindow: model.context_window,
    price: input === undefined || output === undefined ? null : { input, output },
  };
}

function look(modelId: string, usage: Record<string, number>, baseUrl?: string) {
  const name = nameOf(modelId);
  const provider = modelId.slice(0, modelId.indexOf("/"));
  switch (provider) {
    case "gateway": {
      const vendor = name.slice(0, name.indexOf("/"));
      return priced(usage, nameOf(name), findProvider({ providerId: vendor }));
    }
    case "openai-compatible":
      return priced(usage, name, baseUrl ? findProvider({ providerApiUrl: baseUrl }) : undefined);
    case "ollama":
    case "lmstudio":
      return undefined;
    default:
      return priced(usage, name, findProvider({ providerId: provider }));
  }
}

/**
 * Returns the price of a usage. Returns undefined for an unknown provider: the list would guess the provider by
 * the model's name, but a local server may call its model gpt-4.
 */
const priced = (usage: Record<string, number>, name: string, provider: ReturnType<typeof findProvider>) =>
  (provider && calcPrice(usage, name, { provider })) || undefined;

const nameOf = (modelId: string) => modelId.slice(modelId.indexOf("/") + 1);

const perMillion = (price: ModelPrice[string]) => (typeof price === "object" ? price.base : price);
