import { evalExpr } from "mingo/core";
import { isTypeOf, print } from "./values.mjs";

const typeNames = ["string", "array", "bool", "date", "regex", "object", "number"];

export const shown = (value) =>
  value === undefined ? "nothing" : `${typeOf(value)} ${print(value)?.slice(0, 100)}`;
const typeOf = (value) => typeNames.find((name) => isTypeOf(name)(value)) ?? "";

export const isNone = (value) => value === undefined || value === null;
export const isNumber = isTypeOf("number");

/**
 * Builds an operator that takes `min` to `max` expressions. A single expression may be given without an
 * array.
 */
export const taking = (name, min, max, compute) => (document, args, options) => {
  const all = Array.isArray(args) ? args : [args];
  if (all.length < min || all.length > max) {
    const wanted = min === max ? `exactly ${min}` : `${min} to ${max}`;
    throw new Error(`Expression ${name} takes ${wanted} arguments. ${all.length} were passed in.`);
  }
  return compute(
    all.map((one) => evalExpr(document, one, options)),
    options,
  );
};

export const taken = (document, args, options) =>
  (Array.isArray(args) ? args : [args]).map((one) => evalExpr(document, one, options));

export const named = (name, needed, others, compute) => (document, args, options) => {
  const names = Object.keys(args ?? {});
  const missing = needed.find((one) => !names.includes(one));
  const odd = names.find((one) => !needed.includes(one) && !others.includes(one));
  if (missing) throw new Error(`${name} needs ${missing}`);
  if (odd) throw new Error(`${name} has no argument ${odd}: it takes ${[...needed, ...others].join(", ")}`);
  const all = Object.fromEntries(names.map((one) => [one, evalExpr(document, args[one], options)]));
  return compute(all, options);
};

export function arrayFor(name, value) {
  if (Array.isArray(value)) return value;
  throw new Error(`${name} needs an array, but got ${shown(value)}`);
}

export function textFor(name, value) {
  if (typeof value === "string") return value;
  throw new Error(`${name} needs a string, but got ${shown(value)}`);
}

export function numberFor(name, value) {
  if (isNumber(value)) return value;
  throw new Error(`${name} needs a number, but got ${shown(value)}`);
}

export function wholeFor(name, value, min = Number.MIN_SAFE_INTEGER) {
  const number = typeof value === "bigint" ? Number(value) : value;
  if (Number.isInteger(number) && number >= min) return number;
  throw new Error(`${name} needs a whole number${min === 0 ? " of 0 or more" : ""}, but got ${shown(value)}`);
}
