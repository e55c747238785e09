import { Aggregator } from "mingo/aggregator";
import { Context, evalExpr } from "mingo/core";
import * as expression from "mingo/operators/expression";
import * as window from "mingo/operators/window";
import { taking } from "./arguments.mjs";
import { arrays } from "./arrays.mjs";
import { dates } from "./dates.mjs";
import { accumulators } from "./groups.mjs";
import { isTrue } from "./matcher.mjs";
import { figures, numbers } from "./numbers.mjs";
import { stages } from "./stages.mjs";
import { strings } from "./strings.mjs";
import { compare, typeName } from "./values.mjs";

/*
 * mingo's operators, some of them replaced because MongoDB behaves differently: comparisons respect field order
 * and types, and longs are numbers. Operators that run code or write are rejected.
 */

const isMissing = (value) => value === undefined || value === null;

const compared = (name, test) => (document, args, options) => {
  if (!Array.isArray(args) || args.length !== 2) throw new Error(`${name} needs an array of two expressions`);
  const [a, b] = args.map((one) => evalExpr(document, one, options));
  return test(order(a, b));
};

/** MongoDB's expressions sort a missing value before null. */
const order = (a, b) =>
  isMissing(a) && isMissing(b) ? Number(a === null) - Number(b === null) : compare(a, b);

function $switch(document, args, options) {
  const { branches, ...rest } = args ?? {};
  if (!Array.isArray(branches) || branches.length === 0)
    throw new Error("$switch requires at least one branch");
  const found = branches.find((one) => isTrue(evalExpr(document, one.case, options)));
  if (found) return evalExpr(document, found.then, options);
  if (!Object.hasOwn(rest, "default"))
    throw new Error("$switch could not find a matching branch for an input, and no default was specified");
  return evalExpr(document, rest.default, options);
}

const expressions = {
  ...{ ...numbers, ...figures, ...strings, ...arrays, ...dates },
  $eq: compared("$eq", (order) => order === 0),
  $ne: compared("$ne", (order) => order !== 0),
  $gt: compared("$gt", (order) => order > 0),
  $gte: compared("$gte", (order) => order >= 0),
  $lt: compared("$lt", (order) => order < 0),
  $lte: compared("$lte", (order) => order <= 0),
  $cmp: compared("$cmp", Math.sign),
  $switch,
  $type: taking("$type", 1, 1, ([value]) => (value === undefined ? "missing" : typeName(value))),
};

/**
 * mingo's own window stages call `$function` with a function, which is allowed. A user's query cannot contain
 * a function, because it is parsed from JSON.
 */
const $function = (document, args, options) => {
  if (typeof args?.body !== "function") throw new Error("$function is not allowed");
  return expression.$function(document, args, options);
};

const context = Context.init({
  accumulator: accumulators,
  expression: { ...expression, ...expressions, $function },
  pipeline: stages,
  projection: {},
  query: {},
  window,
});

/**
 * Builds mingo's options with the joined collections and the variables of `let`. Returns an instance of
 * mingo's own class, because mingo would convert a plain object again for each document.
 */
export function optionsWith(collectionResolver, variables = {}) {
  let own;
  const keep = (source, _, options) => {
    own = options;
    return source;
  };
  const options = { context, collectionResolver, scriptEnabled: true, useStrictMode: true };
  const once = Context.from(Context.init({ pipeline: { keep } }), context);
  new Aggregator([{ keep: null }], { ...options, context: once }).run([]);
  for (const name of Object.keys(variables))
    if (!/^[a-z][A-Za-z0-9_]*$/.test(name))
      throw new Error(
        `The variable '${name}' of let must begin with a lower-case letter and contain only letters, digits and _`,
      );
  return Object.keys(variables).length > 0 ? own.update({ variables: evalExpr({}, variables, own) }) : own;
}
