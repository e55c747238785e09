import { fold } from "@/lib/shared/text/words";

/** Whether every word of a search stands somewhere in these texts, whatever its case and accents. */
export function fitting(search: string): (...texts: string[]) => boolean {
  const words = fold(search).split(/\s+/).filter(Boolean);
  return (...texts) => {
    const all = fold(texts.join(" "));
    return words.every((word) => all.includes(word));
  };
}
