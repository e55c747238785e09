import { conditionOf, elementTest } from "./matcher.mjs";
import { sorted } from "./sort.mjs";
import { compare, isEqual, isPattern, isPlain, print } from "./values.mjs";

/*
 * Update operators. Each computes the new value of a field from the old one; `undefined` means that the field
 * does not exist. Operators with `isLenient` ignore a path that does not exist; the others create it.
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
  $set: { apply: (_, operand) => operand },
  $setOnInsert: { apply: (_, operand) => operand },
  $unset: { isLenient: true, apply: () => undefined },
  $inc: {
    check: (operand, path) => {
      if (!isNumber(operand))
        throw new Error(`Cannot increment with a non-numeric value: { ${path}: ${shown(operand)} }`);
    },
    apply: (value, operand, path) =>
      value === undefined
        ? operand
        : calculated(
            "$inc",
            path,
            value,
            operand,
            (a, b) => a + b,
            (a, b) => a + b,
          ),
  },
  $mul: {
    check: (operand, path) => {
      if (!isNumber(operand))
        throw new Error(`Cannot multiply with a non-numeric value: { ${path}: ${shown(operand)} }`);
    },
    apply: (value, operand, path) =>
      calculated(
        "$mul",
        path,
        value === undefined ? 0 : value,
        operand,
        (a, b) => a * b,
        (a, b) => a * b,
      ),
  },
  $min: { apply: (value, operand) => (value === undefined || compare(operand, value) < 0 ? operand : value) },
  $max: { apply: (value, operand) => (value === undefined || compare(operand, value) > 0 ? operand : value) },
  $currentDate: {
    check: (operand, path) => {
      const isSupported =
        isPlain(operand) &&
        ["date", "timestamp"].includes(operand.$type) &&
        Object.keys(operand).length === 1;
      if (typeof operand !== "boolean" && !isSupported)
        throw new Error(`$currentDate of ${path} must be true or { "$type": "date" }, not ${shown(operand)}`);
    },
    apply: () => new Date(),
  },
  $bit: {
    check: (operand, path) => {
      const parts = isPlain(operand) ? Object.entries(operand) : [];
      if (
        parts.length === 0 ||
        !parts.every(([name, by]) => ["and", "or", "xor"].includes(name) && isWhole(by))
      )
        throw new Error(
          `$bit of ${path} needs and, or or xor with a whole number, such as { "or": 4 }, not ${shown(operand)}`,
        );
    },
    apply: (value = 0, operand, path) => {
      if (!isWhole(value))
        throw new Error(`Cannot apply $bit to a non-integer value: ${path} is ${shown(value)}`);
      const by = { and: (a, b) => a & b, or: (a, b) => a | b, xor: (a, b) => a ^ b };
      const result = Object.entries(operand).reduce(
        (all, [name, one]) => by[name](all, BigInt(one)),
        BigInt(value),
      );
      return Number.isSafeInteger(Number(result)) ? Number(result) : result;
    },
  },
  $push: {
    check: checkPush,
    apply: (value, operand, path) => {
      const before = list(value, path);
      if (!isPlain(operand) || !Object.hasOwn(operand, "$each")) return [...before, operand];
      const { $each, $position, $slice, $sort } = operand;
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
    check: (operand, path) => {
      if (
        isPlain(operand) &&
        Object.hasOwn(operand, "$each") &&
        (!Array.isArray(operand.$each) || Object.keys(operand).length > 1)
      )
        throw new Error(`$each of $addToSet of ${path} needs an array and no other field`);
    },
    apply: (value, operand, path) => {
      const all = [...list(value, path)];
      const isMany = isPlain(operand) && Object.hasOwn(operand, "$each");
      for (const one of isMany ? operand.$each : [operand])
        if (!all.some((other) => isEqual(one, other))) all.push(one);
      return all;
    },
  },
  $pop: {
    isLenient: true,
    check: (operand, path) => {
      if (operand !== 1 && operand !== -1)
        throw new Error(`$pop of ${path} must be 1 or -1, not ${shown(operand)}`);
    },
    apply: (value, operand, path) =>
      operand === 1 ? list(value, path).slice(0, -1) : list(value, path).slice(1),
  },
  $pull: {
    isLenient: true,
    apply: (value, operand, path, options) => {
      const isPulled = pulled(operand, options);
      return list(value, path).filter((one) => !isPulled(one));
    },
  },
  $pullAll: {
    isLenient: true,
    check: (operand, path) => {
      if (!Array.isArray(operand))
        throw new Error(`$pullAll of ${path} needs an array, not ${shown(operand)}`);
    },
    apply: (value, operand, path) =>
      list(value, path).filter((one) => !operand.some((other) => isEqual(one, other))),
  },
};

const CLAUSES = ["$each", "$position", "$slice", "$sort"];

function checkPush(operand, path) {
  if (!isPlain(operand)) return;
  const names = Object.keys(operand).filter((name) => name.startsWith("$"));
  if (names.length === 0) return;
  const unknown = Object.keys(operand).find((name) => !CLAUSES.includes(name));
  if (unknown) throw new Error(`$push of ${path} has no ${unknown}: it takes ${CLAUSES.join(", ")}`);
  if (!Array.isArray(operand.$each))
    throw new Error(`$push of ${path} needs $each with an array in addition to ${names.join(", ")}`);
  for (const name of ["$position", "$slice"])
    if (operand[name] !== undefined && !Number.isInteger(operand[name]))
      throw new Error(`${name} of $push of ${path} must be a whole number, not ${shown(operand[name])}`);
  const { $sort } = operand;
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
 * Compiles the operand of `$pull`. A plain object with operators is a condition, another object is a filter,
 * and any other value is compared for equality.
 */
function pulled(operand, options) {
  if (isPattern(operand)) return conditionOf(operand, options).single;
  if (!isPlain(operand)) return (one) => isEqual(one, operand);
  const [first] = Object.keys(operand);
  const isCondition = first?.startsWith("$") && !["$and", "$or", "$nor"].includes(first);
  const test = elementTest(operand, options);
  return isCondition ? test : (one) => isPlain(one) && test(one);
}
