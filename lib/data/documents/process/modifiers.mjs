import { conditionOf, elementTest } from "./matcher.mjs";
import { sorted } from "./sort.mjs";
import { compare, isEqual, isPattern, isPlain, print } from "./values.mjs";

/*
 * Update operators: compute a field's new value from the old one, where `undefined` means no field.
 * `isLenient` operators ignore a path that does not exist instead of creating it.
 */

const LONG = 2n ** 63n;
const isNumber = (value) => typeof value === "number" || typeof value === "bigint";
const isWhole = (value) => typeof value === "bigint" || Number.isInteger(value);
const shown = (value) => print(value)?.slice(0, 100);

/** Arithmetic on whole numbers is exact. Throws if the result exceeds 64 bits. */
function calculated(name, path, a, b, byNumber, byWhole) {
  if (!isNumber(a))
    throw new Error(`Cannot apply ${name} to a value of non-numeric type: ${path} is ${shown(a)}`);
  if (!isWhole(a) || !isWhole(b)) return byNumber(Number(a), Number(b));
  const isDouble = [a, b].some((one) => typeof one === "number" && !Number.isSafeInteger(one));
  if (isDouble) return byNumber(Number(a), Number(b));
  const result = byWhole(BigInt(a), BigInt(b));
  if (result >= LONG || result < -LONG)
    throw new Error(`${name} of ${path} exceeds 64 bits: integer overflow`);
  const number = Number(result);
  return Number.isSafeInteger(number) ? number : result;
}

function list(value, path) {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new Error(`The field '${path}' must be an array, but is ${shown(value)}`);
  return value;
}

export const MODIFIERS = {
  $set: { apply: (_, given) => given },
  $setOnInsert: { apply: (_, given) => given },
  $unset: { isLenient: true, apply: () => undefined },
  $inc: {
    check: (given, path) => {
      if (!isNumber(given))
        throw new Error(`Cannot increment with a non-numeric value: { ${path}: ${shown(given)} }`);
    },
    apply: (value, given, path) =>
      value === undefined
        ? given
        : calculated(
            "$inc",
            path,
            value,
            given,
            (a, b) => a + b,
            (a, b) => a + b,
          ),
  },
  $mul: {
    check: (given, path) => {
      if (!isNumber(given))
        throw new Error(`Cannot multiply with a non-numeric value: { ${path}: ${shown(given)} }`);
    },
    apply: (value, given, path) =>
      calculated(
        "$mul",
        path,
        value === undefined ? 0 : value,
        given,
        (a, b) => a * b,
        (a, b) => a * b,
      ),
  },
  $min: { apply: (value, given) => (value === undefined || compare(given, value) < 0 ? given : value) },
  $max: { apply: (value, given) => (value === undefined || compare(given, value) > 0 ? given : value) },
  $currentDate: {
    check: (given, path) => {
      const isKnown =
        isPlain(given) && ["date", "timestamp"].includes(given.$type) && Object.keys(given).length === 1;
      if (typeof given !== "boolean" && !isKnown)
        throw new Error(`$currentDate of ${path} must be true or { "$type": "date" }, not ${shown(given)}`);
    },
    apply: () => new Date(),
  },
  $bit: {
    check: (given, path) => {
      const parts = isPlain(given) ? Object.entries(given) : [];
      if (
        parts.length === 0 ||
        !parts.every(([name, by]) => ["and", "or", "xor"].includes(name) && isWhole(by))
      )
        throw new Error(
          `$bit of ${path} needs and, or or xor with a whole number, such as { "or": 4 }, not ${shown(given)}`,
        );
    },
    apply: (value = 0, given, path) => {
      if (!isWhole(value))
        throw new Error(`Cannot apply $bit to a non-integer value: ${path} is ${shown(value)}`);
      const by = { and: (a, b) => a & b, or: (a, b) => a | b, xor: (a, b) => a ^ b };
      const result = Object.entries(given).reduce(
        (all, [name, one]) => by[name](all, BigInt(one)),
        BigInt(value),
      );
      return Number.isSafeInteger(Number(result)) ? Number(result) : result;
    },
  },
  $push: {
    check: checkPush,
    apply: (value, given, path) => {
      const before = list(value, path);
      if (!isPlain(given) || !Object.hasOwn(given, "$each")) return [...before, given];
      const { $each, $position, $slice, $sort } = given;
      const where =
        $position === undefined
          ? before.length
          : $position < 0
            ? Math.max(before.length + $position, 0)
            : $position;
      const all = before.toSpliced(Math.min(where, before.length), 0, ...$each);
      const ordered = $sort === undefined ? all : elementsSorted(all, $sort);
      if ($slice === undefined) return ordered;
      return $slice < 0 ? ordered.slice($slice) : ordered.slice(0, $slice);
    },
  },
  $addToSet: {
    check: (given, path) => {
      if (
        isPlain(given) &&
        Object.hasOwn(given, "$each") &&
        (!Array.isArray(given.$each) || Object.keys(given).length > 1)
      )
        throw new Error(`$each of $addToSet of ${path} needs an array and no other field`);
    },
    apply: (value, given, path) => {
      const all = [...list(value, path)];
      const isMany = isPlain(given) && Object.hasOwn(given, "$each");
      for (const one of isMany ? given.$each : [given])
        if (!all.some((other) => isEqual(one, other))) all.push(one);
      return all;
    },
  },
  $pop: {
    isLenient: true,
    check: (given, path) => {
      if (given !== 1 && given !== -1)
        throw new Error(`$pop of ${path} must be 1 or -1, not ${shown(given)}`);
    },
    apply: (value, given, path) =>
      given === 1 ? list(value, path).slice(0, -1) : list(value, path).slice(1),
  },
  $pull: {
    isLenient: true,
    apply: (value, given, path, options) => {
      const isPulled = pulled(given, options);
      return list(value, path).filter((one) => !isPulled(one));
    },
  },
  $pullAll: {
    isLenient: true,
    check: (given, path) => {
      if (!Array.isArray(given)) throw new Error(`$pullAll of ${path} needs an array, not ${shown(given)}`);
    },
    apply: (value, given, path) =>
      list(value, path).filter((one) => !given.some((other) => isEqual(one, other))),
  },
};

