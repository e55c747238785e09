/** A held height is accepted after this many milliseconds without a change. */
export const HOLD_MS = 200;
/** Two changes that are more than this many milliseconds apart are independent. */
const APART_MS = 700;
/** Number of consecutive changes in response to the frame's height that are accepted at once. Later ones are held. */
const MAX_ANSWERS = 3;
/** Number of held heights that are accepted before the frame stops following the content. */
const MAX_HOLDS = 2;
/**
 * Growth counts as endless if its steps follow each other within STEP_MS and it exceeds the limits below. Animations
 * stay within them.
 */
const STEP_MS = 150;
const MIN_STEPS = 20;
const MIN_MS = 1_000;
const MAX_MS = 3_000;
const SCREEN = 600;

/** Why the frame stops following: its content follows the frame, or the content grows without end. */
export type Cause = "frame" | "content";
export type Verdict = "tell" | "wait" | { cause: Cause; px: number };

type Measured = {
  px: number;
  /** Returns the number of elements and characters of the document. More content may make the frame higher. */
  content: () => number;
  /** True if, since the previous measurement, the frame was resized to the height that was sent last. */
  isAnswer: boolean;
  now: number;
};

/**
 * Decides whether a frame follows a new height of its content. Content whose height depends on the frame, or
 * on itself, would grow without end. Other content, including animations, reaches a final height.
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

  assess({ px, content, isAnswer, now }: Measured): Verdict {
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
    // A change while the frame keeps its height does not respond to the frame; it is an animation.
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

  #rest(px: number, now: number): Verdict {
    if (!this.#isHeld) return "tell";
    if (now - this.#changedAt < HOLD_MS) return "wait";
    this.#isHeld = false;
    this.#held += 1;
    return this.#held > MAX_HOLDS ? { cause: "frame", px: Math.min(px, this.#start) } : "tell";
  }

  #begin(from: number): void {
    this.#answers = 0;
    this.#held = 0;
    this.#start = from;
  }
}
