import type { ModelInfo } from "@/lib/shared/settings";

/** In the order in which they are shown. */
export const ABILITIES = ["images", "reasoning", "tools"] as const;
export type Ability = (typeof ABILITIES)[number];

/** 400000 is "400k", 1047576 is "1M". */
export function contextWords(tokens: number): string {
  if (tokens < 1_000) return String(tokens);
  if (tokens < 999_500) return `${Math.round(tokens / 1_000)}k`;
  return `${Number((tokens / 1_000_000).toFixed(1))}M`;
}

/** US dollars a million tokens, in and out: "$1.25 / $10". */
export function priceWords({ price, isLocal, provider }: ModelInfo): string {
  if (provider === "demo") return "";
  if (!price) return isLocal ? "local" : "price unknown";
  return price.input === 0 && price.output === 0
    ? "free"
    : `${dollars(price.input)} / ${dollars(price.output)}`;
}

export const ABILITY_WORDS: Record<Ability, string> = {
  images: "reads images",
  reasoning: "reasons",
  tools: "uses tools",
};

function dollars(amount: number): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  return `$${amount.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: 3 })}`;
}

/** `openai/gpt-5.2` as a name for people, where nothing better is known. */
export const nameOf = (id: string): string => id.slice(id.indexOf("/") + 1);

/** Models by their provider, in the order in which they came. */
export function byProvider(models: ModelInfo[]): { title: string; models: ModelInfo[] }[] {
  const groups = Map.groupBy(models, ({ providerTitle }) => providerTitle);
  return [...groups].map(([title, models]) => ({ title, models }));
}
