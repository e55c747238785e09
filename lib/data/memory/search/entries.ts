import { singleton } from "@/lib/ground/base/process";
import { cellsNear, cosine, signsOf } from "@/lib/models/embedding/vector";
import { type Entry, type EntryScope, findEntries, readEntries } from "@/lib/store/hot/memory-search";
import { findNear, readCommonWords } from "@/lib/store/memory/memory-search";
import { CELLS, FEW, type Meaning } from "./messages";
import { isAmongBest, isFound, meaningScore, recencyOf, speakerOf, WEIGHTS, wordScore, worth } from "./rank";
import { Matcher, respelled, type Terms, termsQueryOf } from "./terms";

/**
 * `found` is the maximum of entries per kind that are found by words. A word in more than `rare` entries is
 * not searched alone. The limits are lower for messages, because they get less time than questions.
 */
const QUESTION = { rare: 1_000, found: 2_000 };
const MESSAGE = { rare: 100, found: 300 };
const MAX_NEAR = 100;
/** How long the planner's statistics of frequent words are cached. */
const COMMON_MS = 60_000;
/** An entry that contains this many of a message's rarest words counts as a full match. */
const MESSAGE_TERMS = 4;
/**
 * Weight of meaning relative to words. It is lower than in the search of messages, where neighbouring
 * messages can confirm a match.
 */
const MEANING = 0.5;
/** A fact with certainty 0 keeps this share of its score. */
const UNCERTAIN = 0.5;

export type RankedEntry = {
  entry: Entry;
  words: number;
  meaning: number;
  score: number;
  /** Index of the piece of a long text that is closest in meaning. */
  part: number;
  isNamed: boolean;
};

type EntryQuery = {
  terms: Terms;
  meaning: Meaning;
  /**
   * True if the query is a user message. It contains more words than its topic and needs a fast result, so its
   * spelling is not corrected.
   */
  isMessage?: boolean;
};

export async function searchEntries(
  agentId: string,
  scope: EntryScope,
  { terms: asked, meaning, isMessage = false }: EntryQuery,
): Promise<{ ranked: RankedEntry[]; matcher: Matcher }> {
  const [found, near] = await Promise.all([
    byWords(agentId, scope, asked, isMessage),
    byMeaning(agentId, scope, meaning),
  ]);
  const { matcher, worths } = found;
  const maxTerms = isMessage ? MESSAGE_TERMS : undefined;
  const foundIds = new Set(found.entries.map(({ id }) => id));
  const unread = [...near.keys()].filter((id) => !foundIds.has(id));
  const others = unread.length > 0 ? await readEntries(agentId, unread, scope) : [];
  const now = Date.now();
  const entries = [...found.entries, ...others];
  const isAsked = isAmongBest(new Set(asked.terms.map(({ word }) => word)));
  const someoneIsAsked = entries.some(({ head }) => isAsked(speakerOf(head)));
  const ranked = entries.map((entry): RankedEntry => {
    const own = entry.words.split(" ");
    const named = matcher.matchedTerms(entry.label.split(/[^a-z0-9]+/));
    const words = wordScore(
      [...new Set([...matcher.matchedTerms(own), ...named])],
      worths,
      own.length,
      maxTerms,
    );
    const { score: nearness = 0, part = 0 } = near.get(entry.id) ?? {};
    const certain = UNCERTAIN + (1 - UNCERTAIN) * entry.certainty;
    const fit = WEIGHTS.words * words + MEANING * nearness;
    const speaker = someoneIsAsked ? speakerOf(entry.head) : [];
    const loss = speaker.length > 0 && !isAsked(speaker) ? WEIGHTS.stranger : 0;
    const score =
      fit * (1 - loss) * certain * (1 + WEIGHTS.recency * recencyOf(entry.createdAt, now, WEIGHTS));
    return { entry, words, meaning: nearness, score, part, isNamed: named.length > 0 };
  });
  const fitting = ranked.filter(isFound).sort((a, b) => b.score - a.score);
  return { ranked: fitting, matcher };
}

async function byWords(agentId: string, scope: EntryScope, asked: Terms, isMessage: boolean) {
  let terms = asked;
  const size = isMessage ? MESSAGE : QUESTION;
  let looked = await look(agentId, scope, terms, size);
  const missing = isMessage ? [] : terms.terms.filter((_, n) => looked.counts[n] === 0);
  const meant = missing.length > 0 ? await respelled(agentId, terms, missing) : null;
  if (meant) {
    terms = meant;
    looked = await look(agentId, scope, terms, size);
  }
  const { entries, counts, matcher, all } = looked;
  const total = Math.max(all, 2 * entries.length);
  return { entries, matcher, worths: counts.map((count) => worth(count, total)) };
}

async function look(agentId: string, scope: EntryScope, terms: Terms, { rare, found }: typeof QUESTION) {
  const { all, common } = await commonWords();
  const expected = terms.terms.map(({ prefix }) => countOf(common, prefix));
  const query = termsQueryOf(terms.terms, expected, rare);
  const entries = query === "" ? [] : await findEntries(agentId, { ...scope, query }, found);
  const matcher = await Matcher.of(
    terms,
    entries.map(({ words, label }) => `${words} ${label.replace(/[^a-z0-9]+/g, " ")}`),
  );
  const counts = terms.terms.map(() => 0);
  for (const { words } of entries)
    for (const index of matcher.matchedTerms(words.split(" "))) counts[index] = (counts[index] ?? 0) + 1;
  for (const [n, count] of expected.entries()) counts[n] = Math.max(counts[n] ?? 0, count);
  return { entries, counts, matcher, all };
}

async function commonWords(): Promise<Common> {
  const cache = singleton("search.common", (): { at: number; words?: Promise<Common> } => ({ at: 0 }));
  if (!cache.words || Date.now() - cache.at > COMMON_MS) {
    cache.at = Date.now();
    cache.words = readCommonWords();
    cache.words.catch(() => {
      cache.at = 0;
    });
  }
  return cache.words;
}
type Common = Awaited<ReturnType<typeof readCommonWords>>;

const countOf = (common: readonly { word: string; count: number }[], prefix: string): number =>
  common.reduce((sum, { word, count }) => (word.startsWith(prefix) ? sum + count : sum), 0);

async function byMeaning(agentId: string, { projectId }: EntryScope, meaning: Meaning) {
  const near = new Map<string, { score: number; part: number }>();
  const meant = await meaning;
  if (!meant) return near;
  const { vector, model, scale } = meant;
  const { all } = await commonWords();
  const cells = all >= FEW ? cellsNear(vector, CELLS) : null;
  const rows = await findNear(
    { agentId, isMessage: false, model, signs: signsOf(vector), cells, projectId },
    MAX_NEAR,
  );
  for (const { blockId, memoryId, part, vector: stored } of rows) {
    const id = blockId ?? memoryId;
    const score = meaningScore(cosine(vector, stored), scale);
    if (id && score > (near.get(id)?.score ?? 0)) near.set(id, { score, part });
  }
  return near;
}
