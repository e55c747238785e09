const LONGEST = 300;
const LONGEST_SOUGHT = 2_000;
/** Of the words that are looked for, so many must be there before a line is worth showing. */
const ENOUGH = 0.5;
/** Where two words are looked for, one of them will do, if it has so many letters. */
const LONG_WORD = 4;

/**
 * The part of `text` that somebody may have meant by `wanted`, which is not in it: the same but for case, spaces and
 * quotes, or else the line that shares most of its words. Null when there is nothing alike.
 */
export function nearestText(text: string, wanted: string): string | null {
  const sought = wanted.slice(0, LONGEST_SOUGHT);
  const found = loosely(text, sought) ?? mostAlike(text, sought);
  return found === null ? null : found.slice(0, LONGEST).toWellFormed();
}

function loosely(text: string, wanted: string): string | null {
  const words = wanted.trim().split(/\s+/);
  if (words[0] === "") return null;
  const pattern = words.map((word) => escaped(word).replace(/['’‘]/g, "['’‘]").replace(/["“”]/g, '["“”]'));
  const match = new RegExp(pattern.join("\\s+"), "i").exec(text);
  return match?.[0] ?? null;
}

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

function mostAlike(text: string, wanted: string): string | null {
  const sought = wordsOf(wanted);
  let best = { line: "", score: 0 };
  for (const line of text.split("\n")) {
    const here = wordsOf(line);
    const common = [...here].filter((word) => sought.has(word));
    const score = common.length / Math.max(1, Math.min(sought.size, here.size));
    const isTelling = common.length > 1 || (sought.size === 2 && (common[0]?.length ?? 0) >= LONG_WORD);
    if (isTelling && score > best.score) best = { line, score };
  }
  return best.score >= ENOUGH ? best.line : null;
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
