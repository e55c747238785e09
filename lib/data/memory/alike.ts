import { cosine } from "@/lib/models/embedding/vector";
import { fold, tokenize } from "@/lib/shared/text/words";
import { type Term, termsOf } from "./search/terms";

/*
 * Decides whether two facts say the same or contradict each other. Two facts are the same only if one
 * contains everything that the other says, because they are then merged automatically. A contradiction is
 * only shown to the user.
 */

/**
 * Two facts are "same" if one contains the other and they reach these values: the share of common words, and
 * the cosine between the meanings.
 */
const SAME_WORDS = 0.75;
const SAME_MEANING = 0.6;
const RELATED_WORDS = 0.5;
const RELATED_MEANING = 0.4;
/** Two words are forms of the same word if they share a prefix of at least this part of their length. */
const SHARED_FORM = 0.6;
const MIN_FORM = 4;

/**
 * Stems of words for attributes that have a single value. Two facts with different values for one contradict
 * each other.
 */
const SINGLE = new Set(
  "live resid born marri name call prefer favorit favourit work employ birthday address phone email move age wohnt heißt arbeitet".split(
    " ",
  ),
);
const NEGATIONS = new Set(
  "no not never none cannot dont doesnt didnt isnt arent wasnt wont cant without nicht kein keine keinen nie niemals".split(
    " ",
  ),
);

/** If one of two statements has more words than this, they are "same" only if their words are equal. */
const MAX_WORDS = 20;

/** Words for the subject. They are ignored because most facts contain them. */
const SUBJECTS = new Set("user person she he they nutzer".split(" "));

export type FactStatement = {
  words: ReadonlySet<string>;
  terms: Term[];
  /**
   * Words that must match exactly: words with digits, and capitalized words that do not begin the sentence.
   */
  exact: ReadonlySet<string>;
  names: ReadonlySet<string>;
  isNegated: boolean;
};

export async function statementOf(content: string): Promise<FactStatement> {
  const { terms } = await termsOf(content.replaceAll(/n['’]t\b/gi, "nt"));
  const names = [...content.matchAll(/(?<=[^.!?\s]\s+)\p{Lu}[\p{L}\p{M}]*/gu)].flatMap(([name]) => [
    ...tokenize(fold(name)),
  ]);
  const words = new Set(tokenize(content.replaceAll(/n['’]t\b/gi, "nt")));
  const exact = new Set([...names, ...[...words].filter((word) => /\d/.test(word))]);
  const termByWord = new Map(terms.map((term) => [term.word, term]));
  // Keep names even if they are stop words in some language.
  for (const word of exact) termByWord.set(word, termByWord.get(word) ?? { word, prefix: word, stem: null });
  return {
    words: words,
    terms: [...words].flatMap((word) =>
      NEGATIONS.has(word) || SUBJECTS.has(word) ? [] : (termByWord.get(word) ?? []),
    ),
    exact,
    names: new Set(names),
    isNegated: [...words].some((word) => NEGATIONS.has(word)),
  };
}

export type Relation = "same" | "contradicts" | null;

export function relationOf(
  a: FactStatement,
  b: FactStatement,
  meanings: readonly [Uint8Array | undefined, Uint8Array | undefined],
): Relation {
  if (Math.max(a.words.size, b.words.size) > MAX_WORDS)
    return a.words.symmetricDifference(b.words).size === 0 ? "same" : null;
  const shared = a.terms.filter((one) => b.terms.some((other) => isForm(one, other, a, b)));
  const [ownA, ownB] = [
    a.terms.filter((one) => !shared.includes(one)),
    b.terms.filter((one) => !a.terms.some((other) => isForm(other, one, a, b))),
  ];
  const fewer = Math.min(a.terms.length, b.terms.length);
  if (shared.length === 0 || fewer === 0) return null;
  const overlap = shared.length / (shared.length + ownA.length + ownB.length);
  const nearness = nearnessOf(meanings);
  const isSubset = ownA.length === 0 || ownB.length === 0;
  const isSame = isSubset && overlap >= SAME_WORDS && a.isNegated === b.isNegated;
  if (isSame && nearness >= SAME_MEANING && !isTurned(shared, a, b)) return "same";
  if (nearness < RELATED_MEANING || shared.length / fewer < RELATED_WORDS) return null;
  if (a.isNegated !== b.isNegated && overlap >= SAME_WORDS) return "contradicts";
  if (ownA.length === 0 || ownB.length === 0 || a.isNegated !== b.isNegated) return null;
  const isNumber = ({ word }: Term) => /\d/.test(word);
  if (ownA.some(isNumber) && ownB.some(isNumber) && shared.length >= 2) return "contradicts";
  const single = shared.find(({ word, stem }) => SINGLE.has(stem ?? word) || SINGLE.has(word));
  // If words before the shared attribute differ, the facts are about different subjects and do not contradict
  // each other.
  return single && isAfter(ownA, single, a) && isAfter(ownB, single, b) ? "contradicts" : null;
}

const isAfter = (own: readonly Term[], single: Term, { terms }: FactStatement): boolean => {
  const at = terms.findIndex(({ word, stem }) => word === single.word || (stem ?? word) === single.stem);
  return own.every((one) => terms.indexOf(one) > at);
};

/** Returns true if the shared names are in a different order, which can change the meaning. */
function isTurned(shared: readonly Term[], a: FactStatement, b: FactStatement): boolean {
  const named = shared.filter(({ word }) => a.names.has(word) || b.names.has(word));
  const places = named.map((one) => b.terms.findIndex((other) => isForm(one, other, a, b)));
  return places.some((place, nth) => nth > 0 && place < (places[nth - 1] ?? 0));
}

function isForm(one: Term, other: Term, a: FactStatement, b: FactStatement): boolean {
  if (one.word === other.word) return true;
  if (a.exact.has(one.word) || b.exact.has(other.word)) return false;
  if (one.stem !== null && one.stem === other.stem) return true;
  const minShared = Math.max(MIN_FORM, SHARED_FORM * Math.max(one.word.length, other.word.length));
  let shared = 0;
  while (shared < one.word.length && one.word[shared] === other.word[shared]) shared++;
  return shared >= minShared;
}

/** Returns 1 if a vector is unknown, so that the words alone decide. */
function nearnessOf([a, b]: readonly [Uint8Array | undefined, Uint8Array | undefined]): number {
  if (!a || !b) return 1;
  return cosine(Float32Array.from(new Int8Array(a.buffer, a.byteOffset, a.byteLength)), b);
}
