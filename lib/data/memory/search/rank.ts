import type { FoundBy } from "@/lib/shared/memory/memory-search";
import type { Turn } from "@/lib/store/search/message-search";
import type { Scale } from "../embedder";

/** What a ranking weighs. `npm run bench -- retrieval` measures what they are worth. */
export type Weights = {
  words: number;
  meaning: number;
  /** What a text has in addition that holds the words and means the question as well. */
  both: number;
  /** What the turns beside a message lend it: those right beside it, and by how much less each further one lends. */
  lent: number;
  fading: number;
  /** What a message loses that somebody else says than who is asked about, and what those of conversations without them lose. */
  stranger: number;
  elsewhere: number;
  /** What a question loses: it seldom holds what is looked for, which stands beside it. */
  asking: number;
  /** By how much more a question lends what is said right after it, which answers it. */
  answer: number;
  /** What the best message of a conversation lends all that was found there. */
  conversation: number;
  /** What is new gains at the most, and how many days it takes to lose half of that. */
  recency: number;
  halfDays: number;
};

export const WEIGHTS: Weights = {
  ...{ words: 1, meaning: 0.6, both: 0.5, lent: 0.4, fading: 0.5, stranger: 0.25, elsewhere: 0.5 },
  ...{ asking: 0.3, answer: 0.75, conversation: 0.2 },
  ...{ recency: 0.04, halfDays: 60 },
};

/** How far the turns lie that lend something. */
export const AROUND = 3;
/** Of a text of usual length a word counts whole; in a long one less. */
const LENGTH_COUNTS = 0.15;
const USUAL_WORDS = 24;
/** A text that stands there so often is said by habit: it neither answers nor lends. */
const BY_HABIT = 3;

/** What a term is worth: much if few texts hold it. */
export const worth = (texts: number, all: number): number => Math.log(1 + (all + 1) / (texts + 0.5));

/**
 * How much of a question's worth a text holds, 0 to 1. What is said at length asks for no more than its `most` rarest words,
 * since hardly any text holds all of it.
 */
export function wordScore(
  held: readonly number[],
  worths: readonly number[],
  length: number,
  most = worths.length,
): number {
  const all = worths
    .toSorted((a, b) => b - a)
    .slice(0, most)
    .reduce((sum, one) => sum + one, 0);
  const sum = held.reduce((total, index) => total + (worths[index] ?? 0), 0);
  return all === 0
    ? 0
    : Math.min(sum / all, 1) / (1 - LENGTH_COUNTS + LENGTH_COUNTS * Math.max(length / USUAL_WORDS, 0.5));
}

/** How near a text is in meaning, 0 to 1. */
export const meaningScore = (cosine: number, { far, near }: Scale): number =>
  Math.min(Math.max((cosine - far) / (near - far), 0), 1);

/** What the nearest text counts for in what is taken to say the same. */
const NEAREST_COUNTS = 0.3;
/** What is nearest differs from what has nothing in common at least by this. */
const LEAST_SPAN = 0.1;

/**
 * The scale of a model for one question: of some, much is a little alike, and of others, nothing is very near. `cosines` are
 * those of what lies nearest, and `isCut` says that more would have followed: what so many texts share tells none of them apart.
 */
export function scaleFor(cosines: readonly number[], isCut: boolean, { far, near }: Scale): Scale {
  const nearest = Math.max(far, ...cosines);
  const common = isCut ? Math.min(...cosines) : far;
  const from = Math.max(far, Math.min(common, nearest - (near - far) / 2));
  return { far: from, near: near + NEAREST_COUNTS * (Math.max(nearest, from + LEAST_SPAN) - near) };
}

/** What is from now is 1, and older things are less. */
export const recencyOf = (createdAt: string, now: number, { halfDays }: Weights): number =>
  0.5 ** (Math.max(now - new Date(createdAt).getTime(), 0) / 86_400_000 / halfDays);

/** From here on, something was found by its meaning, or because it is new. */
const MEANT = 0.25;
/** What has nothing else is found by its meaning from here on; what means less has nothing to do with the question. */
const LEAST_MEANT = 0.1;
const NEW = 0.8;

