import { evalExpr } from "mingo/core";
import * as mingo from "mingo/operators/expression/type";
import { isNone, isNumber, numberFor, taken, taking, wholeFor } from "./arguments.mjs";
import { compare } from "./values.mjs";

/* Arithmetic operators. Whole numbers are exact up to 64 bits; a null argument makes the result null. */

const LONG = 2n ** 63n;
const isWhole = (value) => typeof value === "bigint" || Number.isSafeInteger(value);
const narrowed = (value) => (Number.isSafeInteger(Number(value)) ? Number(value) : value);

/** Combines two numbers. Results beyond 64 bits become doubles. */
export function combined(a, b, byNumber, byWhole) {
  if (!isWhole(a) || !isWhole(b)) return byNumber(Number(a), Number(b));
  const number = byNumber(Number(a), Number(b));
  if (typeof a === "number" && typeof b === "number" && Number.isSafeInteger(number)) return number;
  const whole = byWhole(BigInt(a), BigInt(b));
  return whole >= LONG || whole < -LONG ? number : narrowed(whole);
}

export const plus = (a, b) =>
  combined(
    a,
    b,
    (x, y) => x + y,
    (x, y) => x + y,
  );
export const minus = (a, b) =>
  combined(
    a,
    b,
    (x, y) => x - y,
    (x, y) => x - y,
  );
export const times = (a, b) =>
  combined(
    a,
    b,
    (x, y) => x * y,
    (x, y) => x * y,
  );

const unary = (name, compute) =>
  taking(name, 1, 1, ([value]) => (isNone(value) ? null : compute(numberFor(name, value))));

function $add(document, args, options) {
  const all = taken(document, args, options);
  if (all.some(isNone)) return null;
  const dates = all.filter((one) => one instanceof Date);
  if (dates.length > 1) throw new Error("$add takes at most one date");
  const sum = all.reduce(
    (sum, one) => plus(sum, one instanceof Date ? one.getTime() : numberFor("$add", one)),
    0,
  );
  return dates.length === 0 ? sum : new Date(Math.round(Number(sum)));
}

const $subtract = taking("$subtract", 2, 2, ([a, b]) => {
  if (isNone(a) || isNone(b)) return null;
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime();
  if (a instanceof Date) return new Date(a.getTime() - Math.round(Number(numberFor("$subtract", b))));
  return minus(numberFor("$subtract", a), numberFor("$subtract", b));
});

function $multiply(document, args, options) {
  const all = taken(document, args, options);
  if (all.some(isNone)) return null;
  return all.reduce((product, one) => times(product, numberFor("$multiply", one)), 1);
}

/**
 * Builds an operator that rounds or truncates to a number of decimal places, which may be negative. With
 * `isRounded`, it rounds half to even; otherwise it truncates.
 */
const toDigits = (name, isRounded) =>
  taking(name, 1, 2, ([value, digits = 0]) => {
    if (isNone(value) || isNone(digits)) return null;
    const place = wholeFor(name, digits);
    if (place < -20 || place > 100)
      throw new Error(`${name} takes a place between -20 and 100, but got ${place}`);
    if (typeof numberFor(name, value) === "bigint") return value;
    if (!Number.isFinite(value) || (Number.isInteger(value) && place >= 0)) return value;
    const shifted = Number(`${value}e${place}`);
    const scaled = Number.isNaN(shifted) ? value * 10 ** place : shifted;
    const result = isRounded ? halfToEven(scaled) : Math.trunc(scaled);
    const back = Number(`${result}e${-place}`);
    return Number.isNaN(back) ? result / 10 ** place : back;
  });

