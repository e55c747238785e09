/** A held height counts after it has not changed for this time. */
export const HOLD_MS = 200;
/** Changes further apart have nothing to do with each other. */
const APART_MS = 700;
/** Answers of the content to its frame before the next one is held, and held ones before the frame stops following. */
const MAX_ANSWERS = 3;
const MAX_HELD = 2;
/** Growth step by step. An animation ends within these bounds, or stays below them. */
const STEP_MS = 150;
const MIN_STEPS = 20;
const MIN_MS = 1_000;
const MAX_MS = 3_000;
const SCREEN = 600;

/** The reason to stop following the content: it follows the frame, or it grows by itself. */
export type Cause = "frame" | "content";
export type Judged = "tell" | "wait" | { cause: Cause; px: number };

type Measured = {
  px: number;
  /** Counts elements and characters of the document. If there are more, the height may grow. */
  content: () => number;
  /** The frame has had the height that was told last since the last measurement. */
  isAnswer: boolean;
  now: number;
};

/**
 * Decides whether a frame follows a new height of its content. If the content takes its height from the frame, or from
 * itself, it would grow without end. Other content, animations included, ends at some height.
 */
export class HeightGuard {
  #seen: number | undefined;
  #content = 0;
  #changedAt = Number.NEGATIVE_INFINITY;
  #answers = 0;
  #held = 0;
  #isHeld = false;
  #start = 0;
  #growth = { from: 0, at: 0, steps: 0 };

  judge({ px, content, isAnswer, now }: Measured): Judged {
    if (px === this.#seen) return this.#rest(px, now);
    const before = this.#seen ?? px;
    const gap = now - this.#changedAt;
    const size = content();
    const hasMore = size > this.#content;
    this.#seen = px;
    this.#content = size;
    this.#changedAt = now;
    if (hasMore || gap > APART_MS) this.#begin(before);
    else if (isAnswer) this.#answers += 1;
    // Content that changes while the frame keeps its height is an animation.
    else if (this.#isHeld) this.#answers = 0;
    if (hasMore || gap > STEP_MS || px < before) this.#growth = { from: before, at: now, steps: 0 };
    else this.#growth.steps += 1;
    if (this.#isEndless(px, now)) return { cause: "content", px: this.#growth.from };
    this.#isHeld = this.#answers > MAX_ANSWERS;
    return this.#isHeld ? "wait" : "tell";
  }

  #isEndless(px: number, now: number): boolean {
    const { from, at, steps } = this.#growth;
    const ms = now - at;
    return steps >= MIN_STEPS && ms >= MIN_MS && (px - from > SCREEN || ms >= MAX_MS);
  }

  /** Judges a height that has not changed. */
  #rest(px: number, now: number): Judged {
    if (!this.#isHeld) return "tell";
    if (now - this.#changedAt < HOLD_MS) return "wait";
    this.#isHeld = false;
    this.#held += 1;
    return this.#held > MAX_HELD ? { cause: "frame", px: Math.min(px, this.#start) } : "tell";
  }

  #begin(from: number): void {
    this.#answers = 0;
    this.#held = 0;
    this.#start = from;
  }
}
