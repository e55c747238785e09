import { Aggregator } from "mingo/aggregator";
import { collateBy } from "./collation.mjs";
import { matcher } from "./matcher.mjs";
import { MODIFIERS } from "./modifiers.mjs";
import { optionsWith } from "./operators.mjs";
import { shown } from "./projection.mjs";
import { sorted } from "./sort.mjs";
import { take } from "./steps.mjs";
import { apply, updater } from "./update.mjs";
import { isPlain, parse, print, wrap } from "./values.mjs";

// When mingo writes a value into an error message, it uses JSON, which throws for a BigInt without this
// method.
BigInt.prototype.toJSON = function toJSON() {
  return String(this);
};

/**
 * Starts an operation from its JSON request. The caller passes documents to `load` in order; `end` returns
 * the result.
 */
export function begin(text) {
  const request = parse(text);
  const others = new Map();
  collateBy(request.collation);
  const options = optionsWith((name) => others.get(name) ?? [], request.variables);
  for (const name of request.joins ?? []) others.set(name, []);
  const isFound = matcher(request.filter ?? {}, options);
  const work = WORK[request.kind]({ ...request, options });
  return {
    /** Returns true if the operation needs no more documents. */
    load(collection, batch) {
      const join = collection === null ? undefined : others.get(collection);
      if (join) {
        for (const one of batch) join.push(parse(one));
        return false;
      }
      for (const one of batch) {
        const document = parse(one);
        if (isFound(document) && work.take(document, one)) return true;
      }
      return false;
    },
    end: () => work.end(),
  };
}

const WORK = { find, count, aggregate, update, remove };

function find({ filter, sort, skip = 0, limit, projection, maxRows, maxChars, options }) {
  const all = [];
  const isProjected = projection && Object.keys(projection).length > 0;
  const show = isProjected ? shown(projection, { filter, options }) : (document) => document;
  if (sort && Object.keys(sort).length > 0) sorted([], sort);
  const isSorted = sort && Object.keys(sort).length > 0;
  // Take one document more than `maxRows`, to detect whether the result is truncated.
  const maxTaken = skip + Math.min(limit || Number.POSITIVE_INFINITY, maxRows + 1);
  return {
    take(document) {
      all.push(document);
      return !isSorted && all.length >= maxTaken;
    },
    end() {
      const ordered = isSorted ? sorted(all, sort) : all;
      const wanted = ordered.slice(skip, limit ? skip + limit : undefined);
      const rows = wanted.slice(0, maxRows + 1).map((document) => show(document));
      return cut(rows, { maxRows, maxChars, skip });
    },
  };
}

function cut(rows, { maxRows, maxChars, skip }) {
  const shown = [];
  let remaining = maxChars;
  for (const row of rows.slice(0, maxRows)) {
    const one = wrap(row);
    remaining -= JSON.stringify(one)?.length ?? 4;
    if (remaining < 0 && shown.length > 0) break;
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
  const change = updater({ filter, update, arrayFilters, options });
  const matched = [];
  return {
    take(document, text) {
      matched.push({ document, text });
      return !isMany && !sort;
    },
    end() {
      const chosen = isMany ? matched : first(matched, sort);
      if (chosen.length === 0 && isUpsert)
        return { matched: 0, changes: [], upserted: inserted(filter, change, newId) };
      const changes = chosen.flatMap(({ document, text }) => {
        const after = change(text);
        return after === null ? [] : [{ id: print(document._id), text: after }];
      });
      return { matched: chosen.length, changes, upserted: null };
    },
  };
}

/**
 * Builds the document that an upsert inserts, with `_id` first. The id comes from the filter, the update, or
 * `newId`.
 */
function inserted(filter, change, newId) {
  const text = print(seedOf(filter));
  const { _id = newId, ...rest } = parse(change(text, true) ?? text);
  return print({ _id, ...rest });
}

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

function seedOf(filter) {
  const taken = new Map();
  const document = {};
  const collect = (conditions) => {
    for (const [path, value] of Object.entries(conditions)) {
      if (path === "$and") for (const one of value) collect(one);
      else if (path === "$or" && value.length === 1) collect(value[0]);
      else if (path === "$expr") throw new Error("$expr is not allowed in the query predicate for an upsert");
      else if (!path.startsWith("$")) {
        const operand = equalTo(value);
        if (operand === undefined) continue;
        const names = path.split(".");
        try {
          take(taken, names, path);
        } catch {
          throw new Error(`cannot infer query fields to set, path '${path}' is matched twice`);
        }
        apply(document, 0, { names, path, modifier: MODIFIERS.$set, given: operand });
      }
    }
  };
  collect(filter);
  return document;
}

function equalTo(value) {
  if (value instanceof RegExp) return undefined;
  if (!isPlain(value)) return value;
  if (!Object.keys(value)[0]?.startsWith("$")) return value;
  const { $eq, $in, $all } = value;
  const [only] = [$in, $all].flatMap((list) => (Array.isArray(list) && list.length === 1 ? list : []));
  const operand = $eq ?? only;
  return operand instanceof RegExp || (isPlain(operand) && Object.hasOwn(operand, "$elemMatch"))
    ? undefined
    : operand;
}
