import { fold } from "@/lib/shared/text/words";

/**
 * Returns a predicate that is true if every word of the search occurs in the texts, ignoring case and
 * accents.
 */
export function fitting(search: string): (...strings: string[]) => boolean {
  const terms = fold(search).split(/\s+/).filter(Boolean);
  return (...strings) => {
    const all = fold(strings.join(" "));
    return terms.every((term) => all.includes(term));
  };
}
