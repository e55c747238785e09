import { createRequire } from "node:module";

/*
 * Patterns that can backtrack exponentially run in RE2, whose time is linear in the length of the text.
 * JavaScript's engine runs the others because it is much faster. It also runs patterns with look-around or
 * back references, which RE2 does not support.
 */

/** RE2's equivalents of these escapes. RE2 supports `Z` only at the end of a pattern. */
export const RE2 = { A: "\\A", z: "\\z", Z: "(?:\\n?\\z)" };
const IS_END_AMID = /\(\?:\\n\?\\z\)(?!\)*$)/;
const MAX_CHARACTERS = 1_000;
/**
 * A pattern with at most this many quantifiers in a row takes polynomial time. That is harmless on short
 * texts, and the process's time limit stops it on long ones.
 */
const MAX_QUANTIFIERS = 5;
const MAX_REPEATS = 5;

const load = createRequire(import.meta.url);

/**
 * Returns a function that tests a text, or null if JavaScript's engine should run the pattern. `source` is in
 * RE2 syntax.
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

/**
 * Returns true if a repeated group contains a repetition or alternatives, or if the pattern has many
 * quantifiers.
 */
function mayMultiply(source) {
  const tokens = source.matchAll(/\\.|\[\^?(?:\\.|[^\]\\])*\]|\(\??|\)|[|*+?]|\{\d+,?\d*\}/gs);
  /** One item for each open group: true if the group can match the same text in several ways. */
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
