import { evalExpr } from "mingo/core";
import { elementTest } from "./matcher.mjs";
import { placeFinder } from "./place.mjs";
import { isPlain } from "./values.mjs";

/*
 * Projections of find, `$project`, `$addFields` and `$unset`. A specification is compiled to a tree by field
 * whose leaves are actions. The tree is then applied to documents, and to each document inside an array.
 */

const MAX_DEPTH = 100;

/**
 * Compiles find's projection to a function that projects a document. `filter` determines the element of the
 * positional `$`.
 */
export function shown(projection, { filter, options }) {
  const positional = Object.keys(projection).filter((path) => path.endsWith(".$"));
  if (positional.length > 1) throw new Error("A projection can have at most one positional '.$'");
  const [place] = positional;
  const rest = place
    ? Object.fromEntries(
        Object.entries(projection).map(([path, value]) => [path.replace(/\.\$$/, ""), value]),
      )
    : projection;
  const show = projected(rest, options, true);
  if (!place) return show;
  const path = place.slice(0, -2);
  const find = placeFinder(filter, path, options);
  return (document) => {
    const nth = find(document);
    if (nth === undefined)
      throw new Error(
        `The positional '.$' of ${place} needs a condition on ${path} in the filter that an element meets`,
      );
    return show(document, { path, nth });
  };
}

export function projected(spec, options, isFind = false) {
  const tree = treeOf(spec, isFind);
  const { isInclusion } = modeOf(tree, isFind);
  return (document, place = null) => {
    const compute = (expr) => evalExpr(document, expr, options);
    const context = { compute, options, place };
    return isInclusion ? included(document, tree, context) : excluded(document, tree, context);
  };
}

export function added(spec, options) {
  const tree = treeOf(spec, false, true);
  return (document) => withComputed(document, tree, { compute: (expr) => evalExpr(document, expr, options) });
}

export function without(paths) {
  const all = [paths].flat();
  if (all.length === 0 || !all.every((path) => typeof path === "string" && path !== "" && path[0] !== "$"))
    throw new Error("$unset needs the name of a field, or an array of names");
  const tree = treeOf(Object.fromEntries(all.map((path) => [path, 0])), false);
  return (document) => excluded(document, tree, {});
}

/**
 * Builds the tree of a specification. The action of a leaf is `show`, `hide`, `compute`, `slice` or `match`.
 */
function treeOf(spec, isFind, isAll = false) {
  if (!isPlain(spec) || Object.keys(spec).length === 0)
    throw new Error(isAll ? "$addFields needs at least one field" : "A projection needs at least one field");
  const root = new Map();
  put(root, spec, [], { isFind, isAll });
  return root;
}

function put(root, spec, before, kind) {
  if (before.length > MAX_DEPTH) throw new Error(`A projection is nested deeper than ${MAX_DEPTH} levels`);
  for (const [path, value] of Object.entries(spec)) {
    const names = [...before, ...path.split(".")];
    const [bad] = names.filter((name) => name === "" || name.startsWith("$"));
    if (bad !== undefined)
      throw new Error(
        bad === ""
          ? `'${path}' contains an empty field name`
          : `'${path}' is not a field path because of ${bad}`,
      );
    const isNested = isPlain(value) && !Object.keys(value)[0]?.startsWith("$");
    if (isNested && Object.keys(value).length > 0) put(root, value, names, kind);
    else if (isNested && !kind.isAll)
      throw new Error(`An empty sub-projection is not a valid value: ${names.join(".")}`);
    else place(root, names, leafOf(value, kind));
  }
}

function place(root, names, leaf) {
  let node = root;
  for (const [at, name] of names.entries()) {
    const isLast = at === names.length - 1;
    const there = node.get(name);
    if (there !== undefined && (isLast || !(there instanceof Map)))
      throw new Error(`Path collision at ${names.join(".")}: a field and a field inside it are both named`);
    if (isLast) node.set(name, leaf);
    else {
      if (!there) node.set(name, new Map());
      node = node.get(name);
    }
  }
}

function leafOf(value, { isFind, isAll }) {
  if (isAll) return { do: "compute", given: value };
  const isSwitch = ["number", "bigint", "boolean"].includes(typeof value);
  if (isSwitch) return { do: value ? "show" : "hide" };
  const [name] = isPlain(value) ? Object.keys(value) : [];
  if (isFind && name === "$elemMatch") return { do: "match", given: value.$elemMatch };
  if (isFind && name === "$slice" && isSlice(value.$slice)) return { do: "slice", given: value.$slice };
  return { do: "compute", given: value };
}

/**
 * Returns true if the value is that of find's own `$slice`: a count, or an array of skip and count. Other
 * values are for the expression with the same name.
 */
