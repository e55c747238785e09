import { createRequire } from "node:module";

/*
 * Patterns that can backtrack exponentially run in RE2, in time linear in the text. JavaScript's engine runs
 * all others because it is much faster, and patterns with look-around or back references, which RE2 lacks.
 */

/** RE2's syntax for these escapes. `Z` works only at the end of a pattern. */
export const RE2 = { A: "\\A", z: "\\z", Z: "(?:\\n?\\z)" };
const IS_END_AMID = /\(\?:\\n\?\\z\)(?!\)*$)/;
const MAX_CHARACTERS = 1_000;
/**
 * Up to this many quantifiers in a row cost polynomial time: harmless on short texts, and the process's time
 * limit stops long ones.
 */
const MAX_QUANTIFIERS = 5;
const MAX_REPEATS = 5;

const load = createRequire(import.meta.url);

/**
 * Returns a test of texts, or null if JavaScript's engine should run the pattern. `source` is in RE2 syntax.
 */
export function linearTest(source, flags) {
  if (source.length > MAX_CHARACTERS || IS_END_AMID.test(source) || !mayMultiply(source)) return null;
  const { RE2JS } = load("re2js");
  const all = { i: RE2JS.CASE_INSENSITIVE, m: RE2JS.MULTILINE, s: RE2JS.DOTALL };
  try {
    const compiled = RE2JS.compile(
      source,
      [...flags].reduce((sum, flag) => sum | all[flag], 0),
    );
    return (text) => compiled.test(text);
  } catch {
    return null;
  }
}

/** Returns true if a repeated group contains repetition or alternatives, or if there are many quantifiers. */
function mayMultiply(source) {
  const tokens = source.matchAll(/\\.|\[\^?(?:\\.|[^\]\\])*\]|\(\??|\)|[|*+?]|\{\d+,?\d*\}/gs);
  /** For each open group: true if a text can match it in several ways. */
  const open = [false];
  let closed = { at: 0, isMany: false };
  let count = 0;
  for (const { 0: token, index } of tokens) {
    if (token[0] === "(") open.push(false);
    else if (token === ")") {
      const isMany = open.length > 1 && open.pop();
      open[open.length - 1] ||= isMany;
      closed = { at: index + 1, isMany };
    } else if (token === "|") open[open.length - 1] = true;
    else if ("*+?{".includes(token[0])) {
      if (maxRepeatsOf(token) > MAX_REPEATS && closed.at === index && closed.isMany) return true;
      open[open.length - 1] = true;
      count++;
    }
  }
  return count > MAX_QUANTIFIERS;
}

function maxRepeatsOf(quantifier) {
  if (quantifier === "?") return 1;
  const [, min, max] = /^\{(\d+)(,?\d*)\}$/.exec(quantifier) ?? [];
  if (min === undefined || max === ",") return Number.POSITIVE_INFINITY;
  return Number(max.slice(1) || min);
}
