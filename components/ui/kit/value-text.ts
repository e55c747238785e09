import { isRecord } from "@/lib/shared/chat/parts";

/** Formats the input or output of a tool: text unchanged, other values as JSON. */
export function valueText(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "string") return value;
  // An input with a single multi-line text, such as a query or a script, is shown as that text.
  const [only, ...others] = isRecord(value) ? Object.entries(value) : [];
  if (only && others.length === 0 && typeof only[1] === "string" && only[1].includes("\n")) return only[1];
  return JSON.stringify(value, null, 2) ?? "nothing";
}

const UNITS = ["characters", "thousand characters", "million characters"];

export function formatChars(count: number): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, count)) / 3)));
  const amount = count / 1_000 ** power;
  return `${power > 0 && amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${UNITS[power]}`;
}
