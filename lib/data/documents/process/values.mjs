/*
 * MongoDB values and their sort order. Documents are exchanged as relaxed extended JSON, normalized by the
 * server: only dates, longs beyond 2^53, patterns, and numbers that JSON cannot represent are wrapped.
 */

import { alikeTo, collated } from "./collation.mjs";
import { patternOf } from "./pattern.mjs";

export const MISSING = undefined;

const WRAPPED = {
  $date: (value) => new Date(typeof value === "string" ? value : Number(value.$numberLong)),
  $numberLong: (value) => BigInt(value),
  $numberDouble: (value) => Number(value),
  $regularExpression: ({ pattern, options }) => patternOf(pattern, options),
};

export const parse = (text) => {
  const value = JSON.parse(text);
  return text.includes('"$') ? unwrap(value) : value;
};

function unwrap(value) {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(unwrap);
  const [key, ...others] = Object.keys(value);
  if (others.length === 0 && key !== undefined && Object.hasOwn(WRAPPED, key))
    return WRAPPED[key](value[key]);
  for (const name of Object.keys(value)) value[name] = unwrap(value[name]);
  return value;
}

/** Serializes a value for `parse`. Undefined fields are omitted, as in MongoDB. */
export const print = (value) => JSON.stringify(wrap(value));

/** Returns a key that is equal for equal values. Null and missing values have the same key. */
export const keyOf = (value) => print(alikeTo(value)) ?? "null";

export function wrap(value) {
  switch (typeof value) {
    case "bigint":
      return Number.isSafeInteger(Number(value)) ? Number(value) : { $numberLong: String(value) };
    case "number":
      return Number.isFinite(value) ? value : { $numberDouble: String(value) };
    case "object":
      break;
    default:
      return value;
  }
  if (value === null) return null;
  if (Array.isArray(value)) return value.map((one) => (one === undefined ? null : wrap(one)));
  if (value instanceof Date) return wrapDate(value);
  if (value instanceof RegExp) return { $regularExpression: originalPattern(value) };
  const all = {};
  for (const key of Object.keys(value)) all[key] = wrap(value[key]);
  return all;
}

/** MongoDB writes dates from 1970 to 9999 as ISO 8601, and others as milliseconds. */
function wrapDate(date) {
  const year = date.getUTCFullYear();
  if (year >= 1970 && year <= 9999) return { $date: date.toISOString() };
  return { $date: { $numberLong: String(date.getTime()) } };
}

function rankOf(value) {
  switch (typeof value) {
    case "undefined":
      return 1;
    case "number":
    case "bigint":
      return 2;
    case "string":
      return 3;
    case "boolean":
      return 8;
  }
  if (value === null) return 1;
  if (Array.isArray(value)) return 5;
  if (value instanceof Date) return 9;
  if (value instanceof RegExp) return 11;
  return 4;
}

export const isPattern = (value) => value instanceof RegExp;
export const isPlain = (value) => typeof value === "object" && rankOf(value) === 4;

const INT = 2 ** 31;
const isInt = (value) => Number.isInteger(value) && value >= -INT && value < INT;
/** A whole number beyond 64 bits is a double. */
const isLong = (value) => Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63;
const never = () => false;

const TYPES = {
  double: (value) => typeof value === "number" && !isLong(value),
  string: (value) => typeof value === "string",
  object: isPlain,
  array: Array.isArray,
  bool: (value) => typeof value === "boolean",
  date: (value) => value instanceof Date,
  null: (value) => value === null,
  regex: isPattern,
  int: isInt,
  long: (value) => typeof value === "bigint" || (isLong(value) && !isInt(value)),
  number: (value) => typeof value === "number" || typeof value === "bigint",
  ...{
    objectId: never,
    binData: never,
    decimal: never,
    timestamp: never,
    undefined: never,
    dbPointer: never,
  },
  ...{ symbol: never, javascript: never, javascriptWithScope: never, minKey: never, maxKey: never },
};
const TYPE_NUMBERS = {
  ...{ 1: "double", 2: "string", 3: "object", 4: "array", 5: "binData", 6: "undefined", 7: "objectId" },
  ...{ 8: "bool", 9: "date", 10: "null", 11: "regex", 12: "dbPointer", 13: "javascript", 14: "symbol" },
  ...{ 15: "javascriptWithScope", 16: "int", 17: "timestamp", 18: "long", 19: "decimal" },
  ...{ "-1": "minKey", 127: "maxKey" },
};

export const typeName = (value) =>
  Object.keys(TYPES).find((name) => name !== "number" && TYPES[name](value)) ?? "object";

export function isTypeOf(type) {
  const name = typeof type === "number" ? TYPE_NUMBERS[type] : type;
  if (!Object.hasOwn(TYPES, name)) throw new Error(`$type has no type ${type}`);
  return TYPES[name];
}

export const isAlike = (a, b) => rankOf(a) === rankOf(b);

export function compare(a, b) {
  const rank = rankOf(a);
  const difference = rank - rankOf(b);
  if (difference !== 0) return difference;
  switch (rank) {
    case 1:
      return 0;
    case 2:
      return numbers(a, b);
    case 3:
      return collated(a, b) ?? strings(a, b);
    case 4:
      return objects(a, b);
    case 5:
      return lists(a, b);
    case 11:
      return patterns(originalPattern(a), originalPattern(b));
    default:
      return +a < +b ? -1 : +(+a > +b);
  }
}

const patterns = (a, b) => strings(a.pattern, b.pattern) || strings(a.options, b.options);

/** Returns the pattern as it was given. Patterns that mingo created have no `given`. */
const originalPattern = (value) =>
  value.given ?? { pattern: value.source, options: value.flags.replace(/[^ims]/g, "") };

export const isEqual = (a, b) => compare(a, b) === 0;

/** NaN sorts first and equals itself. */
function numbers(a, b) {
  if (a < b) return -1;
  if (a > b) return 1;
  // biome-ignore lint/suspicious/noDoubleEquals: 1n and 1 are the same number.
  if (a == b) return 0;
  return Number(!Number.isNaN(Number(a))) - Number(!Number.isNaN(Number(b)));
}

/** Compares by code points, which matches the byte order of UTF-8. */
function strings(a, b) {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at++) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (x === y) continue;
    const isSurrogate = (unit) => unit >= 0xd800 && unit <= 0xdfff;
    return isSurrogate(x) === isSurrogate(y) ? x - y : isSurrogate(x) ? 1 : -1;
  }
  return a.length - b.length;
}

/**
 * Compares two objects field by field, in document order: first by the type of the value, then by name, then
 * by value.
 */
function objects(a, b) {
  const [names, others] = [Object.keys(a), Object.keys(b)];
  for (const [at, name] of names.entries()) {
    const other = others[at];
    if (other === undefined) return 1;
    const difference =
      rankOf(a[name]) - rankOf(b[other]) || strings(name, other) || compare(a[name], b[other]);
    if (difference !== 0) return difference;
  }
  return names.length - others.length;
}

function lists(a, b) {
  for (const [at, value] of a.entries()) {
    if (at === b.length) return 1;
    const difference = compare(value, b[at]);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
