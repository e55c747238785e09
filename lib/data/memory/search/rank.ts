import type { FoundBy } from "@/lib/shared/memory/memory-search";
import type { Turn } from "@/lib/store/search/message-search";
import type { Scale } from "../embedder";

/** Weights of the ranking, tuned with `npm run bench -- retrieval`. */
export type Weights = {
  words: number;
  meaning: number;
  /** Bonus for a text that matches both by words and by meaning. */
  both: number;
  /**
   * Share of a message's score that the message adds to the messages beside it, and the factor by which the share
   * shrinks with each further message.
   */
  lent: number;
  fading: number;
  /**
   * If the question names a speaker, penalty for messages by other speakers: in a conversation in which the
   * named speaker takes part, and in other conversations.
   */
  stranger: number;
  elsewhere: number;
  /** Penalty for a message that is a question, because the answer is usually in a message beside it. */
  asking: number;
  /** Bonus that a matching question gives to the next message, which probably answers it. */
  answer: number;
  /** Bonus that the best message of a conversation gives to the other messages of the conversation. */
  conversation: number;
  /** Maximum bonus for recent messages, and the days after which the bonus halves. */
  recency: number;
  halfDays: number;
};

export const WEIGHTS: Weights = {
  ...{ words: 1, meaning: 0.6, both: 0.5, lent: 0.4, fading: 0.5, stranger: 0.25, elsewhere: 0.5 },
  ...{ asking: 0.3, answer: 0.75, conversation: 0.2 },
  ...{ recency: 0.04, halfDays: 60 },
};

/** A message adds to the score of others up to this many messages away. */
export const AROUND = 3;
/** Length penalty. In a text of the usual length words have their full weight, and in a longer text less. */
const LENGTH_COUNTS = 0.15;
const USUAL_WORDS = 24;
/** A text that occurs at least this often, such as "OK", does not match and adds no score to others. */
const MIN_REPEATS = 3;

/** Returns the weight of a term; rare terms weigh more (inverse document frequency). */
export const worth = (matching: number, all: number): number => Math.log(1 + (all + 1) / (matching + 0.5));

/**
 * Returns the weighted share of the query's terms in a text, 0 to 1. For long queries only the `maxTerms` rarest
 * terms are required.
 */
export function wordScore(
  matched: readonly number[],
  worths: readonly number[],
  length: number,
  maxTerms = worths.length,
): number {
  const all = worths
    .toSorted((a, b) => b - a)
    .slice(0, maxTerms)
    .reduce((sum, one) => sum + one, 0);
  const sum = matched.reduce((total, index) => total + (worths[index] ?? 0), 0);
  return all === 0
    ? 0
    : Math.min(sum / all, 1) / (1 - LENGTH_COUNTS + LENGTH_COUNTS * Math.max(length / USUAL_WORDS, 0.5));
}

export const meaningScore = (cosine: number, { far, near }: Scale): number =>
  Math.min(Math.max((cosine - far) / (near - far), 0), 1);

/** The upper bound of the scale moves by this share towards the closest text. */
const NEAREST_COUNTS = 0.3;
/** The closest text counts as at least this far above the lower bound of the scale. */
const MIN_SPAN = 0.1;

/**
 * Adapts a model's scale to one question, because some questions are somewhat similar to many texts and
 * others to none. `cosines` are those of the closest texts. If there were more texts (`isCut`), even the
 * lowest of these cosines is common, so it becomes the lower bound.
 */
export function scaleFor(cosines: readonly number[], isCut: boolean, { far, near }: Scale): Scale {
  const nearest = Math.max(far, ...cosines);
  const common = isCut ? Math.min(...cosines) : far;
  const from = Math.max(far, Math.min(common, nearest - (near - far) / 2));
  return { far: from, near: near + NEAREST_COUNTS * (Math.max(nearest, from + MIN_SPAN) - near) };
}

/** Returns 1 for the present, decaying with age. */
export const recencyOf = (createdAt: string, now: number, { halfDays }: Weights): number =>
  0.5 ** (Math.max(now - new Date(createdAt).getTime(), 0) / 86_400_000 / halfDays);

/** Minimum score for meaning at which a result that also matches by words lists "meaning" as a reason. */
const MEANT = 0.25;
const MIN_MEANING = 0.1;
const NEW = 0.8;

type Grounds = { words: number; meaning: number; isNamed?: boolean; lent?: number };

export const isFound = ({ words, meaning, isNamed = false, lent = 0 }: Grounds): boolean =>
  words > 0 || isNamed || lent > 0 || meaning >= MIN_MEANING;

