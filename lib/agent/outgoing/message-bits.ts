/**
 * Measures what a request tells a site, in bits: the length of a code in which the site could read the request.
 * A request that needs n bits chooses one of at most 2^n messages. Known words and addresses are cheap, because
 * the choice among them says little; everything else is spelled.
 */

const WORD = /[\p{L}\p{N}]+/gu;
/** Alphabets of spelled words, with the bits of a character. Two bits choose the alphabet. */
const ALPHABETS: readonly (readonly [RegExp, number])[] = [
  [/^\d*$/, Math.log2(10)],
  [/^[a-z]*$/, Math.log2(26)],
  [/^[a-zA-Z\d]*$/, Math.log2(62)],
];
/** Bits of a character of any other text: the size of Unicode. */
const ANY_CHARACTER = 17;
const ALPHABET_BITS = 2;
/** Separators that are expected between words take one bit, other usual ones four. */
const EXPECTED = new Set(["", " ", "/", "+"]);
const USUAL = new Set(["?", "&", "=", ".", ",", "-", "_", ", ", ": ", "/?"]);
const USUAL_BITS = 4;
/** Bits that distinguish the next page, a known address, a changed known address, and a new one. */
const WAY_BITS = { known: 1, next: 2, changed: 3, new: 3 };

/** Bits of a choice among `count` equally likely options. */
export const choiceBits = (count: number): number => Math.log2(Math.max(1, count));

/** Bits of a positive integer without an upper limit (Elias gamma code). */
const integerBits = (value: number): number => 2 * Math.floor(Math.log2(value)) + 1;

/** Splits a text into words and the separators before, between and after them: one separator more than words. */
export const wordsOf = (text: string) => ({ words: text.match(WORD) ?? [], separators: text.split(WORD) });

export const lowercaseWordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

function spelledBits(text: string): number {
  const bits = ALPHABETS.find(([pattern]) => pattern.test(text))?.[1] ?? ANY_CHARACTER;
  return ALPHABET_BITS + integerBits([...text].length + 1) + [...text].length * bits;
}

function wordBits(word: string, known: ReadonlySet<string>): number {
  const lower = word.toLowerCase();
  const spelled = spelledBits(word);
  if (!known.has(lower)) return 1 + spelled;
  const isPlain = word === lower || word === `${lower[0]?.toUpperCase()}${lower.slice(1)}`;
  return 1 + Math.min(spelled, choiceBits(known.size) + (isPlain ? 1 : lower.length));
}

function separatorBits(separator: string): number {
  if (EXPECTED.has(separator)) return 1;
  return USUAL.has(separator) ? USUAL_BITS : USUAL_BITS + spelledBits(separator);
}

/** Bits of a text, most of whose words the reader may know. Words are compared in lower case. */
export function textBits(text: string, known: ReadonlySet<string>): number {
  if (text === "") return 0;
  const { words, separators } = wordsOf(text);
  const inside = separators.slice(1, -1);
  const ends = [separators[0] ?? "", separators.length > 1 ? (separators.at(-1) ?? "") : ""];
  return (
    integerBits(words.length + 1) +
    words.reduce((sum, word) => sum + wordBits(word, known), 0) +
    [...inside, ...ends.filter((end) => end !== "")].reduce((sum, one) => sum + separatorBits(one), 0)
  );
}

/** Bits to change `from` into `to` at one or more words, or null if they differ in more than words. */
function changeBits(from: string, to: string, known: ReadonlySet<string>): number | null {
  const [old, next] = [wordsOf(from), wordsOf(to)];
  if (old.words.length !== next.words.length) return null;
  if (old.separators.some((separator, at) => separator !== next.separators[at])) return null;
  const changed = next.words.flatMap((word, at) => {
    const before = old.words[at] ?? "";
    return word === before ? [] : [Math.min(wordBits(word, known), stepBits(before, word))];
  });
  const places = changed.length * choiceBits(next.words.length);
  return integerBits(changed.length + 1) + places + changed.reduce((sum, bits) => sum + bits, 0);
}

/** Bits of the step from one number to another, as from a page to the next; infinite for other words. */
function stepBits(from: string, to: string): number {
  if (!/^\d{1,12}$/.test(from) || !/^\d{1,12}$/.test(to)) return Number.POSITIVE_INFINITY;
  const step = Math.abs(Number(to) - Number(from));
  const isPlain = to === String(Number(to)).padStart(from.startsWith("0") ? from.length : 0, "0");
  return isPlain && step > 0 ? 1 + integerBits(step) : Number.POSITIVE_INFINITY;
}

/** `addresses`: decoded path of each address. `last`: path of the last request. */
type Known = { addresses: ReadonlyMap<string, string>; words: ReadonlySet<string>; last: string };

/** Returns true if only the last number differs, and is one more. */
function isNext(from: string, to: string): boolean {
  const next = from.replace(/\d{1,12}(?!.*\d)/s, (number) =>
    String(Number(number) + 1).padStart(number.length, "0"),
  );
  return next === to && next !== from;
}

/**
 * Bits of a request to an address: which of the addresses that the site or its links have named, how it differs
 * from one of them, or all of it. `host` is the part of the host that is not known, which may be empty.
 */
export function addressBits(
  { address, path, host }: { address: string; path: string; host: string },
  { addresses, words, last }: Known,
): number {
  const choice = choiceBits(addresses.size);
  if (host === "" && isNext(last, path) && !hasNeedlessEscapes(address)) return WAY_BITS.next;
  if (addresses.has(address)) return WAY_BITS.known + choice;
  const isEscaped = hasNeedlessEscapes(address);
  const text = isEscaped ? address : path;
  const whole = WAY_BITS.new + textBits(text, words) + (host === "" ? 0 : spelledBits(host));
  if (isEscaped || host !== "") return whole;
  let least = whole;
  for (const named of addresses.values()) {
    const changed = changeBits(named, path, words);
    if (changed !== null) least = Math.min(least, WAY_BITS.changed + choice + changed);
  }
  return least;
}

/** Returns true if the address escapes characters that need no escape, because the choice of them can carry data. */
const hasNeedlessEscapes = (address: string): boolean =>
  (address.match(/%[\da-f]{2}/gi) ?? []).some((escaped) =>
    /[\w.~-]/.test(String.fromCharCode(Number.parseInt(escaped.slice(1), 16))),
  );
