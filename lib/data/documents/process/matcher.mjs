import { evalExpr } from "mingo/core";
import { jsonSchema } from "./json-schema.mjs";
import { candidatesAt, elementsAt } from "./paths.mjs";
import { isIn, patternOf } from "./pattern.mjs";
import { compare, isAlike, isEqual, isPattern, isPlain, isTypeOf, print } from "./values.mjs";

/*
 * Compiles MongoDB filters. A condition has two tests: `single` tests one value, and `$elemMatch` uses it for
 * each element; `at` tests all values at a path, and traverses arrays.
 */

const at = (single, over = candidatesAt) => ({
  single,
  at: (document, path) => over(document, path).some(single),
});
const not = (condition) => ({
  single: (value) => !condition.single(value),
  at: (document, path) => !condition.at(document, path),
});
const all = (conditions) => ({
  single: (value) => conditions.every((one) => one.single(value)),
  at: (document, path) => conditions.every((one) => one.at(document, path)),
});

/**
 * Compiles a filter to a function that tests a document. `options` are mingo's, for expressions. Throws an
 * Error if the filter is invalid.
 */
export function matcher(filter, options) {
  const tests = Object.entries(filter).map(([name, operand]) => {
    if (Object.hasOwn(TOP, name)) return TOP[name](operand, options);
    if (name.startsWith("$")) throw new Error(`unknown top level operator: ${name}`);
    const condition = conditionOf(operand, options);
    return (document) => condition.at(document, name);
  });
  return (document) => tests.every((test) => test(document));
}

const filters = (name, list, options) => {
  if (!Array.isArray(list) || list.length === 0 || !list.every(isPlain))
    throw new Error(`${name} needs an array with at least one filter`);
  return list.map((one) => matcher(one, options));
};

export const isTrue = (value) =>
  value !== undefined && value !== null && value !== false && value !== 0 && value !== 0n;

const TOP = {
  $and: (operand, options) => {
    const tests = filters("$and", operand, options);
    return (document) => tests.every((test) => test(document));
  },
  $or: (operand, options) => {
    const tests = filters("$or", operand, options);
    return (document) => tests.some((test) => test(document));
  },
  $nor: (operand, options) => {
    const tests = filters("$nor", operand, options);
    return (document) => !tests.some((test) => test(document));
  },
  $expr: (expr, options) => (document) => isTrue(evalExpr(document, expr, options)),
  $jsonSchema: (schema) => jsonSchema(schema),
  $comment: () => () => true,
  $sampleRate: (rate) => {
    if (typeof rate !== "number" || rate < 0 || rate > 1)
      throw new Error("$sampleRate must be between 0 and 1");
    return () => Math.random() < rate;
  },
  $text: () => {
    throw new Error("$text is not supported: use $regex with the option i");
  },
};

/** Looks only at the first key. `operators` rejects an object that mixes operators with fields. */
const hasOperators = (value) => isPlain(value) && Object.keys(value)[0]?.startsWith("$");

export function conditionOf(operand, options) {
  if (isPattern(operand)) return at((value) => isMatch(value, operand));
  return hasOperators(operand) ? operators(operand, options) : OPERATORS.$eq(operand);
}

function operators(condition, options) {
  return all(
    Object.entries(condition).map(([name, wanted]) => {
      if (!Object.hasOwn(OPERATORS, name)) throw new Error(`unknown query operator ${name}`);
      return OPERATORS[name](wanted, options, condition);
    }),
  );
}

function isMatch(value, wanted) {
  if (isPattern(wanted))
    return isPattern(value) ? isEqual(value, wanted) : typeof value === "string" && isIn(value, wanted);
  return isEqual(value, wanted);
}

/** Null and missing values compare as equal, so `$gte: null` and `$lte: null` also match missing fields. */
const ordered = (name, test) => (wanted) => {
  if (isPattern(wanted)) throw new Error(`${name} takes no pattern: use $regex, or $not with the pattern`);
  return at(
    (value) =>
      isAlike(value, wanted) && Number.isNaN(value) === Number.isNaN(wanted) && test(compare(value, wanted)),
  );
};

function listFor(name, wanted) {
  if (!Array.isArray(wanted)) throw new Error(`${name} needs an array`);
  if (wanted.some(hasOperators)) throw new Error(`${name} takes an array of values, not of operators`);
  return wanted;
}

const whole = (number) => (typeof number === "bigint" ? Number(number) : number);

