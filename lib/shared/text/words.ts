const MARKS = /[\u0300-\u036f]/g;
/** Scripts without spaces between words. Each of their characters counts as a word. */
const ALONE = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]`;
const WORD = new RegExp(String.raw`${ALONE}|(?:(?!${ALONE})[\p{L}\p{N}\p{M}])+`, "gu");
/** Longer strings are keys or encoded data, not words. */
const MAX_WORD_CHARS = 64;

/**
 * Normalizes a text for search: lower case, without accents. The SQL version is `folded` in
 * lib/store/search/search.
 */
export const fold = (text: string): string =>
  text.normalize("NFKD").replace(MARKS, "").normalize("NFC").toLowerCase();

export function* tokenize(text: string): Generator<string> {
  for (const [word] of fold(text).matchAll(WORD)) if (word.length <= MAX_WORD_CHARS) yield word;
}

export function distinctWords(text: string, maxCharacters: number): string {
  const words = new Set<string>();
  let length = 0;
  for (const word of tokenize(text)) {
    if (words.has(word)) continue;
    length += word.length + 1;
    if (length > maxCharacters) break;
    words.add(word);
  }
  return [...words].join(" ");
}

/** Returns the index of the first word that begins with one of the folded `words`; undefined if none does. */
export function findWord(text: string, words: readonly string[]): number | undefined {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const folded = fold(word);
    if (words.some((each) => folded.startsWith(each))) return index;
  }
  return undefined;
}
