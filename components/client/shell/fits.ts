import { fold } from "@/lib/shared/text/words";

/**
 * Returns a predicate that is true if every word of the search occurs in the texts, ignoring case and
 * accents.
 */
export function fitting(search: string): (...texts: string[]) => boolean {
  const words = fold(search).split(/\s+/).filter(Boolean);
  return (...texts) => {
    const all = fold(texts.join(" "));
    return words.every((word) => all.includes(word));
  };
}
