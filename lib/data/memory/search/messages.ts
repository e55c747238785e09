import { log } from "@/lib/ground/base/log";
import { cellsNear, cosine, signsOf } from "@/lib/models/embedding/vector";
import { findNear } from "@/lib/store/memory/memory-search";
import {
  estimateMessages,
  expectedMessages,
  findAround,
  findTurns,
  type MessageScope,
  type Turn,
} from "@/lib/store/search/message-search";
import type { Embedder, Scale } from "../embedder";
import {
  AROUND,
  meaningScore,
  type Ranked,
  rankTurns,
  type Scored,
  scaleFor,
  speakerOf,
  WEIGHTS,
  type Weights,
  wordScore,
  worth,
} from "./rank";
import { Matcher, prefixTerm, respelled, type Terms, termsQueryOf } from "./terms";

/**
 * Maximum of messages that are found by words, of best ones that are ranked with their neighbours, and of
 * messages that are found by meaning.
 */
const MAX_FOUND = 4_000;
const MAX_AROUND = 60;
const MAX_NEAR = 150;
/**
 * With fewer messages or entries than this, the search compares all vectors, and reads all messages that
 * contain any of the words.
 */
export const FEW = 20_000;
/** A word that occurs in more messages than this is only searched together with another word. */
const RARE = 1_500;
/** With many texts, this many cells of the vector index are searched. */
export const CELLS = 48;

/**
 * Weight of a word that is the name of a speaker. It is low because the ranking considers speakers
 * separately.
 */
const NAME_COUNTS = 0.2;

/** Vector of a question and its model, or null if it is not available in time. */
export type Meaning = Promise<{ vector: Float32Array; model: string; scale: Scale } | null>;

/** Embeds a question. Resolves to null without a model or after `ms`, when the request is also aborted. */
export function meaningOf(embedder: Embedder | Promise<Embedder>, text: string, ms: number): Meaning {
  if (ms === 0) return Promise.resolve(null);
  const signal = AbortSignal.timeout(ms);
  const late = new Promise<null>((resolve) => signal.addEventListener("abort", () => resolve(null)));
  const meant = embed(embedder, text, signal).catch((error) => {
    if (!signal.aborted) log.warn("A query was searched by words only", error);
    return null;
  });
  return Promise.race([meant, late]);
}

async function embed(by: Embedder | Promise<Embedder>, text: string, signal: AbortSignal): Meaning {
  const embedder = await by;
  const [vector] = (await embedder.embed([text], signal)) ?? [];
  return vector ? { vector, model: embedder.model, scale: embedder.scale() } : null;
}

type Found = { ranked: Ranked[]; matcher: Matcher };

/** Returns the best messages for a question, best first. Tests set `size` to simulate many messages. */
export async function searchMessages(
  scope: MessageScope,
  question: { terms: Terms; meaning: Meaning; words: ReadonlySet<string> },
  { weights = WEIGHTS, size }: { weights?: Weights; size?: number } = {},
): Promise<Found> {
  const all = size ?? (await estimateMessages());
  const [found, near] = await Promise.all([
    byWords(scope, question.terms, all),
    byMeaning(scope, question.meaning, all),
  ]);
  const { turns, terms } = found;
  const worths = worthsBesideNames(terms, found.worths, turns);
  const matcher = await Matcher.of(
    terms,
    turns.map(({ words }) => words),
  );
  const score = (turn: Turn, matches = matcher): number => {
    const words = turn.words.split(" ");
    return wordScore(matches.matchedTerms(words), worths, words.length);
  };
  const best = turns
    .map((turn) => ({ turn, score: score(turn) }))
    .filter((one) => one.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_AROUND);
  const nearest = [...near].sort((a, b) => b[1].score - a[1].score).slice(0, MAX_AROUND);
  const places = new Map(
    best.map(({ turn }) => [keyOf(turn), { conversationId: turn.conversationId, id: turn.id }]),
  );
  for (const [key, { place }] of nearest) places.set(key, place);
  const around = await findAround(scope, [...places.values()], AROUND);
  const matches = await Matcher.of(
    terms,
    around.map(({ words }) => words),
  );
  const scored = around.map(
    (turn): Scored => ({ turn, words: score(turn, matches), meaning: near.get(keyOf(turn))?.score ?? 0 }),
  );
  const ranked = rankTurns(scored, question.words, Date.now(), weights).filter(({ turn }) =>
    fits(turn, scope),
  );
  return { ranked, matcher: matches };
}

