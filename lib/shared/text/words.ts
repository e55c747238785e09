const MARKS = /[\u0300-\u036f]/g;
/** Scripts that put no spaces between words: there, each character is one. */
const ALONE = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]`;
const WORD = new RegExp(String.raw`${ALONE}|(?:(?!${ALONE})[\p{L}\p{N}\p{M}])+`, "gu");
/** What is longer is no word, but a key or encoded data. */
const LONGEST = 64;

/** A text as search compares it: in small letters and without accents. In SQL: `folded` of lib/store/search/search. */
export const fold = (text: string): string =>
  text.normalize("NFKD").replace(MARKS, "").normalize("NFC").toLowerCase();

/** The words of a text as search compares them, in their order. */
export function* wordsOf(text: string): Generator<string> {
  for (const [word] of fold(text).matchAll(WORD)) if (word.length <= LONGEST) yield word;
}

/** What search finds a text by: each of its words once, folded, as far as they fit into so many characters. */
export function distinctWords(text: string, maxCharacters: number): string {
  const words = new Set<string>();
  let length = 0;
  for (const word of wordsOf(text)) {
    if (words.has(word)) continue;
    length += word.length + 1;
    if (length > maxCharacters) break;
    words.add(word);
  }
  return [...words].join(" ");
}

/** Where in a text a word stands that begins with one of `words`, which are folded; undefined if none does. */
export function findWord(text: string, words: readonly string[]): number | undefined {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const folded = fold(word);
    if (words.some((each) => folded.startsWith(each))) return index;
  }
  return undefined;
}
