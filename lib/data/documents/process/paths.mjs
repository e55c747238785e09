import { MISSING } from "./values.mjs";

const isObject = (value) =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Date) &&
  !(value instanceof RegExp);

/**
 * Returns the values at a dotted path. For an array inside the path, continues in each of its documents, and
 * in the element at an index if the path names an index. A missing field yields `MISSING`.
 */
export function elementsAt(document, path) {
  const found = [];
  follow(document, path.split("."), 0, found);
  return found;
}

function follow(value, names, at, found) {
  if (at === names.length) return void found.push(value);
  const name = names[at];
  if (isObject(value)) {
    if (Object.hasOwn(value, name)) follow(value[name], names, at + 1, found);
    else found.push(MISSING);
    return;
  }
  if (!Array.isArray(value)) return void found.push(MISSING);
  for (const one of value) if (isObject(one)) follow(one, names, at, found);
  if (/^(0|[1-9]\d*)$/.test(name) && Number(name) < value.length)
    follow(value[Number(name)], names, at + 1, found);
}

/** Like `elementsAt`, but if a value at the end of the path is an array, also returns its elements. */
export const candidatesAt = (document, path) =>
  elementsAt(document, path).flatMap((value) => (Array.isArray(value) ? [...value, value] : [value]));
