import type { Document, Fields } from "@/components/pages/data/documents/api";
import { valueAt } from "@/components/pages/data/documents/fields";

export type Choice = "left" | "right" | "both";
export type Difference = { name: string; left: unknown; right: unknown; choices: readonly Choice[] };

const SILENT = new Set(["_id", "uid", "notSameAs"]);
/** Fields that can have several values, with the field that holds the additional ones. */
const PLURALS: Readonly<Record<string, string>> = { phone: "phones", email: "emails", address: "addresses" };

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
/** Normalizes phone numbers and email addresses as the server does to detect duplicates. */
const SAME: Readonly<Record<string, (text: string) => string>> = {
  phone: (text) => text.replace(/[^\d+]/g, "").replace(/^00/, "+"),
  email: (text) => text.trim().toLowerCase(),
};
const plain = (name: string, value: unknown) =>
  typeof value === "string" && Object.hasOwn(SAME, name) ? SAME[name]?.(value) : value;

const isMissing = (value: unknown) => (value ?? "") === "";

export function differencesOf(left: Fields, right: Fields): Difference[] {
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  return names.flatMap((name) => {
    const [one, other] = [valueAt(left, name), valueAt(right, name)];
    if (
      SILENT.has(name) ||
      isEqual(plain(name, one), plain(name, other)) ||
      (isMissing(one) && isMissing(other))
    )
      return [];
    const canJoin = name in PLURALS || name === "notes" || (Array.isArray(one) && Array.isArray(other));
    const choices: Choice[] =
      canJoin && !isMissing(one) && !isMissing(other) ? ["both", "left", "right"] : ["left", "right"];
    return [{ name, left: one, right: other, choices }];
  });
}

/** Returns the default choice: both values where possible, otherwise the one that is not empty. */
export const firstChoice = ({ left, choices }: Difference): Choice =>
  choices.includes("both") ? "both" : isMissing(left) ? "right" : "left";

export function mergedOf(left: Document, right: Fields, choices: Readonly<Record<string, Choice>>): Document {
  const merged: Document = { ...left };
  const others: [name: string, plural: string, value: unknown][] = [];
  for (const difference of differencesOf(left, right)) {
    const { name } = difference;
    const choice = choices[name] ?? firstChoice(difference);
    const value = { left: difference.left, right: difference.right, both: difference.left }[choice];
    const plural = Object.hasOwn(PLURALS, name) ? PLURALS[name] : undefined;
    if (choice === "both" && plural) others.push([name, plural, difference.right]);
    if (isMissing(value)) delete merged[name];
    else merged[name] = choice === "both" && !plural ? joined(difference) : value;
  }
  for (const [name, plural, value] of others) {
    const there = Array.isArray(merged[plural]) ? merged[plural] : [];
    const isThere = there.some((one) => isEqual(plain(name, textOf(one)), plain(name, value)));
    if (!isThere) merged[plural] = [...there, { value }];
  }
  if (isMissing(left.uid) && !isMissing(right.uid)) merged.uid = right.uid;
  return merged;
}

function joined({ left, right }: Difference): unknown {
  if (Array.isArray(left) && Array.isArray(right)) return union(left, right);
  return `${String(left)}\n${String(right)}`;
}

const textOf = (value: unknown) =>
  typeof value === "object" && value !== null && "value" in value ? value.value : value;

const union = (some: readonly unknown[], others: readonly unknown[]) => [
  ...some,
  ...others.filter((one) => !some.some((other) => isEqual(textOf(one), textOf(other)))),
];
