import { formatTag } from "@/lib/shared/i18n/locale";

type Format = { kind?: string; currency?: string; unit?: string };

/** Formats a value of a table or a key figure for the visitor's language. */
export function formatCell(value: unknown, { kind, currency, unit }: Format): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean" || kind === "checkbox" || kind === "boolean") return value ? "✓" : "–";
  if (typeof value !== "number") return typeof value === "object" ? JSON.stringify(value) : String(value);
  const options: Intl.NumberFormatOptions =
    kind === "currency" && currency
      ? { style: "currency", currency, currencyDisplay: "narrowSymbol" }
      : { maximumFractionDigits: 4 };
  const text = new Intl.NumberFormat(formatTag(), options).format(value);
  if (kind === "percent" || kind === "progress") return `${text}%`;
  return unit === undefined ? text : `${text}\u00a0${unit}`;
}
