import { compilePattern } from "./pattern";
import { isObject } from "./subject";

/**
 * Steps that one check may take, which is about tens of milliseconds. The check of a larger value may take
 * more: `STEPS_A_VALUE` for each value in it.
 */
const STEPS = 20_000;
const STEPS_A_VALUE = 30;

/**
 * Thrown when a check is aborted: "late" after too many steps, or "deep" if a schema contains itself without
 * end.
 */
export class CheckAborted extends Error {
  readonly why: "late" | "deep";
  constructor(why: "late" | "deep") {
    super(why);
    this.why = why;
  }
}

export class Effort {
  private left: number;

  /** `size` is the size of the value to check, as `lengthOf` returns it. */
  constructor(size: number) {
    this.left = STEPS + STEPS_A_VALUE * size;
  }

  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new CheckAborted("late");
  }

  isSame(one: unknown, other: unknown): boolean {
    return one === other || this.canonical(one) === this.canonical(other);
  }

  /** Returns JSON with sorted keys, so that equal values have the same text. */
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