const CLAUSES = ["$each", "$position", "$slice", "$sort"];

function checkPush(given, path) {
  if (!isPlain(given)) return;
  const names = Object.keys(given).filter((name) => name.startsWith("$"));
  if (names.length === 0) return;
  const unknown = Object.keys(given).find((name) => !CLAUSES.includes(name));
  if (unknown) throw new Error(`$push of ${path} has no ${unknown}: it takes ${CLAUSES.join(", ")}`);
  if (!Array.isArray(given.$each))
    throw new Error(`$push of ${path} needs $each with an array in addition to ${names.join(", ")}`);
  for (const name of ["$position", "$slice"])
    if (given[name] !== undefined && !Number.isInteger(given[name]))
      throw new Error(`${name} of $push of ${path} must be a whole number, not ${shown(given[name])}`);
  const { $sort } = given;
  const isOrder = (one) => one === 1 || one === -1;
  if (
    $sort !== undefined &&
    !isOrder($sort) &&
    !(isPlain($sort) && Object.keys($sort).length > 0 && Object.values($sort).every(isOrder))
  )
    throw new Error(
      `$sort of $push of ${path} must be 1, -1, or an object of such directions, not ${shown($sort)}`,
    );
}

const elementsSorted = (all, by) =>
  typeof by === "number" ? all.toSorted((a, b) => compare(a, b) * by) : sorted(all, by);

/**
 * A plain object with operators is a condition, another object is a filter, and any other value is compared
 * for equality.
 */
function pulled(given, options) {
  if (isPattern(given)) return conditionOf(given, options).single;
  if (!isPlain(given)) return (one) => isEqual(one, given);
  const [first] = Object.keys(given);
  const isCondition = first?.startsWith("$") && !["$and", "$or", "$nor"].includes(first);
  const test = elementTest(given, options);
  return isCondition ? test : (one) => isPlain(one) && test(one);
}
