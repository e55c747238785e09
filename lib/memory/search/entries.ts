import { cosine, signsOf } from "@/lib/embedding/vector";
import { type Entry, type EntryScope, findEntries, findNear, readEntries } from "@/lib/store/memory-search";
import type { Meaning } from "./messages";
import { isFound, meaningScore, recencyOf, WEIGHTS, wordScore, worth } from "./rank";
import { Matcher, respelled, type Terms } from "./terms";

/** Entries that are looked at for their words, of each kind; and for their meaning. */
const MAX_FOUND = 2_000;
const MAX_NEAR = 100;
/** A text that holds so many of a message's rarest words fits it. */
const MESSAGE_TERMS = 4;
/** Of a fact of which nothing is certain half of its score stays. */
const UNCERTAIN = 0.5;

export type RankedEntry = {
  entry: Entry;
  words: number;
  meaning: number;
  score: number;
  /** Of a long text, the piece that means it. */
  part: number;
  isNamed: boolean;
};

type Asked = {
  terms: Terms;
  meaning: Meaning;
  /**
   * A message is no question: it says more than what is looked for, and its answer must not wait. Its meaning counts if it
   * is there when the words are found, and its words are taken as they are spelled.
   */
  isMessage?: boolean;
};

/** The blocks and facts that fit a question best, best first. */
export async function searchEntries(
  agentId: string,
  scope: EntryScope,
  { terms: asked, meaning, isMessage = false }: Asked,
): Promise<{ ranked: RankedEntry[]; matcher: Matcher }> {
  const looking = byWords(agentId, scope, asked, isMessage);
  const inTime = isMessage ? Promise.race([meaning, looking.then(() => null)]) : meaning;
  const [found, near] = await Promise.all([looking, byMeaning(agentId, inTime)]);
  const { matcher, worths } = found;
  const most = isMessage ? MESSAGE_TERMS : undefined;
  const known = new Set(found.entries.map(({ id }) => id));
  const unread = [...near.keys()].filter((id) => !known.has(id));
  const others = unread.length > 0 ? await readEntries(agentId, unread, scope) : [];
  const now = Date.now();
  const ranked = [...found.entries, ...others].map((entry): RankedEntry => {
    const own = entry.words.split(" ");
    const named = matcher.held(entry.label.split(/[^a-z0-9]+/));
    const words = wordScore([...new Set([...matcher.held(own), ...named])], worths, own.length, most);
    const { score: nearness = 0, part = 0 } = near.get(entry.id) ?? {};
    const certain = UNCERTAIN + (1 - UNCERTAIN) * entry.certainty;
    const fit = WEIGHTS.words * words + WEIGHTS.meaning * nearness;
    const score = fit * certain * (1 + WEIGHTS.recency * recencyOf(entry.createdAt, now, WEIGHTS));
    return { entry, words, meaning: nearness, score, part, isNamed: named.length > 0 };
  });
  const fitting = ranked.filter(isFound).sort((a, b) => b.score - a.score);
  return { ranked: fitting, matcher };
}

/** What holds any of the words; where one is in nothing, what may have been meant. */
async function byWords(agentId: string, scope: EntryScope, asked: Terms, isMessage: boolean) {
  let terms = asked;
  let looked = await look(agentId, scope, terms);
  const missing = isMessage ? [] : terms.terms.filter((_, n) => looked.counts[n] === 0);
  const meant = missing.length > 0 ? await respelled(agentId, terms, missing) : null;
  if (meant) {
    terms = meant;
    looked = await look(agentId, scope, terms);
  }
  const { entries, counts, matcher } = looked;
  return { entries, matcher, worths: counts.map((count) => worth(count, 2 * entries.length)) };
}

async function look(agentId: string, scope: EntryScope, terms: Terms) {
  const query = terms.terms.map(({ prefix }) => `'${prefix}':*`).join(" | ");
  const entries = query === "" ? [] : await findEntries(agentId, { ...scope, query }, MAX_FOUND);
  const matcher = await Matcher.of(
    terms,
    entries.map(({ words, label }) => `${words} ${label.replace(/[^a-z0-9]+/g, " ")}`),
  );
  const counts = terms.terms.map(() => 0);
  for (const { words } of entries)
    for (const index of matcher.held(words.split(" "))) counts[index] = (counts[index] ?? 0) + 1;
  return { entries, counts, matcher };
}

async function byMeaning(agentId: string, meaning: Meaning) {
  const near = new Map<string, { score: number; part: number }>();
  const vector = await meaning;
  if (!vector) return near;
  const rows = await findNear({ agentId, isMessage: false, signs: signsOf(vector), cells: null }, MAX_NEAR);
  for (const { blockId, memoryId, part, vector: stored } of rows) {
    const id = blockId ?? memoryId;
    const score = meaningScore(cosine(vector, stored));
    if (id && score > (near.get(id)?.score ?? 0)) near.set(id, { score, part });
  }
  return near;
}
