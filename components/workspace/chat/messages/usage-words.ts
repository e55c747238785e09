import type { Usage } from "@/lib/shared/chat/metadata";

const number = new Intl.NumberFormat("en-US");
const small = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 2 });

/** "1,204 tokens, $0.004, gpt-5.2": what an answer took, and who gave it. */
export function usageWords(usage: Usage | null | undefined, model: string | null | undefined): string {
  const tokens = usage && usage.inputTokens + usage.outputTokens;
  return [tokens && countOf(tokens, "token"), usage?.cost && price(usage.cost), model && nameOf(model)]
    .filter(Boolean)
    .join(", ");
}

/** The same in full. */
export function usageTitle(usage: Usage | null | undefined, model: string | null | undefined) {
  if (!usage) return model ?? undefined;
  const { inputTokens, outputTokens, cachedTokens, reasoningTokens } = usage;
  const read = `${countOf(inputTokens, "token")} read${cachedTokens ? `, ${number.format(cachedTokens)} of them cached` : ""}`;
  const wrote = `${number.format(outputTokens)} written${reasoningTokens ? `, ${number.format(reasoningTokens)} of them thinking` : ""}`;
  return [read, wrote, model].filter(Boolean).join("; ");
}

/** A small sum keeps what says something: $0.0042, $0.37, $12.40. */
export const price = (dollars: number): string =>
  `$${dollars >= 0.1 ? dollars.toFixed(2) : small.format(dollars)}`;

const countOf = (count: number, thing: string): string =>
  `${number.format(count)} ${thing}${count === 1 ? "" : "s"}`;

/** `openai/gpt-5.2` as people say it; a gateway's names have more slashes. */
const nameOf = (model: string): string => model.slice(model.indexOf("/") + 1);
