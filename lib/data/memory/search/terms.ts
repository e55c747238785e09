import { LRUCache } from "lru-cache";
import { singleton } from "@/lib/ground/base/process";
import { tokenize } from "@/lib/shared/text/words";
import { stems } from "@/lib/store/hot/memory-search";
import { findSimilarWords } from "@/lib/store/memory/memory-search";

/** Names of Postgres's Snowball dictionaries. `termsOf` tries the first one before the others. */
const LANGUAGES = [
  ...(["english", "german", "french", "spanish", "italian", "portuguese", "dutch"] as const),
  ...(["swedish", "danish", "norwegian", "finnish", "russian", "turkish"] as const),
];
/** Only this many words are searched; more would slow the search down without better results. */
const MAX_TERMS = 24;
/** An incomplete word that is shorter than this would match too many words. */
const MIN_PARTIAL = 3;
const MIN_PREFIX = 3;
const MAX_LIKE = 8;
const MIN_MISSPELLED = 4;
/** A word of at least this length may differ by two letters, a shorter word by one. */
const LONG_WORD = 8;

/** A word of a query. Postgres looks up its prefix; the stem then confirms that a word is a form of it. */
export type Term = {
  word: string;
  prefix: string;
  stem: string | null;
  /** True if the word may be incomplete, so that any word with this prefix matches. */
  isPartial?: boolean;
};

export type Terms = { language: string | null; terms: Term[] };

/**
 * Splits a query into terms without stop words. The language is the first of LANGUAGES if the query contains
 * its stop words, otherwise the one with the most stop words in the query. Without stop words, a query of the
 * letters a to z counts as the first language, and any other is not stemmed. `isPartial`: the last word may
 * be incomplete.
 */
export async function termsOf(text: string, isPartial = false): Promise<Terms> {
  const words = [...new Set(tokenize(text))].slice(0, 2 * MAX_TERMS);
  if (words.length === 0) return { language: null, terms: [] };
  let language: string | null = null;
  let found = await stemsOf(LANGUAGES[0] ?? "", words);
  if (dropped(found) > 0) language = LANGUAGES[0] ?? null;
  else {
    const others = await Promise.all(
      LANGUAGES.slice(1).map(async (name) => ({ name, found: await stemsOf(name, words) })),
    );
    const best = others.reduce((a, b) => (dropped(b.found) > dropped(a.found) ? b : a));
    if (dropped(best.found) > 0) ({ name: language, found } = best);
    else if (words.every((word) => /^[a-z]+$/.test(word))) language = LANGUAGES[0] ?? null;
  }
  const stemByWord = found;
  const significant = language ? words.filter((word) => stemByWord.get(word) !== null) : words;
  const terms = (significant.length > 0 ? significant : words).slice(0, MAX_TERMS);
  const last = isPartial && /[\p{L}\p{N}]$/u.test(text) ? words.at(-1) : undefined;
  return {
    language,
    terms: terms.map((word): Term => {
      const stem = language ? (stemByWord.get(word) ?? null) : null;
      const isUnfinished = word === last && word.length >= MIN_PARTIAL;
      return { ...termOf(word, stem), ...(isUnfinished && { isPartial }) };
    }),
  };
}

const dropped = (found: ReadonlyMap<string, string | null>) =>
  [...found.values()].filter((stem) => stem === null).length;

function termOf(word: string, stem: string | null): Term {
  if (stem === null) return { word, prefix: word, stem };
  let shared = 0;
  while (shared < stem.length && stem[shared] === word[shared]) shared++;
  return { word, prefix: shared >= MIN_PREFIX ? word.slice(0, shared) : word, stem };
}

/**
 * Builds a tsquery in which rare words match alone, and frequent words only in pairs. `counts` are the
 * numbers of texts with each term, 0 if unknown.
 */
export function termsQueryOf(terms: readonly Term[], counts: readonly number[], rareUpTo: number): string {
  const [rare, frequent]: [string[], { query: string; count: number }[]] = [[], []];
  for (const [n, { prefix }] of terms.entries()) {
    const [query, count] = [prefixTerm(prefix), counts[n] ?? 0];
    if (count <= rareUpTo) rare.push(query);
    else frequent.push({ query, count });
  }
  frequent.sort((a, b) => a.count - b.count);
  const [first, second, ...others] = frequent;
  if (!first) return rare.join(" | ");
  if (!second) return rare.length > 0 ? rare.join(" | ") : first.query;
  const also = [...rare, `(${first.query} & ${second.query})`];
  for (const { query } of others.slice(0, 4))
    also.push(`(${first.query} & ${query})`, `(${second.query} & ${query})`);
  return also.join(" | ");
}

