/* String comparison by an operation's `collation`. Without one, strings compare by code points. */

const STRENGTHS = { 1: "base", 2: "accent", 3: "variant" };

/** Collator of the current operation. Operations run one at a time, so module state is safe. */
let collator = null;
/** Strings seen in this operation, without those that the collation considers equal, and sorted by it. */
let distinctStrings = [];

export function collateBy(collation) {
  distinctStrings = [];
  collator = collation === undefined ? null : collatorOf(collation);
}

function collatorOf({ locale, strength = 3, caseLevel, caseFirst = "off", numericOrdering, alternate }) {
  return new Intl.Collator(locale.replaceAll("_", "-"), {
    sensitivity: caseLevel && strength === 1 ? "case" : STRENGTHS[strength],
    caseFirst: caseFirst === "off" ? "false" : caseFirst,
    numeric: numericOrdering ?? false,
    ignorePunctuation: alternate === "shifted",
  });
}

/**
 * Returns a negative, zero or positive number like a sort callback, or null if the operation has no
 * collation.
 */
export const collated = (a, b) => (collator === null ? null : collator.compare(a, b));

/**
 * Replaces each string in a value with the first string seen that the collation considers equal. Equal values
 * then have the same JSON.
 */
export function alikeTo(value) {
  if (collator === null) return value;
  if (typeof value === "string") return firstOf(value);
  if (Array.isArray(value)) return value.map(alikeTo);
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date || value instanceof RegExp) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, alikeTo(one)]));
}

function firstOf(text) {
  let [from, to] = [0, distinctStrings.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const order = collator.compare(distinctStrings[middle], text);
    if (order === 0) return distinctStrings[middle];
    if (order < 0) from = middle + 1;
    else to = middle;
  }
  distinctStrings.splice(from, 0, text);
  return text;
}
