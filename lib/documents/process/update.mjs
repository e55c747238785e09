import { Aggregator } from "mingo/aggregator";
import { matcher } from "./matcher.mjs";
import { MODIFIERS } from "./modifiers.mjs";
import { placeFinder } from "./projection.mjs";
import { isEqual, isPlain, parse, print } from "./values.mjs";

/** Stages that an update may have. */
const STAGES = ["$addFields", "$set", "$project", "$unset", "$replaceRoot", "$replaceWith"];
/** As MongoDB has it: to how many elements a list is filled up. */
const MAX_FILLED = 1_500_000;

/**
 * What an update makes of documents. Gives a function of the text of one, which gives its new text, or null where it is what
 * it was; `isInsert`: the document is made by this update. Throws words where it is no update.
 */
export function updater({ filter, update, arrayFilters = [], options }) {
  const change = Array.isArray(update)
    ? byStages(update, options)
    : byOperators(update, { filter, arrayFilters, options });
  return (text, isInsert = false) => {
    const result = change(parse(text), isInsert);
    const before = parse(text);
    if ((!isInsert || Object.hasOwn(before, "_id")) && !isEqual(result._id, before._id))
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
      throw new Error(`${name} is not allowed in an update: ${STAGES.join(", ")} are.`);
  }
  const pipeline = new Aggregator(stages, options);
  return (document) => {
    const [result] = pipeline.run([document]);
    // The id stays whatever the stages leave.
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

const isPlace = (name) => name?.startsWith("$");
const isNumber = (name) => /^(0|[1-9]\d*)$/.test(name);

/** What is done, each with its path; in the order in which MongoDB makes new fields: by their names. */
function stepsOf(update) {
  const operators = Object.keys(update);
  if (operators.length === 0 || !operators.every((name) => name.startsWith("$")))
    throw new Error('Update document requires atomic operators, for example { "$set": { "field": 1 } }');
  const taken = new Map();
  const steps = operators.flatMap((operator) => {
    const fields = update[operator];
    const modifier = Object.hasOwn(MODIFIERS, operator) ? MODIFIERS[operator] : undefined;
    if (!modifier && operator !== "$rename")
      throw new Error(
        `Unknown modifier: ${operator}. Known are ${Object.keys(MODIFIERS).join(", ")}, $rename`,
      );
    if (!isPlain(fields))
      throw new Error(
        `Modifiers operate on fields, but ${operator} has none. For example: { "${operator}": { "field": 1 } }`,
      );
    return Object.entries(fields).map(([path, given]) => {
      const names = namesOf(path);
      take(taken, names, path);
      modifier?.check?.(given, path);
      if (modifier) return { operator, modifier, path, names, given };
      const to = targetOf(path, names, given);
      take(taken, to, given);
      return { operator, path, names, to };
    });
  });
  return steps.sort((a, b) => compareNames(a.to ?? a.names, b.to ?? b.names));
}

function namesOf(path) {
  if (path === "") throw new Error("An empty update path is not valid: name a field");
  const names = path.split(".");
  if (names.includes(""))
    throw new Error(`The update path '${path}' contains an empty field name, which is not allowed`);
  const odd =
    names.find((name) => isPlace(name) && !/^\$(\[\w*\])?$/.test(name)) ?? (isPlace(names[0]) && names[0]);
  if (odd) throw new Error(`The dollar ($) prefixed field '${odd}' in '${path}' is not valid for storage`);
  if (names.indexOf("$") !== names.lastIndexOf("$"))
    throw new Error(`Too many positional (i.e. '$') elements found in path '${path}'`);
  return names;
}

function targetOf(path, names, given) {
  if (typeof given !== "string")
    throw new Error(`The 'to' field for $rename must be a string: { "${path}": ${print(given)} }`);
  if (given === path) throw new Error(`The source and target field for $rename must differ: '${path}'`);
  const to = namesOf(given);
  if ([...names, ...to].some(isPlace))
    throw new Error(`$rename of '${path}' may not be dynamic: name one field`);
  return to;
}

/** Throws where a path is, or lies in, one that is changed already. */
function take(taken, names, path) {
  let node = taken;
  for (const [at, name] of names.entries()) {
    const there = node.get(name);
    const isLast = at === names.length - 1;
    if (there && (isLast || there.isTaken))
      throw new Error(
        `Updating the path '${path}' would create a conflict at '${names.slice(0, at + 1).join(".")}'`,
      );
    if (!there) node.set(name, Object.assign(new Map(), { isTaken: isLast }));
    node = node.get(name);
  }
}

function compareNames(a, b) {
  for (const [at, name] of a.entries()) {
    const other = b[at];
    if (other === undefined) return 1;
    if (name === other) continue;
    if (isNumber(name) && isNumber(other)) return Number(name) - Number(other);
    return name < other ? -1 : 1;
  }
  return a.length - b.length;
}

/** By their name, tests of elements. */
function elementFilters(given, steps, options) {
  const filters = new Map();
  for (const filter of given) {
    const names = identifiersOf(filter);
    const [name] = names;
    if (names.size !== 1 || !/^[a-z][A-Za-z0-9]*$/.test(name))
      throw new Error(
        `An array filter is about one identifier, which begins with a small letter, for example { "e.grade": { "$gte": 85 } }; this one is about ${[...names].join(", ") || "none"}`,
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
  for (const [name, given] of Object.entries(filter)) {
    if (!name.startsWith("$")) found.add(name.split(".")[0]);
    else if (Array.isArray(given)) for (const one of given) if (isPlain(one)) identifiersOf(one, found);
  }
  return found;
}

/** Goes on in a document or a list by the name at `at`: to several elements where it stands for them. */
function apply(parent, at, step) {
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

function change(parent, key, { modifier, given, path, options }) {
  const before = Object.hasOwn(parent, key) ? parent[key] : undefined;
  if (before === undefined && modifier.isLenient) return;
  const after = modifier.apply(before, given, path, options);
  if (after !== undefined) put(parent, key, after, path);
  // A list keeps its length.
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
        throw new Error(
          `$rename of '${path}' neither begins nor ends in an element of an array: ${name} is one`,
        );
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

/** What an upsert begins with: what the filter says that fields are. */
export function seedOf(filter) {
  const taken = new Map();
  const document = {};
  const collect = (conditions) => {
    for (const [path, value] of Object.entries(conditions)) {
      if (path === "$and") for (const one of value) collect(one);
      else if (path === "$or" && value.length === 1) collect(value[0]);
      else if (path === "$expr") throw new Error("$expr is not allowed in the query predicate for an upsert");
      else if (!path.startsWith("$")) {
        const given = equalTo(value);
        if (given === undefined) continue;
        const names = path.split(".");
        try {
          take(taken, names, path);
        } catch {
          throw new Error(`cannot infer query fields to set, path '${path}' is matched twice`);
        }
        apply(document, 0, { names, path, modifier: MODIFIERS.$set, given });
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
  const given = $eq ?? only;
  return given instanceof RegExp || (isPlain(given) && Object.hasOwn(given, "$elemMatch"))
    ? undefined
    : given;
}
