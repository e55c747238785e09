import { Aggregator } from "mingo/aggregator";
import { Query } from "mingo/query";
import { context, sorted } from "./operators.mjs";
import { checkUpdate, seedOf, updated } from "./update.mjs";
import { parse, patternOf, print, wrap } from "./values.mjs";

// mingo writes values into its messages as JSON.
BigInt.prototype.toJSON = function toJSON() {
  return String(this);
};

/** One operation: documents are loaded into it, in their order, and then it gives its result. */
export function begin(text) {
  const request = withPatterns(parse(text));
  const others = new Map();
  const options = {
    ...{ context, scriptEnabled: true, useStrictMode: true },
    collectionResolver: (name) => others.get(name) ?? [],
  };
  for (const name of request.joins ?? []) others.set(name, []);
  const query = new Query(request.filter ?? {}, options);
  const work = WORK[request.kind]({ ...request, options });
  return {
    /** Whether no more documents are needed. */
    load(collection, texts) {
      const join = collection === null ? undefined : others.get(collection);
      if (join) {
        for (const one of texts) join.push(parse(one));
        return false;
      }
      for (const one of texts) {
        const document = parse(one);
        if (query.test(document) && work.take(document, one)) return true;
      }
      return false;
    },
    end: () => work.end(),
  };
}

/** Patterns that are written as `$regex` and `$options`, made before mingo does: it has no `x`. */
function withPatterns(value) {
  if (Array.isArray(value)) return value.map(withPatterns);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const { $regex, $options, ...rest } = value;
  const all = typeof $regex === "string" ? { ...rest, $regex: patternOf($regex, $options) } : value;
  return Object.fromEntries(Object.entries(all).map(([name, one]) => [name, withPatterns(one)]));
}

const WORK = { find, count, aggregate, update, remove };

function find({ sort, skip = 0, limit, projection, maxRows, maxChars, options }) {
  const all = [];
  const isSorted = sort && Object.keys(sort).length > 0;
  // One more tells that there is more.
  const most = skip + Math.min(limit || Number.POSITIVE_INFINITY, maxRows + 1);
  return {
    take(document) {
      all.push(document);
      return !isSorted && all.length >= most;
    },
    end() {
      const ordered = isSorted ? sorted(all, sort) : all;
      const wanted = ordered.slice(skip, limit ? skip + limit : undefined);
      const shown = wanted.slice(0, maxRows + 1);
      const rows =
        projection && Object.keys(projection).length > 0 ? projected(shown, projection, options) : shown;
      return cut(rows, { maxRows, maxChars, skip });
    },
  };
}

const projected = (documents, projection, options) =>
  new Query({}, options).find(documents, projection).all();

/** The rows that fit, and how to read on. */
function cut(rows, { maxRows, maxChars, skip }) {
  const shown = [];
  let room = maxChars;
  for (const row of rows.slice(0, maxRows)) {
    const one = wrap(row);
    room -= JSON.stringify(one)?.length ?? 4;
    if (room < 0 && shown.length > 0) break;
    shown.push(one);
  }
  if (shown.length === rows.length) return { rows: shown };
  return { rows: shown, truncated: true, next: { skip: skip + shown.length } };
}

function count({ skip = 0, limit }) {
  let seen = 0;
  return {
    take() {
      seen++;
      return limit > 0 && seen >= skip + limit;
    },
    end: () => ({ count: Math.max(seen - skip, 0) }),
  };
}

function aggregate({ pipeline, skip = 0, maxRows, maxChars, options }) {
  const all = [];
  return {
    take: (document) => void all.push(document),
    end() {
      const rows = [];
      let nth = 0;
      for (const row of new Aggregator(pipeline, options).stream(all)) {
        if (nth++ < skip) continue;
        rows.push(row);
        if (rows.length > maxRows) break;
      }
      return cut(rows, { maxRows, maxChars, skip });
    },
  };
}

function update({ filter = {}, update, arrayFilters, isMany, isUpsert, sort, newId, options }) {
  checkUpdate(update);
  const given = { filter, update, arrayFilters, options };
  const matched = [];
  return {
    take(document, text) {
      matched.push({ document, text });
      return !isMany && !sort;
    },
    end() {
      const chosen = isMany ? matched : first(matched, sort);
      if (chosen.length === 0 && isUpsert)
        return { matched: 0, changes: [], upserted: inserted(given, newId) };
      const changes = chosen.flatMap(({ document, text }) => {
        const after = updated(text, given);
        return after === null ? [] : [{ id: print(document._id), text: after }];
      });
      return { matched: chosen.length, changes, upserted: null };
    },
  };
}

/** The document of an upsert, with its id first: by the update, by the filter, or a new one. */
function inserted(given, newId) {
  const { update } = given;
  const { _id, ...seed } = seedOf(given.filter);
  const ids = Array.isArray(update) ? [_id] : [update.$set?._id, update.$setOnInsert?._id, _id];
  const id = ids.find((one) => one !== undefined) ?? newId;
  const text = print({ _id: id, ...seed });
  return (
    updated(text, { ...given, update: Array.isArray(update) ? update : withoutId(update) }, true) ?? text
  );
}

const withoutId = (update) =>
  Object.fromEntries(
    Object.entries(update).flatMap(([name, { _id, ...fields }]) => {
      if (name !== "$set" && name !== "$setOnInsert") return [[name, update[name]]];
      return Object.keys(fields).length > 0 ? [[name, fields]] : [];
    }),
  );

function remove({ isMany, sort }) {
  const matched = [];
  return {
    take(document) {
      matched.push({ document });
      return !isMany && !sort;
    },
    end: () => ({
      ids: (isMany ? matched : first(matched, sort)).map(({ document }) => print(document._id)),
    }),
  };
}

function first(matched, sort) {
  if (!sort || matched.length === 0) return matched.slice(0, 1);
  const [document] = sorted(
    matched.map((one) => one.document),
    sort,
  );
  return matched.filter((one) => one.document === document);
}
