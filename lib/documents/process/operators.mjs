import { Context, evalExpr } from "mingo/core";
import { Lazy } from "mingo/lazy";
import * as accumulator from "mingo/operators/accumulator";
import * as expression from "mingo/operators/expression";
import * as pipeline from "mingo/operators/pipeline";
import * as projection from "mingo/operators/projection";
import * as query from "mingo/operators/query";
import * as window from "mingo/operators/window";
import { candidatesAt, elementsAt, sortKeyOf } from "./paths.mjs";
import { compare, isAlike, isEqual, patternOf } from "./values.mjs";

/*
 * The operators of mingo, with MongoDB's meaning where theirs is another: comparisons keep the order of fields and tell types
 * apart, conditions on a path follow lists as MongoDB does, and longs are numbers. What runs code or writes is refused.
 */

const isPattern = (value) => value instanceof RegExp;
const isMissing = (value) => value === undefined || value === null;

const some = (test) => (path, wanted) => (document) =>
  candidatesAt(document, path).some((value) => test(value, wanted));

function isMatch(value, wanted) {
  if (isPattern(wanted))
    return isPattern(value) ? isEqual(value, wanted) : typeof value === "string" && wanted.test(value);
  return isEqual(value, wanted);
}

/** Null is at least and at most what is missing. */
const ordered = (test) =>
  some((value, wanted) => {
    if (!isAlike(value, wanted) || Number.isNaN(value) !== Number.isNaN(wanted)) return false;
    return test(compare(value, wanted));
  });

const $eq = some(isMatch);
const $in = (path, wanted) => {
  if (!Array.isArray(wanted)) throw new Error("$in needs an array");
  return (document) =>
    candidatesAt(document, path).some((value) => wanted.some((one) => isMatch(value, one)));
};
const not = (operator) => (path, wanted) => {
  const test = operator(path, wanted);
  return (document) => !test(document);
};
const nin = not($in);

const comparisons = {
  $eq,
  $ne: not($eq),
  $in,
  $nin: (path, wanted) => {
    if (!Array.isArray(wanted)) throw new Error("$nin needs an array");
    return nin(path, wanted);
  },
  $gt: ordered((order) => order > 0),
  $gte: ordered((order) => order >= 0),
  $lt: ordered((order) => order < 0),
  $lte: ordered((order) => order <= 0),
  $exists: (path, wanted) => (document) =>
    elementsAt(document, path).some((value) => value !== undefined) === Boolean(wanted),
  $size: (path, size) => (document) =>
    elementsAt(document, path).some((value) => Array.isArray(value) && value.length === size),
  $regex: (path, wanted) => {
    const pattern = isPattern(wanted) ? wanted : patternOf(wanted);
    return (document) =>
      candidatesAt(document, path).some((value) => typeof value === "string" && pattern.test(value));
  },
};

const INT = 2 ** 31;
const isInt = (value) => Number.isInteger(value) && value >= -INT && value < INT;
const isLong = (value) => typeof value === "bigint" || (Number.isInteger(value) && !isInt(value));

/** Whole numbers are int or long by their size; the rest are double. */
const TYPES = {
  double: (value) => typeof value === "number" && !Number.isInteger(value),
  string: (value) => typeof value === "string",
  object: (value) => isAlike(value, {}),
  array: Array.isArray,
  bool: (value) => typeof value === "boolean",
  date: (value) => value instanceof Date,
  null: (value) => value === null,
  regex: isPattern,
  int: isInt,
  long: isLong,
  number: (value) => typeof value === "number" || typeof value === "bigint",
  objectId: () => false,
  binData: () => false,
  decimal: () => false,
  timestamp: () => false,
};
const TYPE_NUMBERS = {
  1: "double",
  2: "string",
  3: "object",
  4: "array",
  8: "bool",
  9: "date",
  10: "null",
  11: "regex",
  16: "int",
  18: "long",
};

