/* How texts are compared, where an operation says so by `collation`; else by code points. */

const STRENGTHS = { 1: "base", 2: "accent", 3: "variant" };

/** Of the operation that is done: operations come one at a time. */
let collator = null;
/** Texts that are equal to none before, in their order. */
let known = [];

/** For what is done from now on; undefined ends it. */
export function collateBy(given) {
  known = [];
  collator = given === undefined ? null : collatorOf(given);
}

function collatorOf({ locale, strength = 3, caseLevel, caseFirst = "off", numericOrdering, alternate }) {
  return new Intl.Collator(locale.replaceAll("_", "-"), {
    sensitivity: caseLevel && strength === 1 ? "case" : STRENGTHS[strength],
    caseFirst: caseFirst === "off" ? "false" : caseFirst,
    numeric: numericOrdering ?? false,
    ignorePunctuation: alternate === "shifted",
  });
}

/** Below 0, 0 or above 0; null where no collation says so. */
export const collated = (a, b) => (collator === null ? null : collator.compare(a, b));

/** A value with the first in place of each of its texts that is equal to it: what is equal becomes the same. */
export function alikeTo(value) {
  if (collator === null) return value;
  if (typeof value === "string") return firstOf(value);
  if (Array.isArray(value)) return value.map(alikeTo);
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date || value instanceof RegExp) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, alikeTo(one)]));
}

function firstOf(text) {
  let [from, to] = [0, known.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const order = collator.compare(known[middle], text);
    if (order === 0) return known[middle];
    if (order < 0) from = middle + 1;
    else to = middle;
  }
  known.splice(from, 0, text);
  return text;
}
