import { Aggregator } from "mingo/aggregator";
import { evalExpr } from "mingo/core";
import { Lazy } from "mingo/lazy";
import * as mingo from "mingo/operators/pipeline";
import { $bucket, $bucketAuto, $group } from "./groups.mjs";
import { matcher } from "./matcher.mjs";
import { candidatesAt, elementsAt } from "./paths.mjs";
import { added, projected, without } from "./projection.mjs";
import { sorted } from "./sort.mjs";
import { isPlain, keyOf, print } from "./values.mjs";

const whole = (name, stage, min) => (source, count) => {
  const number = typeof count === "bigint" ? Number(count) : count;
  if (!Number.isInteger(number) || number < min)
    throw new Error(`${name} needs a whole number of ${min} or more, not ${print(count)}`);
  return stage(source, number);
};

const replaced = (name, source, expr, options) =>
  source.map((document) => {
    const root = evalExpr(document, expr, options);
    if (isPlain(root)) return root;
    throw new Error(
      `${name} needs an expression that returns an object, but for one document it returns ${print(root) ?? "nothing"}`,
    );
  });

function indexOf(documents, path) {
  const places = new Map();
  for (const [nth, document] of documents.entries())
    for (const key of new Set(candidatesAt(document, path).map(keyOf))) {
      const there = places.get(key);
      if (there) there.push(nth);
      else places.set(key, [nth]);
    }
  return (values) => {
    const found = new Set(values.flatMap((value) => places.get(keyOf(value)) ?? []));
    return [...found].sort((a, b) => a - b).map((nth) => documents[nth]);
  };
}

const valuesAt = (document, path) => elementsAt(document, path).flat();

const textOf = (stage, name, value) => {
  if (typeof value !== "string" || value === "")
    throw new Error(`${stage} needs ${name}, the name of a field`);
  return value;
};

function $lookup(source, spec, options) {
  const as = textOf("$lookup", "as", spec.as);
  const stages = spec.pipeline ?? [];
  const [documents] = stages[0]?.$documents ? [evalExpr({}, stages[0].$documents, options)] : [];
  const from = documents ?? options.collectionResolver(spec.from);
  const rest = documents ? stages.slice(1) : stages;
  const isByField = spec.localField !== undefined || spec.foreignField !== undefined;
  if (!isByField && spec.pipeline === undefined)
    throw new Error("$lookup needs localField and foreignField, or a pipeline");
  const find = isByField ? indexOf(from, textOf("$lookup", "foreignField", spec.foreignField)) : () => from;
  const local = isByField ? textOf("$lookup", "localField", spec.localField) : "";
  const own = options.constructor.init(options);
  const pipeline = rest.length > 0 ? new Aggregator(rest, own) : null;
  return source.map((document) => {
    const found = find(isByField ? valuesAt(document, local) : []);
    if (!pipeline) return withValue(document, as.split("."), [...found]);
    own.update({ root: null, variables: evalExpr(document, spec.let ?? {}, options) });
    return withValue(document, as.split("."), pipeline.run(found, own));
  });
}

function withValue(document, [name, ...rest], value) {
  const below =
    rest.length === 0 ? value : withValue(isPlain(document[name]) ? document[name] : {}, rest, value);
  return { ...document, [name]: below };
}

function $graphLookup(source, spec, options) {
  const as = textOf("$graphLookup", "as", spec.as);
  const from = options.collectionResolver(spec.from);
  const { connectFromField, maxDepth = Number.POSITIVE_INFINITY, depthField } = spec;
  if (spec.startWith === undefined) throw new Error("$graphLookup needs startWith, such as $reportsTo");
  const isWanted = matcher(spec.restrictSearchWithMatch ?? {}, options);
  const find = indexOf(from, textOf("$graphLookup", "connectToField", spec.connectToField));
  textOf("$graphLookup", "connectFromField", connectFromField);
  return source.map((document) => {
    const found = new Map();
    let values = [evalExpr(document, spec.startWith, options)].flat();
    for (let depth = 0; depth <= maxDepth && values.length > 0; depth++) {
      const next = find(values).filter((one) => !found.has(one) && isWanted(one));
      for (const one of next) found.set(one, depth);
      values = next.flatMap((one) => valuesAt(one, connectFromField)).filter((value) => value !== undefined);
    }
    const all = [...found].map(([one, depth]) =>
      depthField ? withValue(one, depthField.split("."), depth) : one,
    );
    return withValue(document, as.split("."), all);
  });
}

function $unionWith(source, spec, options) {
  const { coll, pipeline = [] } = typeof spec === "string" ? { coll: spec } : spec;
  const documents = coll === undefined ? [] : options.collectionResolver(coll);
  return Lazy([
    ...source.collect(),
    ...new Aggregator(pipeline, options).run(documents, options.constructor.init(options)),
  ]);
}