const OPERATORS = {
  $eq: (wanted) => at((value) => isEqual(value, wanted)),
  $ne: (wanted) => {
    if (isPattern(wanted)) throw new Error("$ne takes no pattern: use $not with the pattern");
    return not(OPERATORS.$eq(wanted));
  },
  $in: (wanted) => {
    const list = listFor("$in", wanted);
    return at((value) => list.some((one) => isMatch(value, one)));
  },
  $nin: (wanted) => not(OPERATORS.$in(listFor("$nin", wanted))),
  $gt: ordered("$gt", (order) => order > 0),
  $gte: ordered("$gte", (order) => order >= 0),
  $lt: ordered("$lt", (order) => order < 0),
  $lte: ordered("$lte", (order) => order <= 0),
  $exists: (wanted) => {
    const isThere = at((value) => value !== undefined, elementsAt);
    const isWanted = wanted !== null && wanted !== false && wanted !== 0;
    return isWanted ? isThere : not(isThere);
  },
  $type: (wanted) => {
    const types = Array.isArray(wanted) ? wanted : [wanted];
    if (types.length === 0) throw new Error("$type needs at least one type");
    const tests = types.map((type) => isTypeOf(whole(type)));
    return at((value) => tests.some((test) => test(value)));
  },
  $size: (size) => {
    const wanted = whole(size);
    if (!Number.isInteger(wanted) || wanted < 0)
      throw new Error(`$size needs a whole number of 0 or more, not ${print(size)}`);
    return at((value) => Array.isArray(value) && value.length === wanted, elementsAt);
  },
  $mod: (wanted) => {
    const [divisor, rest] = Array.isArray(wanted) && wanted.length === 2 ? wanted.map(Number) : [];
    if (!Math.trunc(divisor) || !Number.isFinite(divisor) || !Number.isFinite(rest))
      throw new Error("$mod needs an array of a nonzero divisor and a remainder");
    const isNumber = isTypeOf("number");
    return at(
      (value) =>
        isNumber(value) &&
        (typeof value === "bigint"
          ? Number(value % BigInt(Math.trunc(divisor)))
          : Math.trunc(value) % Math.trunc(divisor)) === Math.trunc(rest),
    );
  },
  $regex: (wanted, _, { $options }) => {
    if (typeof wanted !== "string" && !isPattern(wanted))
      throw new Error("$regex needs a string or a pattern");
    const source = isPattern(wanted) ? wanted.given : { pattern: wanted, options: "" };
    const pattern = patternOf(source.pattern, $options ?? source.options);
    return at((value) => isMatch(value, pattern));
  },
  $options: (wanted, _, condition) => {
    if (!Object.hasOwn(condition, "$regex")) throw new Error("$options needs a $regex");
    if (typeof wanted !== "string") throw new Error("$options needs a string, such as i");
    return all([]);
  },
  $not: (wanted, options) => {
    if (!isPattern(wanted) && !hasOperators(wanted))
      throw new Error('$not needs operators or a pattern, for example { "$not": { "$gt": 5 } }');
    return not(conditionOf(wanted, options));
  },
  $all: (wanted, options) => {
    if (!Array.isArray(wanted)) throw new Error("$all needs an array");
    const isMatched = (one) => isPlain(one) && Object.hasOwn(one, "$elemMatch");
    if (!wanted.every(isMatched)) listFor("$all", wanted);
    if (wanted.length === 0) return at(() => false);
    return all(
      wanted.map((one) => (isMatched(one) ? operators(one, options) : at((value) => isMatch(value, one)))),
    );
  },
  $elemMatch: (wanted, options) => {
    const test = elementTest(wanted, options);
    return at((value) => Array.isArray(value) && value.some(test), elementsAt);
  },
  ...bitTests(),
  $comment: () => all([]),
};

const LOGICAL = ["$and", "$or", "$nor"];

/**
 * Compiles an `$elemMatch`: a condition on values if its first key is a comparison operator, otherwise a
 * filter.
 */
export function elementTest(wanted, options) {
  if (!isPlain(wanted)) throw new Error("$elemMatch needs an Object");
  if (hasOperators(wanted) && !LOGICAL.includes(Object.keys(wanted)[0]))
    return operators(wanted, options).single;
  const test = matcher(wanted, options);
  return (value) => (isPlain(value) ? test(value) : Array.isArray(value) && test({ ...value }));
}

function bitTests() {
  const bitsOf = (name, mask) => {
    const places = Array.isArray(mask) ? mask : null;
    const isWhole = (one) => (typeof one === "bigint" || Number.isInteger(one)) && one >= 0;
    if (!(places ?? [mask]).every(isWhole))
      throw new Error(`${name} needs a whole number of 0 or more as a mask, or an array of bit positions`);
    if (places) return places.map((place) => BigInt(Math.min(Number(place), 63)));
    return Array.from({ length: 64 }, (_, place) => BigInt(place)).filter(
      (place) => (BigInt(mask) >> place) & 1n,
    );
  };
  const tested = (name, test) => (mask) => {
    const places = bitsOf(name, mask);
    return at(
      (value) =>
        (typeof value === "bigint" || Number.isInteger(value)) &&
        Math.abs(Number(value)) < 2 ** 63 &&
        test(places, (place) => ((BigInt(value) >> place) & 1n) === 1n),
    );
  };
  return {
    $bitsAllSet: tested("$bitsAllSet", (places, isSet) => places.every(isSet)),
    $bitsAnySet: tested("$bitsAnySet", (places, isSet) => places.some(isSet)),
    $bitsAllClear: tested("$bitsAllClear", (places, isSet) => !places.some(isSet)),
    $bitsAnyClear: tested("$bitsAnyClear", (places, isSet) => !places.every(isSet)),
  };
}
