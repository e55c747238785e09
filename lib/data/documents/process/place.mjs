import { conditionOf, matcher } from "./matcher.mjs";
import { isPlain } from "./values.mjs";

/**
 * Returns a function that finds the array index for the positional `$`: that of the first element at `path`
 * that meets the filter's conditions on the array. The function returns undefined if no element does, or if
 * the filter has no such condition.
 */
export function placeFinder(filter, path, options) {
  const conditions = [];
  const collect = (clause) => {
    for (const [name, one] of Object.entries(clause)) {
      if (name === "$and") for (const part of one) collect(part);
      else if (name === "$or") conditions.push(eitherOf(one, path, options));
      else if (name === path || name.startsWith(`${path}.`))
        conditions.push(elementOf(name.slice(path.length), one, options));
    }
  };
  collect(filter ?? {});
  const tests = conditions.filter((one) => one !== null);
  return (document) => {
    const list = path
      .split(".")
      .reduce((value, name) => (isPlain(value) || Array.isArray(value) ? value[name] : undefined), document);
    if (!Array.isArray(list) || tests.length === 0) return undefined;
    const nth = list.findIndex((element) => tests.every((test) => test(element)));
    const last = tests.at(-1);
    const found = nth === -1 ? list.findIndex((element) => last(element)) : nth;
    return found === -1 ? undefined : found;
  };
}

/** Compiles a condition to a test of one element, as if it were the only element of its array. */
function elementOf(rest, condition, options) {
  const negates =
    isPlain(condition) && Object.keys(condition).some((name) => ["$ne", "$nin", "$not"].includes(name));
  if (negates || /^\.\d+(\.|$)/.test(rest)) return null;
  if (Array.isArray(condition))
    return (
      matcher({ [`v${rest}`]: condition }, options) &&
      ((element) => conditionOf(condition, options).single(element))
    );
  const test = matcher({ [`v${rest}`]: condition }, options);
  return (element) => test({ v: [element] });
}

function eitherOf(filters, path, options) {
  const tests = filters.flatMap((one) =>
    Object.entries(one).flatMap(([name, condition]) =>
      name === path || name.startsWith(`${path}.`)
        ? [elementOf(name.slice(path.length), condition, options)]
        : [],
    ),
  );
  const applicable = tests.filter((one) => one !== null);
  return applicable.length === 0 ? null : (element) => applicable.some((test) => test(element));
}