Object.assign(comparisons, {
  $type: (path, wanted) => {
    const tests = (Array.isArray(wanted) ? wanted : [wanted]).map((type) => {
      const name = TYPE_NUMBERS[type] ?? type;
      if (!Object.hasOwn(TYPES, name)) throw new Error(`$type knows no type ${type}`);
      return TYPES[name];
    });
    return (document) => candidatesAt(document, path).some((value) => tests.some((test) => test(value)));
  },
  $mod: (path, wanted) => {
    const [divisor, rest] = Array.isArray(wanted) && wanted.length === 2 ? wanted.map(Number) : [];
    if (!divisor || Number.isNaN(rest))
      throw new Error("$mod needs an array of a divisor, which is not 0, and a remainder");
    return (document) =>
      candidatesAt(document, path).some(
        (value) =>
          TYPES.number(value) && Math.trunc(Number(value)) % Math.trunc(divisor) === Math.trunc(rest),
      );
  },
  $all: (path, wanted, options) => {
    if (!Array.isArray(wanted)) throw new Error("$all needs an array");
    const tests = wanted.map((one) =>
      isAlike(one, {}) && Object.hasOwn(one, "$elemMatch")
        ? query.$elemMatch(path, one.$elemMatch, options)
        : $eq(path, one),
    );
    return (document) => tests.length > 0 && tests.every((test) => test(document));
  },
});

/** A comparison of two expressions, which knows no types that cannot be compared. */
const compared = (name, test) => (document, given, options) => {
  if (!Array.isArray(given) || given.length !== 2)
    throw new Error(`${name} needs an array of two expressions`);
  const [a, b] = given.map((one) => evalExpr(document, one, options));
  return test(order(a, b));
};

/** In expressions what is missing comes before null. */
const order = (a, b) =>
  isMissing(a) && isMissing(b) ? Number(a === null) - Number(b === null) : compare(a, b);

const expressions = {
  $eq: compared("$eq", (order) => order === 0),
  $ne: compared("$ne", (order) => order !== 0),
  $gt: compared("$gt", (order) => order > 0),
  $gte: compared("$gte", (order) => order >= 0),
  $lt: compared("$lt", (order) => order < 0),
  $lte: compared("$lte", (order) => order <= 0),
  $cmp: compared("$cmp", Math.sign),
};

/** Sorts documents by a specification of paths and directions; what is equal stays in its order. */
export function sorted(documents, by) {
  const fields = Object.entries(by);
  if (fields.length === 0) throw new Error("A sort needs a field");
  for (const [path, direction] of fields)
    if (direction !== 1 && direction !== -1) throw new Error(`Sort ${path} by 1 or -1`);
  const keyed = documents.map((document) => ({
    document,
    keys: fields.map(([path, direction]) => sortKeyOf(document, path, direction, compare)),
  }));
  keyed.sort((a, b) => {
    for (const [at, [, direction]] of fields.entries()) {
      const order = compare(a.keys[at], b.keys[at]);
      if (order !== 0) return order * direction;
    }
    return 0;
  });
  return keyed.map(({ document }) => document);
}

const refused = (name) => () => {
  throw new Error(`${name} is not allowed`);
};

/** In place of those that run code or write: mingo adds operators that it misses. */
const REFUSED = Object.fromEntries(
  ["$where", "$accumulator", "$out", "$merge"].map((name) => [name, refused(name)]),
);

/** Windows are computed by functions of mingo's own; no value that was given holds one. */
const $function = (document, given, options) => {
  if (typeof given?.body !== "function") throw new Error("$function is not allowed");
  return expression.$function(document, given, options);
};

export const context = Context.init({
  accumulator: { ...accumulator, $accumulator: REFUSED.$accumulator },
  expression: { ...expression, ...expressions, $function },
  pipeline: {
    ...pipeline,
    $out: REFUSED.$out,
    $merge: REFUSED.$merge,
    $sort: (source, by) => source.transform((all) => Lazy(sorted(all, by))),
  },
  projection,
  query: { ...query, ...comparisons, $where: REFUSED.$where },
  window,
});
