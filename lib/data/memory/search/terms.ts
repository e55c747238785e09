import { LRUCache } from "lru-cache";
import { owned } from "@/lib/ground/base/process";
import { wordsOf } from "@/lib/shared/text/words";
import { stems } from "@/lib/store/hot/memory-search";
import { wordsLike } from "@/lib/store/memory/memory-search";

/** Snowball's, as Postgres brings them; the first is tried first. */
const LANGUAGES = [
  ...(["english", "german", "french", "spanish", "italian", "portuguese", "dutch"] as const),
  ...(["swedish", "danish", "norwegian", "finnish", "russian", "turkish"] as const),
];
/** More words than these make a search slow and no better. */
const MAX_TERMS = 24;
/** What is shorter than this begins too many words. */
const MIN_PARTIAL = 3;
/** What a word is shortened to at most to look for its other forms. */
const MIN_PREFIX = 3;
/** Of what is spelled like a word that nothing holds, so many are looked at. */
const MAX_LIKE = 8;
const MIN_MISSPELLED = 4;
/** In a word as long as this two letters may be wrong, in a shorter one one; with more, it is another word. */
const LONG_WORD = 8;

/** One word of a question, as it is looked for: by the beginning that its forms share, and then by their stem. */
export type Term = {
  word: string;
  prefix: string;
  stem: string | null;
  /** Whatever begins with it is meant as well as its forms: somebody may still be writing it. */
  isPartial?: boolean;
};

export type Terms = { language: string | null; terms: Term[] };

/**
 * What to look for: the words of a question without those that say nothing in its language. That is the one that takes the
 * most of its words for such; where it is none, words are taken as they are. `isPartial`: its last word may go on.
 */
export async function termsOf(text: string, isPartial = false): Promise<Terms> {
  const words = [...new Set(wordsOf(text))].slice(0, 2 * MAX_TERMS);
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
  const known = found;
  const telling = language ? words.filter((word) => known.get(word) !== null) : words;
  const terms = (telling.length > 0 ? telling : words).slice(0, MAX_TERMS);
  const last = isPartial && /[\p{L}\p{N}]$/u.test(text) ? words.at(-1) : undefined;
  return {
    language,
    terms: terms.map((word): Term => {
      const stem = language ? (known.get(word) ?? null) : null;
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
 * Each rare word by itself, and of the frequent ones as many together as it takes to be rare; `counts` are how many texts
 * hold each, as far as that is known.
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

/** Words are letters and digits alone. */
export const prefixTerm = (prefix: string) => `'${prefix}':*`;

/**
 * The same words as they may have been meant: one that no text holds is the one that is spelled most like it. A word with
 * none like it stays: what is asked about is not there, so that whatever holds the other words holds less of the question.
 */
export async function respelled(agentId: string, { language, terms }: Terms, missing: readonly Term[]) {
  const asked = missing.map(({ word }) => word).filter((word) => word.length >= MIN_MISSPELLED);
  const meant = new Map<string, { like: string; edits: number }>();
  for (const { word, like } of await wordsLike(agentId, asked, MAX_LIKE)) {
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

/** How many letters are to be put in, left out, changed, or swapped with the next one to make one word of the other. */
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

/** Which of a text's words are forms of which terms: by index, those that it holds. */
export class Matcher {
  private readonly terms: readonly Term[];
  private readonly forms = new Map<string, number[]>();

  private constructor(terms: readonly Term[]) {
    this.terms = terms;
  }

  /** Of all words of `texts` those are looked at that begin as a term does. */
  static async of({ language, terms }: Terms, texts: readonly string[]): Promise<Matcher> {
    const matcher = new Matcher(terms);
    const likely = new Set<string>();
    const beginnings = new Set(terms.map(({ prefix }) => prefix.slice(0, MIN_PREFIX)));
    for (const text of texts)
      for (const word of text.split(" "))
        if (beginnings.has(word.slice(0, MIN_PREFIX)) || beginnings.has(word)) likely.add(word);
    const known = language ? await stemsOf(language, [...likely]) : null;
    for (const word of likely) {
      const held = terms.flatMap(({ prefix, word: own, stem, isPartial = false }, index) =>
        word === own ||
        (isPartial && word.startsWith(own)) ||
        (word.startsWith(prefix) && stem !== null && known?.get(word) === stem)
          ? [index]
          : [],
      );
      if (held.length > 0) matcher.forms.set(word, held);
    }
    return matcher;
  }

  held(words: readonly string[]): number[] {
    const held = new Set<number>();
    for (const word of words) for (const index of this.forms.get(word) ?? []) held.add(index);
    return [...held];
  }

  /** The forms of all terms that some text holds, for what is shown of it. */
  get found(): string[] {
    return [...this.forms.keys(), ...this.terms.map(({ word }) => word)];
  }
}

const cache = () =>
  owned("search.stems", () => new LRUCache<string, { stem: string | null }>({ max: 50_000 }));

/** The stem of each word; null of those that say nothing. */
async function stemsOf(language: string, words: readonly string[]): Promise<Map<string, string | null>> {
  const known = cache();
  const asked = words.filter((word) => !known.has(`${language} ${word}`));
  if (asked.length > 0)
    for (const { word, stems: all } of await stems(language, asked))
      known.set(`${language} ${word}`, { stem: all === null ? word : (all[0] ?? null) });
  return new Map(words.map((word) => [word, known.get(`${language} ${word}`)?.stem ?? null]));
}
