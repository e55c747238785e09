import { arrayFor, isNone, named, shown, taken, taking, wholeFor } from "./arguments.mjs";
import { sorted } from "./sort.mjs";
import { compare, isEqual, isPlain } from "./values.mjs";

/* Operators on arrays, sets and objects. Set results contain no duplicates and use MongoDB's sort order. */

const MAX_RANGE = 1_000_000;

const unary = (name, compute) =>
  taking(name, 1, 1, ([value]) => (isNone(value) ? null : compute(arrayFor(name, value))));

function distinct(values) {
  const all = values.toSorted(compare);
  return all.filter((value, at) => at === 0 || !isEqual(value, all[at - 1]));
}

function holder(values) {
  const all = distinct(values);
  return (value) => {
    let [low, high] = [0, all.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const order = compare(all[middle], value);
      if (order === 0) return true;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return false;
  };
}

/** Builds a set operator. With `mayBeNull`, the result is null if any argument is null or missing. */
const ofSets = (name, min, max, mayBeNull, compute) =>
  taking(name, min, max, (all) => {
    if (mayBeNull && all.some(isNone)) return null;
    return compute(all.map((one) => arrayFor(name, one)));
  });

const sets = {
  $setUnion: ofSets("$setUnion", 0, Number.POSITIVE_INFINITY, true, (all) => distinct(all.flat())),
  $setIntersection: ofSets("$setIntersection", 0, Number.POSITIVE_INFINITY, true, ([first = [], ...rest]) => {
    const others = rest.map(holder);
    return distinct(first).filter((value) => others.every((holds) => holds(value)));
  }),
  $setDifference: ofSets("$setDifference", 2, 2, true, ([a, b]) => {
    const holds = holder(b);
    return a.filter((value, at) => !holds(value) && a.findIndex((other) => isEqual(other, value)) === at);
  }),
  $setEquals: ofSets("$setEquals", 2, Number.POSITIVE_INFINITY, false, ([first, ...rest]) =>
    rest.every((other) => isEqual(distinct(first), distinct(other))),
  ),
  $setIsSubset: ofSets("$setIsSubset", 2, 2, false, ([a, b]) => a.every(holder(b))),
};

export const arrays = {
  ...sets,
  $first: unary("$first", (all) => all[0]),
  $last: unary("$last", (all) => all.at(-1)),
  $size: taking("$size", 1, 1, ([value]) => arrayFor("$size", value).length),
  $reverseArray: unary("$reverseArray", (all) => all.toReversed()),
  $concatArrays: (document, args, options) => {
    const all = taken(document, args, options);
    return all.some(isNone) ? null : all.flatMap((one) => arrayFor("$concatArrays", one));
  },
  $slice: taking("$slice", 2, 3, ([value, first, count]) => {
    if ([value, first].some(isNone)) return null;
    const all = arrayFor("$slice", value);
    const place = wholeFor("$slice", first);
    if (count === undefined) return place < 0 ? all.slice(place) : all.slice(0, place);
    if (count === null) return null;
    if (wholeFor("$slice", count) <= 0) throw new Error("$slice: the count must be greater than 0");
    const from = place < 0 ? Math.max(all.length + place, 0) : place;
    return all.slice(from, from + Number(count));
  }),
  $in: taking("$in", 2, 2, ([value, all]) => arrayFor("$in", all).some((one) => isEqual(one, value))),
  $indexOfArray: taking("$indexOfArray", 2, 4, ([all, value, start = 0, end]) => {
    if (isNone(all)) return null;
    const from = wholeFor("$indexOfArray", start, 0);
    const to = end === undefined ? undefined : wholeFor("$indexOfArray", end, 0);
    const nth = arrayFor("$indexOfArray", all)
      .slice(from, to)
      .findIndex((one) => isEqual(one, value));
    return nth === -1 ? -1 : from + nth;
  }),
  $range: taking("$range", 2, 3, ([start, end, step = 1]) => {
    const [from, to, by] = [start, end, step].map((one) => wholeFor("$range", one));
    if (by === 0) throw new Error("$range requires a step that is not zero");
    const length = Math.max(Math.ceil((to - from) / by), 0);
    if (length > MAX_RANGE)
      throw new Error(`$range returns at most ${MAX_RANGE.toLocaleString("en")} numbers`);
    return Array.from({ length }, (_, nth) => from + nth * by);
  }),
  $sortArray: named("$sortArray", ["input", "sortBy"], [], ({ input, sortBy }) => {
    if (isNone(input)) return null;
    const all = arrayFor("$sortArray", input);
    if (isPlain(sortBy)) return sorted(all, sortBy);
    if (sortBy !== 1 && sortBy !== -1)
      throw new Error("sortBy of $sortArray must be 1, -1, or an object of such directions");
    return all.toSorted((a, b) => compare(a, b) * sortBy);
  }),
  $arrayToObject: unary("$arrayToObject", (pairs) => {
    const all = {};
    for (const pair of pairs) {
      const isPair = Array.isArray(pair) ? pair.length === 2 : isPlain(pair) && "k" in pair && "v" in pair;
      const [key, value] = isPair ? (Array.isArray(pair) ? pair : [pair.k, pair.v]) : [];
      if (typeof key !== "string" || key === "__proto__")
        throw new Error(`$arrayToObject needs pairs [name, value] or { k, v }, but got ${shown(pair)}`);
      all[key] = value;
    }
    return all;
  }),
  $mergeObjects: (document, args, options) => {
    const values = taken(document, args, options);
    const all = values.length === 1 && Array.isArray(values[0]) ? values[0] : values;
    return merged(all);
  },
};

export function merged(values) {
  const odd = values.find((value) => !isNone(value) && !isPlain(value));
  if (odd !== undefined) throw new Error(`$mergeObjects requires object inputs, but got ${shown(odd)}`);
  return Object.assign({}, ...values);
}