function halfToEven(value) {
  const below = Math.floor(value);
  const rest = value - below;
  if (rest !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}

const logarithm = (name, compute) =>
  unary(name, (value) => {
    if (Number.isNaN(value)) return value;
    if (Number(value) <= 0) throw new Error(`${name}'s argument must be a positive number, but is ${value}`);
    return compute(Number(value));
  });

const wholeOf = (text) => (/^[+-]?\d{1,19}$/.test(text) ? BigInt(text.replace("+", "")) : null);

const $toLong = (document, expr, options) => {
  const value = evalExpr(document, expr, options);
  if (typeof value === "bigint") return value;
  const whole = typeof value === "string" ? wholeOf(value) : null;
  if (whole === null) return mingo.$toLong(document, { $literal: value }, options);
  if (whole >= LONG || whole < -LONG)
    throw new Error(`Failed to parse number '${value}' in $toLong: it exceeds 64 bits`);
  return narrowed(whole);
};

export const numbers = {
  $toLong,
  ...{ $add, $subtract, $multiply },
  $divide: taking("$divide", 2, 2, ([a, b]) => {
    if (isNone(a) || isNone(b)) return null;
    const by = Number(numberFor("$divide", b));
    if (by === 0) throw new Error("$divide: can't divide by zero");
    return Number(numberFor("$divide", a)) / by;
  }),
  $mod: taking("$mod", 2, 2, ([a, b]) => {
    if (isNone(a) || isNone(b)) return null;
    if (Number(numberFor("$mod", b)) === 0) throw new Error("$mod: can't divide by zero");
    return combined(
      numberFor("$mod", a),
      b,
      (x, y) => x % y,
      (x, y) => x % y,
    );
  }),
  $abs: unary("$abs", (value) => (value < 0 ? minus(0, value) : value)),
  $ceil: unary("$ceil", (value) => (typeof value === "bigint" ? value : Math.ceil(value))),
  $floor: unary("$floor", (value) => (typeof value === "bigint" ? value : Math.floor(value))),
  $round: toDigits("$round", true),
  $trunc: toDigits("$trunc", false),
  $ln: logarithm("$ln", Math.log),
  $log10: logarithm("$log10", Math.log10),
  $log: taking("$log", 2, 2, ([value, base]) => {
    if (isNone(value) || isNone(base)) return null;
    const [number, by] = [Number(numberFor("$log", value)), Number(numberFor("$log", base))];
    if (number <= 0) throw new Error(`$log's argument must be a positive number, but is ${number}`);
    if (by <= 0 || by === 1)
      throw new Error(`$log's base must be a positive number not equal to 1, but is ${by}`);
    const logged = Math.log10(number) / Math.log10(by);
    return Math.abs(logged - Math.round(logged)) < 1e-12 ? Math.round(logged) : logged;
  }),
  $exp: unary("$exp", (value) => Math.exp(Number(value))),
  $sqrt: unary("$sqrt", (value) => {
    if (Number(value) < 0) throw new Error("$sqrt's argument must be greater than or equal to 0");
    return Math.sqrt(Number(value));
  }),
  $pow: taking("$pow", 2, 2, ([base, exponent]) => {
    if (isNone(base) || isNone(exponent)) return null;
    const [number, by] = [Number(numberFor("$pow", base)), Number(numberFor("$pow", exponent))];
    if (number === 0 && by < 0) throw new Error("$pow cannot take a base of 0 and a negative exponent");
    const power = number ** by;
    const isExact =
      Number.isSafeInteger(number) && Number.isSafeInteger(by) && by >= 0 && !Number.isSafeInteger(power);
    if (!isExact || Math.abs(power) >= 2 ** 63) return power;
    return narrowed(BigInt(number) ** BigInt(by));
  }),
};

/**
 * Aggregate functions over numbers. They ignore other values, except `$max` and `$min`, which compare all
 * types.
 */
export const FIGURES = {
  $sum: (values) => values.filter(isNumber).reduce(plus, 0),
  $avg: (values) => {
    const all = values.filter(isNumber);
    return all.length === 0 ? null : Number(all.reduce(plus, 0)) / all.length;
  },
  $max: (values) => extreme(values, 1),
  $min: (values) => extreme(values, -1),
  $stdDevPop: (values) => deviation(values.filter(isNumber).map(Number), 0),
  $stdDevSamp: (values) => deviation(values.filter(isNumber).map(Number), 1),
};

const extreme = (values, way) =>
  values
    .filter((value) => !isNone(value))
    .reduce((best, one) => (best === null || compare(one, best) * way > 0 ? one : best), null);

function deviation(values, less) {
  if (values.length - less < 1) return null;
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  return Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (values.length - less));
}

/**
 * The aggregates of `FIGURES` as expressions, over several arguments or over the elements of a single array
 * argument.
 */
export const figures = Object.fromEntries(
  Object.entries(FIGURES).map(([name, compute]) => [
    name,
    (document, args, options) => {
      // mingo's own stages call this with an array of documents, those of a group.
      if (Array.isArray(document)) return compute(document.map((one) => evalExpr(one, args, options)));
      const all = taken(document, args, options);
      return compute(all.length === 1 && Array.isArray(all[0]) ? all[0] : all);
    },
  ]),
);