function $unwind(source, spec) {
  const {
    path,
    includeArrayIndex: index,
    preserveNullAndEmptyArrays: keepsEmpty,
  } = isPlain(spec) ? spec : { path: spec };
  if (typeof path !== "string" || !/^\$[^$]/.test(path))
    throw new Error("$unwind needs a field path that starts with $, such as $tags");
  if (index !== undefined && (typeof index !== "string" || index === "" || index[0] === "$"))
    throw new Error("includeArrayIndex of $unwind must be a field name without $");
  const names = path.slice(1).split(".");
  const numbered = (document, nth) =>
    index === undefined ? document : withValue(document, index.split("."), nth);
  return source.transform((documents) =>
    Lazy(
      documents.flatMap((document) => {
        const value = names.reduce(
          (all, name) => (isPlain(all) && Object.hasOwn(all, name) ? all[name] : undefined),
          document,
        );
        if (Array.isArray(value) && value.length > 0)
          return value.map((one, nth) => numbered(withValue(document, names, one), nth));
        const isNone = value === undefined || value === null || Array.isArray(value);
        if (isNone && !keepsEmpty) return [];
        return [numbered(Array.isArray(value) ? withoutAt(document, names) : document, null)];
      }),
    ),
  );
}

function withoutAt(document, [name, ...rest]) {
  const { [name]: value, ...others } = document;
  return rest.length === 0 ? others : { ...document, [name]: withoutAt(value, rest) };
}

function $count(source, name) {
  if (typeof name !== "string" || name === "" || name[0] === "$" || name.includes("."))
    throw new Error("$count needs a field name without $ and dots");
  // MongoDB returns no document for an empty input.
  return source.transform((all) => Lazy(all.length === 0 ? [] : [{ [name]: all.length }]));
}

function $sample(source, spec) {
  const size = typeof spec?.size === "bigint" ? Number(spec.size) : spec?.size;
  if (!Number.isInteger(size) || size < 1) throw new Error("$sample needs size, a whole number of 1 or more");
  return source.transform((documents) => {
    const all = [...documents];
    for (let at = 0; at < Math.min(size, all.length); at++) {
      const other = at + Math.floor(Math.random() * (all.length - at));
      [all[at], all[other]] = [all[other], all[at]];
    }
    return Lazy(all.slice(0, size));
  });
}

function $densify(source, spec, options) {
  const step = spec?.range?.step;
  if (typeof step !== "number" || !(step > 0))
    throw new Error("$densify needs range.step, a number greater than 0");
  return mingo.$densify(source, spec, options);
}

const NOT_IN_FACET = ["$facet", "$out", "$merge", "$documents", "$geoNear", "$search"];

function $facet(source, spec, options) {
  for (const [name, part] of Object.entries(spec)) {
    if (!Array.isArray(part)) throw new Error(`The arguments to $facet must be arrays, but ${name} is not`);
    const odd = part.flatMap((stage) => Object.keys(stage)).find((one) => NOT_IN_FACET.includes(one));
    if (odd) throw new Error(`${odd} is not allowed to be used within a $facet stage`);
  }
  return mingo.$facet(source, spec, options);
}

const refused = (name) => () => {
  throw new Error(`${name} is not allowed`);
};

export const stages = {
  ...mingo,
  $out: refused("$out"),
  $merge: refused("$merge"),
  $match: (source, filter, options) => {
    const isFound = matcher(filter, options);
    return source.filter((document) => isFound(document));
  },
  $project: (source, spec, options) => {
    const show = projected(spec, options);
    return source.map((document) => show(document));
  },
  $addFields: (source, spec, options) => source.map(added(spec, options)),
  $set: (source, spec, options) => source.map(added(spec, options)),
  $unset: (source, paths) => source.map(without(paths)),
  $replaceRoot: (source, spec, options) => replaced("$replaceRoot", source, spec?.newRoot, options),
  $replaceWith: (source, expr, options) => replaced("$replaceWith", source, expr, options),
  $sort: (source, by) => {
    sorted([], by);
    return source.transform((all) => Lazy(sorted(all, by)));
  },
  $limit: whole("$limit", mingo.$limit, 1),
  $skip: whole("$skip", mingo.$skip, 0),
  $sortByCount: (source, expr, options) => {
    const counted = $group(source, { _id: expr, count: { $sum: 1 } }, options);
    return counted.transform((all) => Lazy(sorted(all, { count: -1 })));
  },
  $redact: (source, expr, options) =>
    mingo.$redact(source, expr, options).filter((document) => isPlain(document)),
  ...{ $group, $bucket, $bucketAuto, $sample, $densify, $facet },
  ...{ $lookup, $graphLookup, $unionWith, $unwind, $count },
};
