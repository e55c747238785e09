import { createRequire } from "node:module";

/*
 * Patterns whose ways multiply are looked for by RE2, whose time grows with the text alone. For all others, and for look-around
 * and back references, which it lacks, JavaScript's engine is faster by far.
 */

/** As RE2 writes them. `Z` only stands for the end where nothing follows it. */
export const RE2 = { A: "\\A", z: "\\z", Z: "(?:\\n?\\z)" };
const IS_END_AMID = /\(\?:\\n\?\\z\)(?!\)*$)/;
const MAX_CHARACTERS = 1_000;
/** With so many, the ways grow by a power that short texts do not feel; long ones are ended in time. */
const MAX_QUANTIFIERS = 5;
const MAX_REPEATS = 5;

const load = createRequire(import.meta.url);

/** A test of texts; null where JavaScript's engine is to look. `source`: as RE2 has it. */
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

/** Whether what is repeated holds repetitions or choices itself, or many stand in a row. */
function mayMultiply(source) {
  const tokens = source.matchAll(/\\.|\[\^?(?:\\.|[^\]\\])*\]|\(\??|\)|[|*+?]|\{\d+,?\d*\}/gs);
  /** For each open group, whether a text may take several ways through it. */
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
      if (mostOf(token) > MAX_REPEATS && closed.at === index && closed.isMany) return true;
      open[open.length - 1] = true;
      count++;
    }
  }
  return count > MAX_QUANTIFIERS;
}

/** How often a quantifier repeats at most. */
function mostOf(quantifier) {
  if (quantifier === "?") return 1;
  const [, least, most] = /^\{(\d+)(,?\d*)\}$/.exec(quantifier) ?? [];
  if (least === undefined || most === ",") return Number.POSITIVE_INFINITY;
  return Number(most.slice(1) || least);
}
