import { isRecord } from "@/lib/shared/chat/parts";
import { t } from "@/lib/shared/i18n/en/kit";
import { formatTag } from "@/lib/shared/i18n/locale";

/** Formats the input or output of a tool: text unchanged, other values as JSON. */
export function valueText(value: unknown): string {
  if (value === undefined) return t("nothing");
  if (typeof value === "string") return value;
  // An input with a single multi-line text, such as a query or a script, is shown as that text.
  const [only, ...others] = isRecord(value) ? Object.entries(value) : [];
  if (only && others.length === 0 && typeof only[1] === "string" && only[1].includes("\n")) return only[1];
  return JSON.stringify(value, null, 2) ?? t("nothing");
}

export function formatChars(count: number): string {
  if (count < 1_000) return t("chars", { count: String(count) });
  return count < 1_000_000
    ? t("thousandChars", { count: shortened(count / 1_000) })
    : t("millionChars", { count: shortened(count / 1_000_000) });
}

const shortened = (amount: number): string => {
  const digits = amount < 10 ? 1 : 0;
  return amount.toLocaleString(formatTag(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
};
