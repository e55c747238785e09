import { evalExpr } from "mingo/core";
import { Lazy } from "mingo/lazy";
import * as mingo from "mingo/operators/accumulator";
import { arrayFor, wholeFor } from "./arguments.mjs";
import { merged } from "./arrays.mjs";
import { FIGURES } from "./numbers.mjs";
import { sorted } from "./sort.mjs";
import { compare, isAlike, isPlain, keyOf } from "./values.mjs";

const valuesOf = (documents, expr, options) => documents.map((one) => evalExpr(one, expr, options));
const orNull = (value) => (value === undefined ? null : value);

/** Builds an accumulator with `{ n, input }`, which selects up to `n` values of the input. */
const several = (name, choose) => (documents, args, options) => {
  if (!isPlain(args) || args.input === undefined || args.n === undefined)
    throw new Error(`${name} needs input and n`);
  return choose(valuesOf(documents, args.input, options), countFor(name, args.n, options));
};

function countFor(name, expr, options) {
  const count = wholeFor(`n of ${name}`, evalExpr({}, expr, options));
  if (count < 1) throw new Error(`n of ${name} must be greater than 0`);
  return count;
}

const present = (values) => values.filter((value) => value !== undefined && value !== null);

/** Builds an accumulator with `sortBy`, which sorts the documents and selects from the start or the end. */
const ranked = (name, isMany, isLast) => (documents, args, options) => {
  if (!isPlain(args) || !isPlain(args.sortBy) || args.output === undefined)
    throw new Error(`${name} needs sortBy and output${isMany ? ", and n" : ""}`);
  const count = isMany ? countFor(name, args.n, options) : 1;
  const all = sorted(documents, args.sortBy);
  const chosen = isLast ? all.slice(-count) : all.slice(0, count);
  const values = valuesOf(chosen, args.output, options).map(orNull);
  return isMany ? values : orNull(values[0]);
};

export const accumulators = {
  ...mingo,
  ...Object.fromEntries(
    Object.entries(FIGURES).map(([name, compute]) => [
      name,
      (documents, args, options) => compute(valuesOf(documents, args, options)),
    ]),
  ),
  $first: (documents, args, options) => orNull(valuesOf(documents.slice(0, 1), args, options)[0]),
  $last: (documents, args, options) => orNull(valuesOf(documents.slice(-1), args, options)[0]),
  $push: (documents, args, options) =>
    valuesOf(documents, args, options).filter((value) => value !== undefined),
  $addToSet: (documents, args, options) => {
    const all = new Map();
    for (const value of valuesOf(documents, args, options))
      if (value !== undefined && !all.has(keyOf(value))) all.set(keyOf(value), value);
    return [...all.values()];
  },
  $concatArrays: (documents, args, options) =>
    present(valuesOf(documents, args, options)).flatMap((one) => arrayFor("$concatArrays", one)),
  $mergeObjects: (documents, args, options) => merged(valuesOf(documents, args, options)),
  $count: (documents, args) => {
    if (!isPlain(args) || Object.keys(args).length > 0)
      throw new Error("$count takes an empty object: { $count: {} }");
    return documents.length;
  },
  $firstN: several("$firstN", (values, n) => values.slice(0, n).map(orNull)),
  $lastN: several("$lastN", (values, n) => values.slice(-n).map(orNull)),
  $maxN: several("$maxN", (values, n) =>
    present(values)
      .sort((a, b) => compare(b, a))
      .slice(0, n),
  ),
  $minN: several("$minN", (values, n) => present(values).sort(compare).slice(0, n)),
  $top: ranked("$top", false, false),
  $topN: ranked("$topN", true, false),
  $bottom: ranked("$bottom", false, true),
  $bottomN: ranked("$bottomN", true, true),
  $accumulator: () => {
    throw new Error("$accumulator is not allowed");
  },
};

