import { conditionOf, matcher } from "./matcher.mjs";
import { isPlain } from "./values.mjs";

/**
 * Returns a function that finds which array index the positional `$` means: the first element at `path` that
 * meets the filter's conditions on it. Undefined if no element does, or if the filter has no such condition.
 */
export function placeFinder(filter, path, options) {
  const conditions = [];
  const collect = (given) => {
    for (const [name, one] of Object.entries(given)) {
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

/** Tests an element as if it were the only one in its array. */
function elementOf(rest, given, options) {
  const negates = isPlain(given) && Object.keys(given).some((name) => ["$ne", "$nin", "$not"].includes(name));
  if (negates || /^\.\d+(\.|$)/.test(rest)) return null;
  if (Array.isArray(given))
    return (
      matcher({ [`v${rest}`]: given }, options) && ((element) => conditionOf(given, options).single(element))
    );
  const test = matcher({ [`v${rest}`]: given }, options);
  return (element) => test({ v: [element] });
}

function eitherOf(filters, path, options) {
  const tests = filters.flatMap((one) =>
    Object.entries(one).flatMap(([name, given]) =>
      name === path || name.startsWith(`${path}.`)
        ? [elementOf(name.slice(path.length), given, options)]
        : [],
    ),
  );
  const known = tests.filter((one) => one !== null);
  return known.length === 0 ? null : (element) => known.some((test) => test(element));
}
