import type { FoundBy } from "@/lib/shared/memory/memory-search";

const REASONS: Record<FoundBy, string> = {
  words: "its words",
  meaning: "its meaning",
  neighbours: "nearby messages",
  name: "its name",
  recency: "its date",
};

/** Returns for example "Found by its words and what it means", or "" without reasons. */
export function describeMatch(reasons: readonly FoundBy[]): string {
  if (reasons.length === 0) return "";
  return `Found by ${new Intl.ListFormat("en").format(reasons.map((reason) => REASONS[reason]))}`;
}
