import { isDeepStrictEqual } from "node:util";
import type { Expected, Outcome, ProofCase, Verdict } from "@/lib/shared/proofs/contract";

/** The result of a run without effects. */
export type Replay = {
  /** The error; undefined if it succeeded. */
  error?: string;
  result?: unknown;
  /** The values that it would have written, for example to the state. */
  writes?: unknown;
  /** It tried to reach outside, or could not be tried. Its effects there are unknown. */
  isOutside: boolean;
  ms: number;
};

const SHOWN = 300;

export const shownJson = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "null";
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…`.toWellFormed() : text;
};

/** Judges a run by the example's expectation. Without one, a run passes if it does not fail. */
export function outcomeOf({ error, result, isOutside, ms }: Replay, expected?: Expected): Outcome {
  const rounded = Math.round(ms);
  if (isOutside) return { state: "skipped", ms: rounded, text: error ?? "" };
  if (error !== undefined)
    return { state: "failed", ms: rounded, text: error.slice(0, SHOWN).toWellFormed() };
  const isMet = !expected || meets(expected, result);
  return {
    state: isMet ? "passed" : "failed",
    ms: rounded,
    text: result === undefined ? "" : shownJson(result),
  };
}

function meets({ as, value }: Expected, result: unknown): boolean {
  if (as === "success") return true;
  const plain = plainOf(result);
  return as === "equal" ? isDeepStrictEqual(plainOf(value), plain) : hasShape(value, plain);
}

/** As JSON stores it: without undefined fields. */
const plainOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? "null");

/** Returns whether `result` has the fields and types of `like`. Null matches anything, further fields are allowed. */
export function hasShape(like: unknown, result: unknown): boolean {
  if (like === null || like === undefined) return true;
  if (Array.isArray(like)) {
    const [first] = like;
    return Array.isArray(result) && result.every((one) => hasShape(first, one));
  }
  if (typeof like !== "object") return typeof like === typeof result;
  if (typeof result !== "object" || result === null || Array.isArray(result)) return false;
  const fields = new Map(Object.entries(result));
  return Object.entries(like).every(([key, one]) => fields.has(key) && hasShape(one, fields.get(key)));
}

/** Chooses how a result is compared, from the recorded result and a second run. */
export function expectedOf(output: unknown, again: Replay): Expected {
  if (again.isOutside || again.error !== undefined) return { as: "success" };
  if (isDeepStrictEqual(plainOf(output), plainOf(again.result))) return { as: "equal", value: output };
  return hasShape(output, again.result) ? { as: "shape", value: output } : { as: "success" };
}

export const isSame = (a: Replay, b: Replay): boolean =>
  isDeepStrictEqual(plainOf([a.result, a.writes]), plainOf([b.result, b.writes]));

/** Judges a change by its cases. */
export function verdictOf(cases: readonly ProofCase[]): Verdict {
  const has = (before: Outcome["state"], after: Outcome["state"]) =>
    cases.some((one) => one.before.state === before && one.after.state === after);
  if (has("passed", "failed")) return "worse";
  if (has("failed", "passed")) return "better";
  if (cases.some(({ isChanged }) => isChanged)) return "changed";
  return cases.some(({ before, after }) => before.state !== "skipped" && after.state !== "skipped")
    ? "equal"
    : "none";
}
