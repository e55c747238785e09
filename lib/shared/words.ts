const MARKS = /[\u0300-\u036f]/g;
/** Scripts that put no spaces between words: there, each character is one. */
const ALONE = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]`;
const WORD = new RegExp(String.raw`${ALONE}|(?:(?!${ALONE})[\p{L}\p{N}\p{M}])+`, "gu");
/** What is longer is no word, but a key or encoded data. */
const LONGEST = 64;

/** A text as search compares it: in small letters and without accents. In SQL: `folded` of lib/store/search. */
export const fold = (text: string): string =>
  text.normalize("NFKD").replace(MARKS, "").normalize("NFC").toLowerCase();

/** The words of a text as search compares them, in their order. */
export function* wordsOf(text: string): Generator<string> {
  for (const [word] of fold(text).matchAll(WORD)) if (word.length <= LONGEST) yield word;
}

/** Where in a text a word stands that begins with one of `words`, which are folded; undefined if none does. */
export function findWord(text: string, words: readonly string[]): number | undefined {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const folded = fold(word);
    if (words.some((each) => folded.startsWith(each))) return index;
  }
  return undefined;
}
