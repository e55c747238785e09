import { compilePattern } from "./pattern";
import { isObject } from "./subject";

/** Steps that a check may take: some tens of milliseconds. What is checked adds to them by its size. */
const STEPS = 20_000;
const STEPS_A_VALUE = 30;

/** The check was given up: it took too many steps, or a schema contains itself without end. */
export class GivenUp extends Error {
  readonly why: "late" | "deep";
  constructor(why: "late" | "deep") {
    super(why);
    this.why = why;
  }
}

/** What one check may still do before it is given up, and the comparisons that cost it something. */
export class Effort {
  private left: number;

  /** For a value of this size. */
  constructor(size: number) {
    this.left = STEPS + STEPS_A_VALUE * size;
  }

  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new GivenUp("late");
  }

  isSame(one: unknown, other: unknown): boolean {
    return one === other || this.canonical(one) === this.canonical(other);
  }

  /** Equal values have the same text: the order of names in it is always the same. */
  canonical(value: unknown): string {
    const text = JSON.stringify(value, (_, one: unknown) =>
      isObject(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one,
    );
    this.spend(1 + text.length / 50);
    return text;
  }

  matches(pattern: string, text: string): boolean {
    this.spend(1 + ((1 + pattern.length) * text.length) / 200);
    return compilePattern(pattern).matcher(text).find();
  }
}