type Grounds = { words: number; meaning: number; isNamed?: boolean; lent?: number };

/** Whether something was found at all, and not just put beside what was. */
export const isFound = ({ words, meaning, isNamed = false, lent = 0 }: Grounds): boolean =>
  words > 0 || isNamed || lent > 0 || meaning >= LEAST_MEANT;

/** Why something was found, the strongest reason first. */
export function foundByOf(
  { words, meaning, isNamed = false, lent = 0 }: Grounds,
  createdAt: string,
): FoundBy[] {
  const own = WEIGHTS.words * words + WEIGHTS.meaning * meaning;
  const reasons: FoundBy[] = [];
  if (words > 0) reasons.push("words");
  if (meaning >= (words > 0 ? MEANT : LEAST_MEANT)) reasons.push("meaning");
  if (meaning * WEIGHTS.meaning > words * WEIGHTS.words) reasons.reverse();
  if (lent > own) reasons.unshift("neighbours");
  if (isNamed) reasons.push("name");
  if (recencyOf(createdAt, Date.now(), WEIGHTS) > NEW) reasons.push("recency");
  return reasons;
}

/** What a message has by itself. */
export type Scored = { turn: Turn; words: number; meaning: number };

export type Ranked = Scored & {
  /** Of its score, what the turns beside it lend. */
  lent: number;
  score: number;
};

/**
 * The messages, best first. One question is often answered over several turns, so those beside a good one are lent some of
 * what it has; who is named in the question is likelier to have said the answer. `asked` are the words of the question;
 * `scored` holds what was found and what stands around it.
 */
export function rankTurns(
  scored: readonly Scored[],
  asked: ReadonlySet<string>,
  now: number,
  weights: Weights = WEIGHTS,
): Ranked[] {
  const habits = new Map<string, number>();
  for (const { turn } of scored) habits.set(turn.words, (habits.get(turn.words) ?? 0) + 1);
  const telling = scored.filter(({ turn }) => turn.words !== "" && (habits.get(turn.words) ?? 0) < BY_HABIT);
  const own = telling.map(
    ({ words, meaning }) =>
      weights.words * words + weights.meaning * meaning + weights.both * words * meaning,
  );
  const speakers = telling.map(({ turn }) => speakerOf(turn.head));
  const isNamed = isAmongBest(asked);
  const theirs = new Set(
    telling.flatMap(({ turn }, n) => (isNamed(speakers[n] ?? []) ? [turn.conversationId] : [])),
  );
  const ranked = telling.map((one, n): Ranked => {
    let lent = 0;
    for (const direction of [-1, 1])
      for (let step = 1; step <= AROUND; step++) {
        const at = n + direction * step;
        if (telling[at]?.turn.conversationId !== one.turn.conversationId) break;
        lent += (own[at] ?? 0) * weights.fading ** (step - 1);
      }
    const before = telling[n - 1]?.turn;
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
    // The best one of all keeps the score by which it stands among blocks and facts.
    one.score = (one.score + beside) / (1 + weights.conversation);
    one.score *= 1 + weights.recency * recencyOf(createdAt, now, weights);
  }
  return ranked.sort((a, b) => b.score - a.score);
}

/** What is longer says more than it asks. */
const MAX_QUESTION = 150;

const asks = ({ head }: Turn): boolean =>
  head !== null && head.length <= MAX_QUESTION && /\?["'”’)\s]*$/u.test(head);

/** Whether a speaker is one of those that a question names by these words. */
export const isAmongBest = (asked: ReadonlySet<string>) => (speaker: readonly string[]) =>
  speaker.some((name) => asked.has(name));

const SPEAKER =
  /^\s*(?:[[(][^\])]{0,60}[\])]\s*)?(?<name>\p{L}[\p{L}\p{M}.'’ -]{0,40}?)\s*(?:[[(][^\])]{0,60}[\])])?\s*:\s/u;

/** The name before a text that says who speaks, "Ann: Hello", in small letters and word by word. */
export const speakerOf = (head: string | null): string[] =>
  SPEAKER.exec(head ?? "")
    ?.groups?.name?.toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean) ?? [];
