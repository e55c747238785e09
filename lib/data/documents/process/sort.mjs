import { elementsAt } from "./paths.mjs";
import { compare } from "./values.mjs";

/** Sort key of an empty array, which sorts before null. */
const EMPTY = Symbol("empty");
const ordered = (a, b) => {
  if (a === EMPTY || b === EMPTY) return Number(b === EMPTY) - Number(a === EMPTY);
  return compare(a, b);
};

export function sorted(documents, by) {
  const fields = Object.entries(by);
  if (fields.length === 0) throw new Error("A sort needs a field");
  for (const [path, direction] of fields)
    if (direction !== 1 && direction !== -1) throw new Error(`Sort ${path} by 1 or -1`);
  if (fields[0][0] === "$natural") return fields[0][1] === 1 ? documents : documents.toReversed();
  const keyed = documents.map((document) => ({ document, keys: keysOf(document, fields) }));
  keyed.sort((a, b) => compareKeys(a.keys, b.keys, fields));
  return keyed.map(({ document }) => document);
}

function compareKeys(a, b, fields) {
  for (let at = 0; at < fields.length; at++) {
    const order = ordered(a[at], b[at]);
    if (order !== 0) return order * fields[at][1];
  }
  return 0;
}

/**
 * Returns a document's sort keys. The key of an array is its least element, or its greatest in descending
 * order.
 */
function keysOf(document, fields) {
  const all = fields.map(([path]) => valuesAt(document, path));
  const many = all.flatMap((values, at) =>
    values.length > 1 || isList(document, fields[at][0]) ? [at] : [],
  );
  if (many.length < 2)
    return all.map((values, at) =>
      values.length > 1
        ? smallest(
            values.map((one) => [one]),
            [fields[at]],
          )[0]
        : values[0],
    );
  // If several sort fields lead to several values, they must be in the same array. Each element of that array
  // then yields one combination of keys.
  const count = all[many[0]].length;
  if (many.some((at) => all[at].length !== count || rootOf(fields[at][0]) !== rootOf(fields[many[0]][0])))
    throw new Error("Cannot sort with keys that are parallel arrays");
  const rows = Array.from({ length: count }, (_, nth) =>
    all.map((values) => (values.length > 1 ? values[nth] : values[0])),
  );
  return smallest(rows, fields);
}

const isList = (document, path) => Object.hasOwn(document, path) && Array.isArray(document[path]);
const rootOf = (path) => path.split(".")[0];

const smallest = (rows, fields) =>
  rows.reduce((one, other) => (compareKeys(other, one, fields) < 0 ? other : one));

function valuesAt(document, path) {
  if (Object.hasOwn(document, path) && !path.includes(".") && !Array.isArray(document[path]))
    return [document[path]];
  const found = elementsAt(document, path).flatMap((value) =>
    Array.isArray(value) ? (value.length === 0 ? [EMPTY] : value) : [value],
  );
  return found.length === 0 ? [undefined] : found;
}
