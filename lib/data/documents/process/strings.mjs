import { isNone, named, shown, taking, textFor, wholeFor } from "./arguments.mjs";
import { isIn, patternOf } from "./pattern.mjs";
import { isPattern } from "./values.mjs";

/*
 * String operators. MongoDB counts in code points or UTF-8 bytes, and changes the case of ASCII letters only.
 */

/** Converts numbers and dates to strings; null and missing values become "". */
function asText(name, value) {
  if (isNone(value)) return "";
  if (value instanceof Date) return value.toISOString();
  if (["string", "number", "bigint"].includes(typeof value)) return String(value);
  throw new Error(`${name} needs a string, but got ${shown(value)}`);
}

const cased = (name, pattern, change) =>
  taking(name, 1, 1, ([value]) => asText(name, value).replace(pattern, change));

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const bytesCut = (name) =>
  taking(name, 3, 3, ([value, from, count]) => {
    const bytes = encoder.encode(asText(name, value));
    const start = wholeFor(name, from);
    const length = wholeFor(name, count);
    if (start < 0) throw new Error(`${name} must begin at 0 or more, but got ${start}`);
    try {
      return decoder.decode(length < 0 ? bytes.subarray(start) : bytes.subarray(start, start + length));
    } catch {
      throw new Error(`${name} begins or ends in the middle of a UTF-8 character: use $substrCP`);
    }
  });

const indexIn = (name, split, join) =>
  taking(name, 2, 4, ([value, wanted, start = 0, end]) => {
    if (isNone(value)) return null;
    const parts = split(textFor(name, value));
    const looked = split(textFor(name, wanted));
    const from = wholeFor(name, start, 0);
    const to = Math.min(end === undefined ? parts.length : wholeFor(name, end, 0), parts.length);
    for (let at = from; at + looked.length <= to; at++)
      if (join(parts.slice(at, at + looked.length)) === join(looked)) return at;
    return -1;
  });

const replacing = (name, replace) =>
  named(name, ["input", "find", "replacement"], [], ({ input, find, replacement }) => {
    if ([input, find, replacement].some(isNone)) return null;
    for (const one of [input, find, replacement]) textFor(name, one);
    return replace(input, find, replacement);
  });

const searching = (name, search) =>
  named(name, ["input", "regex"], ["options"], ({ input, regex, options }) =>
    isNone(input) || isNone(regex)
      ? search(null)
      : search(textFor(name, input), patternFor(name, regex, options)),
  );

function patternFor(name, regex, options) {
  if (typeof regex !== "string" && !isPattern(regex))
    throw new Error(`${name} needs regex, a string or a pattern`);
  const source = isPattern(regex)
    ? (regex.given ?? { pattern: regex.source, options: "" })
    : { pattern: regex, options: "" };
  return patternOf(source.pattern, (isNone(options) ? "" : textFor(name, options)) || source.options);
}

const matchesOf = (input, { source, flags }) =>
  [...input.matchAll(new RegExp(source, `${flags}g`))].map((match) => ({
    match: match[0],
    idx: [...input.slice(0, match.index)].length,
    captures: match.slice(1).map((one) => one ?? null),
  }));

export const strings = {
  $toUpper: cased("$toUpper", /[a-z]/g, (one) => one.toUpperCase()),
  $toLower: cased("$toLower", /[A-Z]/g, (one) => one.toLowerCase()),
  $substr: bytesCut("$substr"),
  $substrBytes: bytesCut("$substrBytes"),
  $substrCP: taking("$substrCP", 3, 3, ([value, from, count]) => {
    const start = wholeFor("$substrCP", from, 0);
    return [...asText("$substrCP", value)].slice(start, start + wholeFor("$substrCP", count, 0)).join("");
  }),
  $indexOfCP: indexIn(
    "$indexOfCP",
    (text) => [...text],
    (parts) => parts.join(""),
  ),
  $indexOfBytes: indexIn(
    "$indexOfBytes",
    (text) => [...encoder.encode(text)],
    (parts) => parts.join(),
  ),
  $split: taking("$split", 2, 2, ([value, by]) => {
    if (isNone(value) || isNone(by)) return null;
    if (textFor("$split", by) === "") throw new Error("$split requires a non-empty separator");
    return textFor("$split", value).split(by);
  }),
  $replaceOne: replacing("$replaceOne", (text, find, by) => text.replace(find, () => by)),
  $replaceAll: replacing("$replaceAll", (text, find, by) => text.replaceAll(find, () => by)),
  $regexMatch: searching("$regexMatch", (text, pattern) => text !== null && isIn(text, pattern)),
  $regexFind: searching("$regexFind", (text, pattern) =>
    text === null ? null : (matchesOf(text, pattern)[0] ?? null),
  ),
  $regexFindAll: searching("$regexFindAll", (text, pattern) =>
    text === null ? [] : matchesOf(text, pattern),
  ),
};