/**
 * Reduces the weight of words that name a speaker, because every message of that speaker contains the name.
 */
function worthsBesideNames({ terms }: Terms, worths: readonly number[], turns: readonly Turn[]): number[] {
  const names = new Set(turns.flatMap(({ head }) => speakerOf(head)));
  return worths.map((one, n) => (names.has(terms[n]?.word ?? "") ? one * NAME_COUNTS : one));
}

const keyOf = ({ conversationId, id }: { conversationId: string; id: string }) => `${conversationId} ${id}`;

/** Returns true if a neighbour of a match also satisfies the filters of the query. */
const fits = ({ role, createdAt }: Turn, scope: MessageScope): boolean =>
  (scope.role === undefined || role === scope.role) &&
  (scope.from === undefined || new Date(createdAt) >= new Date(scope.from)) &&
  (scope.to === undefined || new Date(createdAt) <= new Date(scope.to));

/** Finds messages with rare words, or with pairs of frequent ones. `worths` are the weights of the terms. */
async function byWords(scope: MessageScope, asked: Terms, all: number) {
  let terms = asked;
  let counted = await counts(scope, terms, all);
  const missing = terms.terms.filter((_, n) => counted.counts[n] === 0);
  const meant = missing.length > 0 ? await respelled(scope.agentId, terms, missing) : null;
  if (meant) {
    terms = meant;
    counted = await counts(scope, terms, all);
  }
  const { turns, counts: termCounts } = counted;
  const total = Math.max(all, turns?.length ?? 0, 2 * Math.max(...termCounts, 0));
  const worths = termCounts.map((count) => worth(count, total));
  if (turns) return { turns, terms, worths };
  const query = termsQueryOf(terms.terms, termCounts, RARE);
  return { turns: query ? await findTurns(scope, query, MAX_FOUND) : [], terms, worths };
}

/**
 * Counts the messages with each term. If there are fewer than `FEW` messages in all, reads those that contain
 * any term and counts exactly. Otherwise uses the planner's estimates.
 */
async function counts(
  scope: MessageScope,
  terms: Terms,
  all: number,
): Promise<{ counts: number[]; turns?: Turn[] }> {
  if (terms.terms.length === 0) return { counts: [], turns: [] };
  if (all >= FEW)
    return {
      counts: await Promise.all(terms.terms.map(({ prefix }) => expectedMessages(prefixTerm(prefix)))),
    };
  const turns = await findTurns(scope, terms.terms.map(({ prefix }) => prefixTerm(prefix)).join(" | "), FEW);
  const matcher = await Matcher.of(
    terms,
    turns.map(({ words }) => words),
  );
  const counted = terms.terms.map(() => 0);
  for (const { words } of turns)
    for (const index of matcher.matchedTerms(words.split(" "))) counted[index] = (counted[index] ?? 0) + 1;
  return { counts: counted, turns };
}

async function byMeaning({ agentId, projectId }: MessageScope, meaning: Meaning, all: number) {
  const meant = await meaning;
  const near = new Map<string, { place: { conversationId: string; id: string }; score: number }>();
  if (!meant) return near;
  const { vector, model, scale } = meant;
  const cells = all >= FEW ? cellsNear(vector, CELLS) : null;
  const rows = await findNear(
    { agentId, isMessage: true, model, signs: signsOf(vector), cells, projectId },
    MAX_NEAR,
  );
  const cosines = rows.map((row) => cosine(vector, row.vector));
  const fitting = scaleFor(cosines, rows.length === MAX_NEAR, scale);
  for (const [n, { conversationId, messageId }] of rows.entries()) {
    if (conversationId === null || messageId === null) continue;
    const place = { conversationId, id: messageId };
    const score = meaningScore(cosines[n] ?? 0, fitting);
    if (score > (near.get(keyOf(place))?.score ?? 0)) near.set(keyOf(place), { place, score });
  }
  return near;
}
