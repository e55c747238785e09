import { t } from "@/lib/shared/i18n/en/settings";
import { formatTag } from "@/lib/shared/i18n/locale";
import type { ModelInfo } from "@/lib/shared/settings";

export const ABILITIES = ["images", "reasoning", "tools"] as const;
export type Ability = (typeof ABILITIES)[number];

/** Formats a number of tokens: 400000 as "400k", 1047576 as "1M". */
export function formatContext(tokens: number): string {
  if (tokens < 1_000) return String(tokens);
  if (tokens < 999_500) return `${Math.round(tokens / 1_000)}k`;
  return `${Number((tokens / 1_000_000).toFixed(1)).toLocaleString(formatTag())}M`;
}

/** Formats the price in US dollars per million input and output tokens: "$1.25 / $10". */
export function formatPrice({ price, isLocal, provider }: ModelInfo): string {
  if (provider === "demo") return "";
  if (!price) return isLocal ? t("local") : t("priceUnknown");
  return price.input === 0 && price.output === 0
    ? t("free")
    : `${dollars(price.input)} / ${dollars(price.output)}`;
}

export const ABILITY_LABELS: Record<Ability, string> = {
  get images() {
    return t("readsImages");
  },
  get reasoning() {
    return t("reasons");
  },
  get tools() {
    return t("usesTools");
  },
};

function dollars(amount: number): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  return amount.toLocaleString(formatTag(), {
    ...{ style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" },
    ...{ minimumFractionDigits: digits, maximumFractionDigits: 3 },
  });
}

/** Returns the model's name in an id such as `openai/gpt-5.2`. */
export const nameOf = (id: string): string => id.slice(id.indexOf("/") + 1);

export function byProvider(models: ModelInfo[]): { title: string; models: ModelInfo[] }[] {
  const groups = Map.groupBy(models, ({ providerTitle }) => providerTitle);
  return [...groups].map(([title, models]) => ({ title, models }));
}
