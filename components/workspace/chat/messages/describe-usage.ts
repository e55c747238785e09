import type { Usage } from "@/lib/shared/chat/metadata";
import { t } from "@/lib/shared/i18n/en/chatMessages";
import { formatTag } from "@/lib/shared/i18n/locale";

export function describeUsage(usage: Usage | null | undefined, model: string | null | undefined): string {
  const tokens = usage && usage.inputTokens + usage.outputTokens;
  return [tokens && t("tokens", { count: tokens }), usage?.cost && price(usage.cost), model && nameOf(model)]
    .filter(Boolean)
    .join(", ");
}

export function usageTitle(usage: Usage | null | undefined, model: string | null | undefined) {
  if (!usage) return model ?? undefined;
  const { inputTokens, outputTokens, cachedTokens, reasoningTokens } = usage;
  const read = t("tokensRead", { count: inputTokens, cached: cachedTokens ?? 0 });
  const wrote = t("tokensWritten", { count: outputTokens, thinking: reasoningTokens ?? 0 });
  return [read, wrote, model].filter(Boolean).join("; ");
}

export function price(dollars: number): string {
  const digits =
    dollars >= 0.1
      ? { minimumFractionDigits: 2, maximumFractionDigits: 2 }
      : { minimumFractionDigits: 0, maximumSignificantDigits: 2 };
  const style = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" } as const;
  return new Intl.NumberFormat(formatTag(), { ...style, ...digits }).format(dollars);
}

/** Removes the provider prefix, as in `openai/gpt-5.2`. Names of gateways contain more slashes. */
const nameOf = (model: string): string => model.slice(model.indexOf("/") + 1);