function rowMaker(stage, fields, options) {
  const made = Object.entries(fields).map(([name, spec]) => {
    if (name.includes(".") || name.startsWith("$"))
      throw new Error(`The field name '${name}' of ${stage} cannot contain dots or start with $`);
    const [operator, ...more] = isPlain(spec) ? Object.keys(spec) : [];
    if (operator === undefined || more.length > 0)
      throw new Error(`The field '${name}' of ${stage} must be an accumulator object, such as { "$sum": 1 }`);
    if (!Object.hasOwn(accumulators, operator))
      throw new Error(`unknown group operator '${operator}' for ${name}`);
    return { name, compute: accumulators[operator], given: spec[operator] };
  });
  return (id, documents) => {
    const row = { _id: id };
    for (const { name, compute, given: args } of made) row[name] = compute(documents, args, options);
    return row;
  };
}

export function $group(source, spec, options) {
  if (!isPlain(spec) || !Object.hasOwn(spec, "_id"))
    throw new Error(
      'a group specification must include an _id, for example { "_id": "$status" }, or null for all',
    );
  const { _id, ...fields } = spec;
  const rowOf = rowMaker("$group", fields, options);
  return source.transform((documents) => {
    const groups = new Map();
    for (const document of documents) {
      const id = orNull(evalExpr(document, _id, options));
      const key = keyOf(id);
      const group = groups.get(key);
      if (group) group.documents.push(document);
      else groups.set(key, { id, documents: [document] });
    }
    return Lazy([...groups.values()].map((group) => rowOf(group.id, group.documents)));
  });
}

const COUNTED = { count: { $sum: 1 } };

export function $bucket(source, spec, options) {
  const { groupBy, boundaries, output = COUNTED } = spec ?? {};
  if (groupBy === undefined) throw new Error("$bucket needs groupBy");
  const isOrdered = (one, at) =>
    at === 0 || (isAlike(boundaries[at - 1], one) && compare(boundaries[at - 1], one) < 0);
  if (!Array.isArray(boundaries) || boundaries.length < 2 || !boundaries.every(isOrdered))
    throw new Error(
      "boundaries of $bucket must be two or more values of one type, sorted in ascending order",
    );
  const rowOf = rowMaker("$bucket", output, options);
  const others = Object.hasOwn(spec, "default") ? evalExpr({}, spec.default, options) : undefined;
  return source.transform((documents) => {
    const buckets = boundaries.slice(0, -1).map((id) => ({ id, documents: [] }));
    const rest = { id: others, documents: [] };
    for (const document of documents) {
      const value = evalExpr(document, groupBy, options);
      const nth = boundaries.findLastIndex((one) => compare(value, one) >= 0);
      const bucket = buckets[nth] ?? rest;
      if (bucket === rest && others === undefined)
        throw new Error(
          "$bucket could not find a matching bucket for an input, and no default was specified",
        );
      bucket.documents.push(document);
    }
    const filled = [...buckets, rest].filter((one) => one.documents.length > 0);
    return Lazy(filled.map((one) => rowOf(one.id, one.documents)));
  });
}

export function $bucketAuto(source, spec, options) {
  const { groupBy, buckets, output = COUNTED, granularity } = spec ?? {};
  if (granularity !== undefined) throw new Error("$bucketAuto does not support granularity: omit it");
  const count = wholeFor("buckets of $bucketAuto", buckets);
  if (groupBy === undefined || count < 1)
    throw new Error("$bucketAuto needs groupBy, and buckets greater than 0");
  const rowOf = rowMaker("$bucketAuto", output, options);
  return source.transform((documents) => {
    const all = documents.map((document) => ({
      document,
      value: orNull(evalExpr(document, groupBy, options)),
    }));
    all.sort((a, b) => compare(a.value, b.value));
    const size = Math.max(Math.round(all.length / count), 1);
    const rows = [];
    let at = 0;
    while (at < all.length) {
      let end = rows.length === count - 1 ? all.length : Math.min(at + size, all.length);
      // Documents with equal values must be in the same bucket, so extend the bucket over them.
      while (end < all.length && compare(all[end].value, all[end - 1].value) === 0) end++;
      const id = { min: all[at].value, max: (all[end] ?? all[end - 1]).value };
      rows.push(
        rowOf(
          id,
          all.slice(at, end).map(({ document }) => document),
        ),
      );
      at = end;
    }
    return Lazy(rows);
  });
}
