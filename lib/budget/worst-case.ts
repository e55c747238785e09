import { costOf } from "@/lib/models/catalog";
import { familyOf } from "@/lib/models/families";
import type { ResolvedModel } from "@/lib/models/index";

export type Priced = Pick<ResolvedModel, "id" | "baseUrl"> & { contextWindow?: number | null };

export type Worst = {
  /** US dollars; 0 where no price is known: then the tokens count alone. */
  usd: number;
  tokens: number;
  /** What the call may write; undefined where its server may not take a bound. */
  maxOutputTokens: number | undefined;
};

/** What a step may write at once while a budget holds: more would be reserved for nothing. */
const MAX_OUTPUT_TOKENS = 32_000;
/** So it is where no price is known, and where there is no room for more. */
const LESS_OUTPUT_TOKENS = 8_192;

/**
 * What a call may use at the most, the largest first: one that writes as much as it may, and one that is held shorter. The
 * bound goes with the call, so that only the estimate of the input can be wrong. `output` is the bound that it has anyway.
 */
export function worstCases(model: Priced, inputTokens: number, output?: number): Worst[] {
  const { id, contextWindow } = model;
  const isPriced = priceOf(model, inputTokens, 0) !== undefined;
  const family = familyOf(id).maxOutputTokens ?? MAX_OUTPUT_TOKENS;
  const window = contextWindow ? Math.floor(contextWindow / 4) : MAX_OUTPUT_TOKENS;
  const wanted = isPriced ? MAX_OUTPUT_TOKENS : LESS_OUTPUT_TOKENS;
  const most = output ?? Math.min(wanted, family, window);
  // A server at home may refuse a bound that is larger than a context of which nobody knows.
  const isSure = isPriced || Boolean(contextWindow) || output !== undefined;
  return [...new Set([most, Math.min(most, LESS_OUTPUT_TOKENS)])].map((maxOutputTokens) => ({
    usd: priceOf(model, inputTokens, maxOutputTokens) ?? 0,
    tokens: Math.ceil(inputTokens) + maxOutputTokens,
    maxOutputTokens: isSure ? maxOutputTokens : undefined,
  }));
}

/** With all of the input written to the provider's cache, where that costs more. */
function priceOf({ id, baseUrl }: Priced, inputTokens: number, outputTokens: number): number | undefined {
  const tokens = { inputTokens: Math.ceil(inputTokens), outputTokens };
  const plain = costOf(id, tokens, baseUrl);
  if (plain === undefined) return undefined;
  return Math.max(plain, costOf(id, { ...tokens, cacheWriteTokens: tokens.inputTokens }, baseUrl) ?? 0);
}