export function foundByOf(
  { words, meaning, isNamed = false, lent = 0 }: Grounds,
  createdAt: string,
): FoundBy[] {
  const own = WEIGHTS.words * words + WEIGHTS.meaning * meaning;
  const reasons: FoundBy[] = [];
  if (words > 0) reasons.push("words");
  if (meaning >= (words > 0 ? MEANT : MIN_MEANING)) reasons.push("meaning");
  if (meaning * WEIGHTS.meaning > words * WEIGHTS.words) reasons.reverse();
  if (lent > own) reasons.unshift("neighbours");
  if (isNamed) reasons.push("name");
  if (recencyOf(createdAt, Date.now(), WEIGHTS) > NEW) reasons.push("recency");
  return reasons;
}

export type Scored = { turn: Turn; words: number; meaning: number };

export type Ranked = Scored & {
  lent: number;
  score: number;
};

/**
 * Ranks messages, best first. An answer often extends over several messages, so messages beside a good match
 * get a part of its score. Messages of a speaker whom the question names rank higher. `asked` are the words
 * of the question, `scored` the matches and the messages beside them.
 */
export function rankTurns(
  scored: readonly Scored[],
  asked: ReadonlySet<string>,
  now: number,
  weights: Weights = WEIGHTS,
): Ranked[] {
  const habits = new Map<string, number>();
  for (const { turn } of scored) habits.set(turn.words, (habits.get(turn.words) ?? 0) + 1);
  const distinctive = scored.filter(
    ({ turn }) => turn.words !== "" && (habits.get(turn.words) ?? 0) < MIN_REPEATS,
  );
  const own = distinctive.map(
    ({ words, meaning }) =>
      weights.words * words + weights.meaning * meaning + weights.both * words * meaning,
  );
  const speakers = distinctive.map(({ turn }) => speakerOf(turn.head));
  const isNamed = isAmongBest(asked);
  const theirs = new Set(
    distinctive.flatMap(({ turn }, n) => (isNamed(speakers[n] ?? []) ? [turn.conversationId] : [])),
  );
  const ranked = distinctive.map((one, n): Ranked => {
    let lent = 0;
    for (const direction of [-1, 1])
      for (let step = 1; step <= AROUND; step++) {
        const at = n + direction * step;
        if (distinctive[at]?.turn.conversationId !== one.turn.conversationId) break;
        lent += (own[at] ?? 0) * weights.fading ** (step - 1);
      }
    const before = distinctive[n - 1]?.turn;
    if (before?.conversationId === one.turn.conversationId && asks(before))
      lent += (own[n - 1] ?? 0) * weights.answer;
    const speaker = speakers[n] ?? [];
    const isStranger = theirs.size > 0 && speaker.length > 0 && !isNamed(speaker);
    const isElsewhere = isStranger && !theirs.has(one.turn.conversationId);
    lent *= weights.lent;
    const loss = isStranger ? (isElsewhere ? weights.elsewhere : weights.stranger) : 0;
    const asking = asks(one.turn) ? weights.asking : 0;
    return { ...one, lent, score: ((own[n] ?? 0) + lent) * (1 - loss) * (1 - asking) };
  });
  const best = new Map<string, number>();
  for (const { turn, score } of ranked)
    best.set(turn.conversationId, Math.max(best.get(turn.conversationId) ?? 0, score));
  for (const one of ranked) {
    const { conversationId, createdAt } = one.turn;
    const beside = one.score > 0 ? weights.conversation * (best.get(conversationId) ?? 0) : 0;
    // Scale the score back, so that the best message stays comparable with blocks and facts.
    one.score = (one.score + beside) / (1 + weights.conversation);
    one.score *= 1 + weights.recency * recencyOf(createdAt, now, weights);
  }
  return ranked.sort((a, b) => b.score - a.score);
}

const MAX_QUESTION = 150;

const asks = ({ head }: Turn): boolean =>
  head !== null && head.length <= MAX_QUESTION && /\?["'”’)\s]*$/u.test(head);

export const isAmongBest = (asked: ReadonlySet<string>) => (speaker: readonly string[]) =>
  speaker.some((name) => asked.has(name));

const SPEAKER =
  /^\s*(?:[[(][^\])]{0,60}[\])]\s*)?(?<name>\p{L}[\p{L}\p{M}.'’ -]{0,40}?)\s*(?:[[(][^\])]{0,60}[\])])?\s*:\s/u;

/** Returns the lower-case words of a speaker's name before a text, as in "Ann: Hello". */
export const speakerOf = (head: string | null): string[] =>
  SPEAKER.exec(head ?? "")
    ?.groups?.name?.toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean) ?? [];
