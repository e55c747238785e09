import { Aggregator } from "mingo/aggregator";
import { updateOne } from "mingo/updater";
import { context } from "./operators.mjs";
import { isEqual, parse, print } from "./values.mjs";

/** Stages that an update may have. */
const STAGES = ["$addFields", "$set", "$project", "$unset", "$replaceRoot", "$replaceWith"];

/**
 * What an update makes of a document, as text; null where it is what it was. `filter` is what found it, for `$`.
 * `isInsert`: the document is made by this update.
 */
export function updated(text, { filter, update, arrayFilters, options }, isInsert = false) {
  const document = parse(text);
  const result = Array.isArray(update)
    ? throughStages(document, update, options)
    : byOperators(document, { filter, update: forOne(update, isInsert), arrayFilters, options });
  if (!isEqual(result._id, parse(text)._id))
    throw new Error(
      "Performing an update on the path '_id' would modify the immutable field '_id'. Insert a new document instead.",
    );
  const printed = print(result);
  return printed === text ? null : printed;
}

function throughStages(document, stages, options) {
  for (const stage of stages) {
    const [name] = Object.keys(stage);
    if (!STAGES.includes(name))
      throw new Error(`${name} is not allowed in an update: ${STAGES.join(", ")} are.`);
  }
  const [result] = new Aggregator(stages, options).run([document]);
  // The id stays whatever the stages leave.
  return "_id" in result ? result : { _id: document._id, ...result };
}

function byOperators(document, { filter, update, arrayFilters, options }) {
  if (Object.keys(update).length === 0) return document;
  assertFits(document, update);
  const all = [document];
  const usesMatch = JSON.stringify(Object.values(update).map((fields) => Object.keys(fields))).includes(".$");
  updateOne(
    all,
    usesMatch ? filter : {},
    update,
    { arrayFilters, cloneMode: "deep" },
    { ...options, context },
  );
  return all[0];
}

const NUMBERS = ["$inc", "$mul", "$bit"];
const ARRAYS = ["$push", "$addToSet", "$pop", "$pull", "$pullAll"];
/** What does nothing where there is nothing. */
const LENIENT = ["$unset", "$pop", "$pull", "$pullAll", "$rename"];

/** Throws what MongoDB refuses of an update of this document; mingo does nothing then. */
function assertFits(document, update) {
  for (const [name, fields] of Object.entries(update))
    for (const path of Object.keys(fields)) {
      const value = valueAt(document, path, LENIENT.includes(name));
      if (value === undefined) continue;
      if (NUMBERS.includes(name) && !["number", "bigint"].includes(typeof value))
        throw new Error(
          `Cannot apply ${name} to a value of non-numeric type: ${path} is ${print(value)?.slice(0, 100)}`,
        );
      if (ARRAYS.includes(name) && !Array.isArray(value))
        throw new Error(`The field '${path}' must be an array, and is ${print(value)?.slice(0, 100)}`);
    }
}

/** Undefined where nothing is, or where `$` names it. */
function valueAt(document, path, isLenient) {
  let value = document;
  for (const name of path.split(".")) {
    if (name.startsWith("$") || value === undefined) return undefined;
    if (typeof value !== "object" || value === null || value instanceof Date || value instanceof RegExp) {
      if (isLenient) return undefined;
      throw new Error(`Cannot create field '${name}' of '${path}' in ${print(value)?.slice(0, 100)}`);
    }
    value = Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

/** Of the fields for an insert, what is set by them. */
function forOne({ $setOnInsert, ...update }, isInsert) {
  if (!isInsert || !$setOnInsert) return update;
  return { ...update, $set: { ...$setOnInsert, ...update.$set } };
}

/** Throws what MongoDB refuses of an update before it looks at any document. */
export function checkUpdate(update) {
  if (Array.isArray(update)) return;
  const names = Object.keys(update);
  if (names.length === 0 || !names.every((name) => name.startsWith("$")))
    throw new Error('Update document requires atomic operators, for example { "$set": { "field": 1 } }');
  const seen = [];
  for (const name of names) {
    const fields = update[name];
    if (typeof fields !== "object" || fields === null || Array.isArray(fields))
      throw new Error(
        `Modifiers operate on fields, but ${name} has none. For example: { "${name}": { "field": 1 } }`,
      );
    for (const path of Object.keys(fields)) {
      seen.push(path);
      if (name === "$rename") seen.push(String(fields[path]));
      if ((name === "$inc" || name === "$mul") && !["number", "bigint"].includes(typeof fields[path]))
        throw new Error(
          `Cannot ${name === "$inc" ? "increment" : "multiply"} with a value that is no number: { ${path}: ${print(fields[path])} }`,
        );
    }
  }
  seen.sort();
  for (const [at, path] of seen.entries()) {
    const before = seen[at - 1];
    if (before !== undefined && (path === before || path.startsWith(`${before}.`)))
      throw new Error(`Updating the path '${path}' would create a conflict at '${before}'`);
  }
}

/** What an upsert begins with: what the filter says that fields are. */
export function seedOf(filter) {
  const document = {};
  const put = (path, value) => {
    const names = path.split(".");
    let place = document;
    for (const name of names.slice(0, -1)) {
      place[name] ??= {};
      place = place[name];
    }
    place[names.at(-1)] = value;
  };
  const collect = (conditions) => {
    for (const [path, value] of Object.entries(conditions)) {
      if (path === "$and") for (const one of value) collect(one);
      else if (path === "$or" && value.length === 1) collect(value[0]);
      else if (!path.startsWith("$")) {
        const given = equalTo(value);
        if (given !== undefined) put(path, given);
      }
    }
  };
  collect(filter);
  return document;
}

function equalTo(value) {
  if (value instanceof RegExp) return undefined;
  if (typeof value !== "object" || value === null || value instanceof Date || Array.isArray(value))
    return value;
  const names = Object.keys(value);
  if (!names.some((name) => name.startsWith("$"))) return value;
  if (Object.hasOwn(value, "$eq")) return value.$eq;
  if (Array.isArray(value.$in) && value.$in.length === 1) return value.$in[0];
  return undefined;
}
