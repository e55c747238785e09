import type { FoundBy } from "@/lib/shared/memory/memory-search";

const REASONS: Record<Exclude<FoundBy, "recency">, string> = {
  words: "words",
  meaning: "meaning",
  neighbours: "nearby messages",
  name: "name",
};

/** Returns for example "Matched words and meaning; recent", or "" without reasons. */
export function describeMatch(reasons: readonly FoundBy[]): string {
  const matched = reasons.flatMap((reason) => (reason === "recency" ? [] : REASONS[reason]));
  const isRecent = matched.length < reasons.length;
  if (matched.length === 0) return isRecent ? "Recent" : "";
  const list = new Intl.ListFormat("en").format(matched);
  return isRecent ? `Matched ${list}; recent` : `Matched ${list}`;
}
