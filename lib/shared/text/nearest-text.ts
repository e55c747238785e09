const MAX_CHARS = 300;
const MAX_QUERY_CHARS = 2_000;
/** Minimum share of common words, relative to the shorter of line and searched text. */
const ENOUGH = 0.5;
/** With two searched words, one match is enough if it has at least this many letters. */
const LONG_WORD = 4;

/**
 * Returns the part of `text` that the model probably meant by `wanted`, which does not occur in it. That is a
 * match that ignores case, whitespace and the style of quotes, or else the line with the most words in common.
 * Null if nothing is similar.
 */
export function nearestText(text: string, wanted: string): string | null {
  const query = wanted.slice(0, MAX_QUERY_CHARS);
  const found = loosely(text, query) ?? mostAlike(text, query);
  return found === null ? null : found.slice(0, MAX_CHARS).toWellFormed();
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
  const queryWords = wordSet(wanted);
  let best = { line: "", score: 0 };
  for (const line of text.split("\n")) {
    const here = wordSet(line);
    const common = [...here].filter((word) => queryWords.has(word));
    const score = common.length / Math.max(1, Math.min(queryWords.size, here.size));
    const isSignificant =
      common.length > 1 || (queryWords.size === 2 && (common[0]?.length ?? 0) >= LONG_WORD);
    if (isSignificant && score > best.score) best = { line, score };
  }
  return best.score >= ENOUGH ? best.line : null;
}

const wordSet = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
