import { Aggregator } from "mingo/aggregator";
import { matcher } from "./matcher.mjs";
import { MODIFIERS } from "./modifiers.mjs";
import { placeFinder } from "./place.mjs";
import { isNumber, isPlace, stepsOf } from "./steps.mjs";
import { isPlain, parse, print } from "./values.mjs";

const STAGES = ["$addFields", "$set", "$project", "$unset", "$replaceRoot", "$replaceWith"];
/** MongoDB adds at most this many nulls to an array when an update sets an element beyond its end. */
const MAX_FILLED = 1_500_000;

/**
 * Compiles an update. The returned function takes a document's text and returns the new text, or null if
 * nothing changed. `isInsert` marks a document created by an upsert. Throws an Error if the update is
 * invalid.
 */
export function updater({ filter, update, arrayFilters = [], options }) {
  const change = Array.isArray(update)
    ? byStages(update, options)
    : byOperators(update, { filter, arrayFilters, options });
  return (text, isInsert = false) => {
    const result = change(parse(text), isInsert);
    const before = parse(text);
    if ((!isInsert || Object.hasOwn(before, "_id")) && print(result._id) !== print(before._id))
      throw new Error(
        "Performing an update on the path '_id' would modify the immutable field '_id'. Insert a new document instead.",
      );
    const printed = print(result);
    return printed === text ? null : printed;
  };
}

function byStages(stages, options) {
  for (const stage of stages) {
    const [name, ...more] = Object.keys(stage);
    if (name === undefined || more.length > 0)
      throw new Error("Each stage of an update is an object with one operator, such as $set");
    if (!STAGES.includes(name))
      throw new Error(`${name} is not allowed in an update. Allowed: ${STAGES.join(", ")}.`);
  }
  const pipeline = new Aggregator(stages, options);
  return (document) => {
    const [result] = pipeline.run([document]);
    // Keep the `_id` even if a stage removes it.
    return "_id" in result || !("_id" in document) ? result : { _id: document._id, ...result };
  };
}

function byOperators(update, { filter, arrayFilters, options }) {
  const steps = stepsOf(update);
  const filters = elementFilters(arrayFilters, steps, options);
  const finders = new Map();
  for (const { path, names } of steps) {
    const at = names.indexOf("$");
    if (at !== -1) finders.set(path, placeFinder(filter, names.slice(0, at).join("."), options));
  }
  return (document, isInsert) => {
    const places = new Map();
    for (const [path, find] of finders) {
      const place = isInsert ? undefined : find(document);
      if (place === undefined)
        throw new Error(
          `The positional operator did not find the match needed from the query: '${path}' needs a condition on its array in the filter`,
        );
      places.set(path, place);
    }
    for (const step of steps) {
      if (step.operator === "$setOnInsert" && !isInsert) continue;
      if (step.operator === "$rename") rename(document, step);
      else apply(document, 0, { ...step, filters, options, place: places.get(step.path) });
    }
    return document;
  };
}

function elementFilters(arrayFilters, steps, options) {
  const filters = new Map();
  for (const filter of arrayFilters) {
    const names = identifiersOf(filter);
    const [name] = names;
    if (names.size !== 1 || !/^[a-z][A-Za-z0-9]*$/.test(name))
      throw new Error(
        `An array filter must use one identifier that begins with a lower-case letter, for example { "e.grade": { "$gte": 85 } }; this one uses ${[...names].join(", ") || "none"}`,
      );
    if (filters.has(name))
      throw new Error(`Found multiple array filters with the same top-level field name ${name}`);
    const test = matcher(filter, options);
    filters.set(name, (element) => test({ [name]: element }));
  }
  const used = new Set();
  for (const { path, names } of steps)
    for (const name of names) {
      const identifier = /^\$\[(\w+)\]$/.exec(name)?.[1];
      if (identifier === undefined) continue;
      used.add(identifier);
      if (!filters.has(identifier))
        throw new Error(
          `No array filter found for identifier '${identifier}' in path '${path}': give it in options.arrayFilters`,
        );
    }
  for (const name of filters.keys())
    if (!used.has(name))
      throw new Error(`The array filter for identifier '${name}' was not used in the update`);
  return filters;
}

function identifiersOf(filter, found = new Set()) {
  for (const [name, condition] of Object.entries(filter)) {
    if (!name.startsWith("$")) found.add(name.split(".")[0]);
    else if (Array.isArray(condition))
      for (const one of condition) if (isPlain(one)) identifiersOf(one, found);
  }
  return found;
}

/**
 * Applies a step to the part of a document or an array that the path name at index `at` leads to. `$[]` and
 * identifiers such as `$[name]` lead to several elements.
 */
export function apply(parent, at, step) {
  const name = step.names[at];
  if (!isPlace(name)) return enter(parent, name, at, step);
  if (name === "$") return enter(parent, step.place, at, step);
  const filter = name === "$[]" ? () => true : step.filters.get(name.slice(2, -1));
  for (const nth of parent.keys()) if (filter(parent[nth])) enter(parent, nth, at, step);
}

function enter(parent, key, at, step) {
  if (at === step.names.length - 1) return change(parent, key, step);
  const value = Object.hasOwn(parent, key) ? parent[key] : undefined;
  const next = step.names[at + 1];
  const here = () => step.names.slice(0, at + 1).join(".");
  if (isPlace(next) && !Array.isArray(value))
    throw new Error(
      value === undefined
        ? `The path '${here()}' must exist in the document in order to apply array updates`
        : `Cannot apply array updates to non-array element ${here()}: ${print(value)?.slice(0, 100)}`,
    );
  if (isPlain(value) || (Array.isArray(value) && (isPlace(next) || isNumber(next))))
    return apply(value, at + 1, step);
  if (step.modifier.isLenient) return;
  if (value !== undefined)
    throw new Error(`Cannot create field '${next}' of '${step.path}' in ${print(value)?.slice(0, 100)}`);
  const made = {};
  put(parent, key, made, step.path);
  apply(made, at + 1, step);
}

function change(parent, key, { modifier, given: operand, path, options }) {
  const before = Object.hasOwn(parent, key) ? parent[key] : undefined;
  if (before === undefined && modifier.isLenient) return;
  const after = modifier.apply(before, operand, path, options);
  if (after !== undefined) put(parent, key, after, path);
  else if (Array.isArray(parent)) parent[key] = null;
  else delete parent[key];
}

function put(parent, key, value, path) {
  if (!Array.isArray(parent)) {
    parent[key] = value;
    return;
  }
  if (!/^\d+$/.test(key))
    throw new Error(`Cannot create field '${key}' of '${path}' in ${print(parent)?.slice(0, 100)}`);
  if (Number(key) - parent.length > MAX_FILLED)
    throw new Error(`'${path}' would fill a list with more than ${MAX_FILLED.toLocaleString("en")} elements`);
  while (parent.length < Number(key)) parent.push(null);
  parent[key] = value;
}

function rename(document, { path, names, to }) {
  const parentOf = (all) => {
    let node = document;
    for (const name of all.slice(0, -1)) {
      node = isPlain(node) && Object.hasOwn(node, name) ? node[name] : undefined;
      if (Array.isArray(node))
        throw new Error(`$rename of '${path}' cannot start or end in an array element: ${name} is an array`);
    }
    return node;
  };
  const from = parentOf(names);
  const name = names.at(-1);
  if (!isPlain(from) || !Object.hasOwn(from, name)) return;
  parentOf(to);
  const value = from[name];
  delete from[name];
  apply(document, 0, { names: to, path: to.join("."), modifier: MODIFIERS.$set, given: value });
}