function isSlice(value) {
  if (Number.isInteger(value)) return true;
  if (!Array.isArray(value) || value.length !== 2 || !value.every(Number.isInteger)) return false;
  if (value[1] <= 0) throw new Error("$slice: the count must be greater than 0");
  return true;
}

function modeOf(tree) {
  const seen = new Set();
  const look = (node, isTop) => {
    for (const [name, leaf] of node) {
      if (leaf instanceof Map) look(leaf, false);
      else if (!(isTop && name === "_id" && (leaf.do === "show" || leaf.do === "hide"))) seen.add(leaf.do);
    }
  };
  look(tree, true);
  const isInclusion = seen.has("show") || seen.has("compute") || seen.has("match");
  if (seen.has("hide") && (seen.has("show") || seen.has("compute")))
    throw new Error("Cannot do exclusion and inclusion in one projection, except for _id");
  const isAlone = seen.size === 0 || (seen.size === 1 && seen.has("slice"));
  if (isAlone) return { isInclusion: seen.size === 0 && tree.get("_id")?.do === "show" };
  return { isInclusion: isInclusion && !seen.has("hide") };
}

function included(document, tree, context) {
  const all = {};
  const id = tree.get("_id");
  if (id === undefined && Object.hasOwn(document, "_id")) all._id = document._id;
  keep(document, tree, all, context);
  return computedInto(all, tree, context);
}

/**
 * Copies the fields of a document that the projection includes. They keep their order, except that `_id` is
 * first.
 */
function keep(document, tree, all, context, path = "") {
  const names = Object.keys(document);
  for (const name of path === "" && names.includes("_id")
    ? ["_id", ...names.filter((one) => one !== "_id")]
    : names) {
    const leaf = tree.get(name);
    if (leaf === undefined || leaf.do === "hide" || leaf.do === "compute") continue;
    const at = path === "" ? name : `${path}.${name}`;
    const value =
      leaf instanceof Map
        ? below(document[name], leaf, context, at)
        : picked(document[name], leaf, context, at);
    if (value !== undefined) all[name] = value;
  }
}

/** Applies the tree to a document, or to each document of an array. Returns undefined for other values. */
function below(value, tree, context, path) {
  if (Array.isArray(value))
    return value.map((one) => below(one, tree, context, path)).filter((one) => one !== undefined);
  if (!isPlain(value)) return undefined;
  const all = {};
  keep(value, tree, all, context, path);
  return all;
}

function picked(value, leaf, { place, options }, path) {
  if (leaf.do === "slice") return sliced(value, leaf.given);
  if (leaf.do === "match") {
    const found = Array.isArray(value) ? value.find(elementTest(leaf.given, options)) : undefined;
    return found === undefined ? undefined : [found];
  }
  if (place?.path !== path || !Array.isArray(value)) return value;
  return value.slice(place.nth, place.nth + 1);
}

function sliced(value, range) {
  if (!Array.isArray(value)) return value;
  if (!Array.isArray(range)) return range < 0 ? value.slice(range) : value.slice(0, range);
  const [skip, count] = range;
  const from = skip < 0 ? Math.max(value.length + skip, 0) : skip;
  return value.slice(from, from + count);
}

const isComputing = (node) =>
  node instanceof Map ? [...node.values()].some(isComputing) : node.do === "compute";

function computedInto(all, tree, context) {
  for (const [name, leaf] of tree) {
    if (!isComputing(leaf)) continue;
    const value = leaf instanceof Map ? within(all[name], leaf, context) : context.compute(leaf.given);
    if (value === undefined) delete all[name];
    else all[name] = value;
  }
  return all;
}

/**
 * Adds computed fields to a document, or to each element of an array. Any value that is not a document is
 * replaced by one.
 */
function within(value, tree, context) {
  if (Array.isArray(value)) return value.map((one) => within(one, tree, context));
  return computedInto(isPlain(value) ? { ...value } : {}, tree, context);
}

const withComputed = (document, tree, context) => computedInto({ ...document }, tree, context);

function excluded(document, tree, context, path = "") {
  const all = {};
  for (const [name, value] of Object.entries(document)) {
    const leaf = tree.get(name);
    const at = path === "" ? name : `${path}.${name}`;
    if (leaf === undefined) all[name] = value;
    else if (leaf instanceof Map) all[name] = excludedBelow(value, leaf, context, at);
    else if (leaf.do !== "hide") all[name] = leaf.do === "show" ? value : picked(value, leaf, context, at);
  }
  return all;
}

function excludedBelow(value, tree, context, path) {
  if (Array.isArray(value)) return value.map((one) => excludedBelow(one, tree, context, path));
  return isPlain(value) ? excluded(value, tree, context, path) : value;
}
