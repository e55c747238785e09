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

/** Messages that are looked at for their words at most, and of those how many with what stands around them. */
const MAX_FOUND = 4_000;
const MAX_AROUND = 60;
const MAX_NEAR = 150;
/** Where there are fewer messages or entries than this, all are looked at for what they mean, and all messages that hold any word. */
export const FEW = 20_000;
/** A word that more messages hold is looked for only together with another one. */
const RARE = 1_500;
/** Of all cells, where there are many. */
export const CELLS = 48;

/** What the name of a speaker is worth as a word; who speaks is weighed by itself. */
const NAME_COUNTS = 0.2;

/** What a question means, if that is known in time: its vector, and by which model it is. */
export type Meaning = Promise<{ vector: Float32Array; model: string; scale: Scale } | null>;

/** What a question means; null without a model, and after `ms`: by then nobody waits for it, and the model need not make it. */
export function meaningOf(embedder: Embedder | Promise<Embedder>, text: string, ms: number): Meaning {
  if (ms === 0) return Promise.resolve(null);
  const signal = AbortSignal.timeout(ms);
  const late = new Promise<null>((resolve) => signal.addEventListener("abort", () => resolve(null)));
  const meant = embed(embedder, text, signal).catch((error) => {
    if (!signal.aborted) log.warn("A question was searched by its words alone", error);
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

/** The messages that fit a question best, best first. `size` can be set for tests of what is done with very many. */
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
    return wordScore(matches.held(words), worths, words.length);
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

/** The worths of terms, less of those that are the name of a speaker: all that she says holds it, so it tells hardly anything apart. */
function worthsBesideNames({ terms }: Terms, worths: readonly number[], turns: readonly Turn[]): number[] {
  const names = new Set(turns.flatMap(({ head }) => speakerOf(head)));
  return worths.map((one, n) => (names.has(terms[n]?.word ?? "") ? one * NAME_COUNTS : one));
}

const keyOf = ({ conversationId, id }: { conversationId: string; id: string }) => `${conversationId} ${id}`;

/** Of what stands around something found, that was not asked for. */
const fits = ({ role, createdAt }: Turn, scope: MessageScope): boolean =>
  (scope.role === undefined || role === scope.role) &&
  (scope.from === undefined || new Date(createdAt) >= new Date(scope.from)) &&
  (scope.to === undefined || new Date(createdAt) <= new Date(scope.to));

/** Messages that hold the rarer words, or several of the frequent ones; `worths` are what the terms are worth. */
async function byWords(scope: MessageScope, asked: Terms, all: number) {
  let terms = asked;
  let counted = await counts(scope, terms, all);
  const missing = terms.terms.filter((_, n) => counted.counts[n] === 0);
  const meant = missing.length > 0 ? await respelled(scope.agentId, terms, missing) : null;
  if (meant) {
    terms = meant;
    counted = await counts(scope, terms, all);
  }
  const { turns, counts: texts } = counted;
  const total = Math.max(all, turns?.length ?? 0, 2 * Math.max(...texts, 0));
  const worths = texts.map((count) => worth(count, total));
  if (turns) return { turns, terms, worths };
  const query = termsQueryOf(terms.terms, texts, RARE);
  return { turns: query ? await findTurns(scope, query, MAX_FOUND) : [], terms, worths };
}

/** How many messages hold each term: counted where they are few, and then with the messages; expected by the planner else. */
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
    for (const index of matcher.held(words.split(" "))) counted[index] = (counted[index] ?? 0) + 1;
  return { counts: counted, turns };
}

async function byMeaning({ agentId }: MessageScope, meaning: Meaning, all: number) {
  const meant = await meaning;
  const near = new Map<string, { place: { conversationId: string; id: string }; score: number }>();
  if (!meant) return near;
  const { vector, model, scale } = meant;
  const cells = all >= FEW ? cellsNear(vector, CELLS) : null;
  const rows = await findNear({ agentId, isMessage: true, model, signs: signsOf(vector), cells }, MAX_NEAR);
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