/** No escaping needed: a word has only letters and digits. */
export const prefixTerm = (prefix: string) => `'${prefix}':*`;

/**
 * Replaces each term that no text contains by the most similar known word. A term without a similar word is
 * kept; results that lack it score lower. Returns null if no term was replaced.
 */
export async function respelled(agentId: string, { language, terms }: Terms, missing: readonly Term[]) {
  const asked = missing.map(({ word }) => word).filter((word) => word.length >= MIN_MISSPELLED);
  const meant = new Map<string, { like: string; edits: number }>();
  for (const { word, like } of await findSimilarWords(agentId, asked, MAX_LIKE)) {
    const edits = editsBetween(word, like);
    if (edits > (word.length < LONG_WORD ? 1 : 2) || word[0] !== like[0]) continue;
    if (edits < (meant.get(word)?.edits ?? Number.POSITIVE_INFINITY)) meant.set(word, { like, edits });
  }
  if (meant.size === 0) return null;
  const likes = [...meant.values()].map(({ like }) => like);
  const stemmed = language ? await stemsOf(language, likes) : null;
  const respelling = terms.map((term) => {
    const like = meant.get(term.word)?.like;
    return like === undefined ? term : termOf(like, stemmed?.get(like) ?? null);
  });
  return { language, terms: respelling };
}

/**
 * Returns the Damerau-Levenshtein distance: insertions, deletions, substitutions, and swaps of adjacent
 * letters.
 */
export function editsBetween(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  let [before, last]: number[][] = [[], b.map((_, n) => n).concat(b.length)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (last?.[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1]);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? (before?.[j - 2] ?? 0) + 1 : changed;
      row.push(Math.min(changed, swapped, (last?.[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    [before, last] = [last, row];
  }
  return last?.at(-1) ?? 0;
}

/** Finds which words of a text are forms of which terms, by index. */
export class Matcher {
  private readonly language: string | null;
  private readonly terms: readonly Term[];
  private readonly forms = new Map<string, number[]>();

  private constructor({ language, terms }: Terms) {
    this.language = language;
    this.terms = terms;
  }

  static async of(terms: Terms, texts: readonly string[]): Promise<Matcher> {
    const matcher = new Matcher(terms);
    await matcher.read(texts);
    return matcher;
  }

  /** Stems only the words that begin like a term, because no other word can be a form of it. */
  async read(texts: readonly string[]): Promise<void> {
    const { language, terms } = this;
    const likely = new Set<string>();
    const beginnings = new Set(terms.map(({ prefix }) => prefix.slice(0, MIN_PREFIX)));
    for (const text of texts)
      for (const word of text.split(" "))
        if (beginnings.has(word.slice(0, MIN_PREFIX)) || beginnings.has(word)) likely.add(word);
    const stemByWord = language ? await stemsOf(language, [...likely]) : null;
    for (const word of likely) {
      const matched = terms.flatMap(({ prefix, word: own, stem, isPartial = false }, index) =>
        word === own ||
        (isPartial && word.startsWith(own)) ||
        (word.startsWith(prefix) && stem !== null && stemByWord?.get(word) === stem)
          ? [index]
          : [],
      );
      if (matched.length > 0) this.forms.set(word, matched);
    }
  }

  matchedTerms(words: readonly string[]): number[] {
    const indices = new Set<number>();
    for (const word of words) for (const index of this.forms.get(word) ?? []) indices.add(index);
    return [...indices];
  }

  get found(): string[] {
    return [...this.forms.keys(), ...this.terms.map(({ word }) => word)];
  }
}

const cache = () =>
  singleton("search.stems", () => new LRUCache<string, { stem: string | null }>({ max: 50_000 }));

/** Returns the stem of each word, or null for stop words. */
async function stemsOf(language: string, words: readonly string[]): Promise<Map<string, string | null>> {
  const stemCache = cache();
  const asked = words.filter((word) => !stemCache.has(`${language} ${word}`));
  if (asked.length > 0)
    for (const { word, stems: all } of await stems(language, asked))
      stemCache.set(`${language} ${word}`, { stem: all === null ? word : (all[0] ?? null) });
  return new Map(words.map((word) => [word, stemCache.get(`${language} ${word}`)?.stem ?? null]));
}
