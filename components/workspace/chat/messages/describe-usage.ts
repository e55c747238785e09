import type { Usage } from "@/lib/shared/chat/metadata";

const number = new Intl.NumberFormat("en-US");
const small = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 2 });

export function describeUsage(usage: Usage | null | undefined, model: string | null | undefined): string {
  const tokens = usage && usage.inputTokens + usage.outputTokens;
  return [tokens && countOf(tokens, "token"), usage?.cost && price(usage.cost), model && nameOf(model)]
    .filter(Boolean)
    .join(", ");
}

export function usageTitle(usage: Usage | null | undefined, model: string | null | undefined) {
  if (!usage) return model ?? undefined;
  const { inputTokens, outputTokens, cachedTokens, reasoningTokens } = usage;
  const read = `${countOf(inputTokens, "token")} read${cachedTokens ? `, ${number.format(cachedTokens)} of them cached` : ""}`;
  const wrote = `${number.format(outputTokens)} written${reasoningTokens ? `, ${number.format(reasoningTokens)} of them thinking` : ""}`;
  return [read, wrote, model].filter(Boolean).join("; ");
}

export const price = (dollars: number): string =>
  `$${dollars >= 0.1 ? dollars.toFixed(2) : small.format(dollars)}`;

const countOf = (count: number, item: string): string =>
  `${number.format(count)} ${item}${count === 1 ? "" : "s"}`;

/** Removes the provider prefix, as in `openai/gpt-5.2`. Names of gateways contain more slashes. */
const nameOf = (model: string): string => model.slice(model.indexOf("/") + 1);
