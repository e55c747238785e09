import { isIn, patternOf } from "./pattern.mjs";
import { compare, isAlike, isEqual, isPattern, isPlain, isTypeOf } from "./values.mjs";

/*
 * `$jsonSchema`: JSON Schema draft 4, plus `bsonType`. A keyword accepts values of types that it does not
 * apply to.
 */

const TYPES = { boolean: "bool", integer: null };
const isNumber = isTypeOf("number");
const ofNumbers = (test) => (wanted, schema) => (value) => !isNumber(value) || test(value, wanted, schema);
const ofTexts = (test) => (wanted) => (value) => typeof value !== "string" || test(value, wanted);
const ofLists = (test) => (wanted) => (value) => !Array.isArray(value) || test(value, wanted);
const ofObjects = (test) => (wanted) => (value) => !isPlain(value) || test(value, wanted);
const some = (name, given) => {
  if (!Array.isArray(given) || given.length === 0)
    throw new Error(`$jsonSchema: ${name} needs a non-empty array`);
  return given;
};
const length = (text) => [...text].length;

const KEYWORDS = {
  bsonType: (given) => {
    const tests = [given].flat().map((type) => isTypeOf(type));
    return (value) => tests.some((test) => test(value));
  },
  type: (given) => {
    const tests = [given].flat().map((type) => {
      if (type === "integer")
        throw new Error("$jsonSchema: type does not support integer: use bsonType with int or long");
      return isTypeOf(TYPES[type] ?? type);
    });
    return (value) => tests.some((test) => test(value));
  },
  enum: (given) => (value) => some("enum", given).some((one) => isEqual(one, value)),
  required: (given) => {
    some("required", given);
    return (value) => !isPlain(value) || given.every((name) => Object.hasOwn(value, name));
  },
  properties: (given) => {
    const tests = Object.entries(given).map(([name, schema]) => [name, jsonSchema(schema)]);
    return (value) =>
      !isPlain(value) || tests.every(([name, test]) => !Object.hasOwn(value, name) || test(value[name]));
  },
  patternProperties: (given) => {
    const tests = Object.entries(given).map(([pattern, schema]) => [patternOf(pattern), jsonSchema(schema)]);
    return (value) =>
      !isPlain(value) ||
      Object.entries(value).every(([name, one]) =>
        tests.every(([pattern, test]) => !isIn(name, pattern) || test(one)),
      );
  },
  additionalProperties: (given, { properties = {}, patternProperties = {} }) => {
    const patterns = Object.keys(patternProperties).map((one) => patternOf(one));
    const test = typeof given === "boolean" ? () => given : jsonSchema(given);
    return (value) =>
      !isPlain(value) ||
      Object.entries(value).every(
        ([name, one]) =>
          Object.hasOwn(properties, name) || patterns.some((pattern) => isIn(name, pattern)) || test(one),
      );
  },
  minimum: ofNumbers(
    (value, least, { exclusiveMinimum }) => compare(value, least) >= (exclusiveMinimum === true ? 1 : 0),
  ),
  maximum: ofNumbers(
    (value, most, { exclusiveMaximum }) => compare(value, most) <= (exclusiveMaximum === true ? -1 : 0),
  ),
  multipleOf: ofNumbers((value, of) => Number(value) % Number(of) === 0),
  minLength: ofTexts((text, least) => length(text) >= least),
  maxLength: ofTexts((text, most) => length(text) <= most),
  pattern: (given) => {
    const pattern = patternOf(given);
    return (value) => typeof value !== "string" || isIn(value, pattern);
  },
  minItems: ofLists((list, least) => list.length >= least),
  maxItems: ofLists((list, most) => list.length <= most),
  uniqueItems: ofLists(
    (list, isUnique) =>
      !isUnique || list.every((one, nth) => !list.slice(0, nth).some((other) => isEqual(one, other))),
  ),
  items: (given) => {
    const tests = Array.isArray(given) ? given.map((one) => jsonSchema(one)) : null;
    const test = tests ? null : jsonSchema(given);
    return (value) =>
      !Array.isArray(value) || value.every((one, nth) => (tests ? (tests[nth]?.(one) ?? true) : test(one)));
  },
  additionalItems: (given, { items }) => {
    const test = typeof given === "boolean" ? () => given : jsonSchema(given);
    return (value) =>
      !Array.isArray(value) || !Array.isArray(items) || value.slice(items.length).every((one) => test(one));
  },
  minProperties: ofObjects((value, least) => Object.keys(value).length >= least),
  maxProperties: ofObjects((value, most) => Object.keys(value).length <= most),
  dependencies: (given) => {
    const tests = Object.entries(given).map(([name, needed]) => [
      name,
      Array.isArray(needed) ? KEYWORDS.required(needed) : jsonSchema(needed),
    ]);
    return (value) =>
      !isPlain(value) || tests.every(([name, test]) => !Object.hasOwn(value, name) || test(value));
  },
  allOf: (given) => {
    const tests = some("allOf", given).map((one) => jsonSchema(one));
    return (value) => tests.every((test) => test(value));
  },
  anyOf: (given) => {
    const tests = some("anyOf", given).map((one) => jsonSchema(one));
    return (value) => tests.some((test) => test(value));
  },
  oneOf: (given) => {
    const tests = some("oneOf", given).map((one) => jsonSchema(one));
    return (value) => tests.filter((test) => test(value)).length === 1;
  },
  not: (given) => {
    const test = jsonSchema(given);
    return (value) => !test(value);
  },
};
/** Keywords that only annotate, or that modify another keyword. */
const BESIDE = new Set(["exclusiveMinimum", "exclusiveMaximum", "title", "description"]);

export function jsonSchema(schema) {
  if (!isPlain(schema)) throw new Error("$jsonSchema needs an object");
  const tests = Object.entries(schema).flatMap(([name, given]) => {
    if (BESIDE.has(name)) return [];
    if (!Object.hasOwn(KEYWORDS, name)) throw new Error(`Unknown $jsonSchema keyword: ${name}`);
    if ((name === "minimum" || name === "maximum") && !isAlike(given, 0))
      throw new Error(`$jsonSchema: ${name} needs a number`);
    if (name.endsWith("roperties") && !isPlain(given) && typeof given === "object")
      throw new Error(`$jsonSchema: ${name} needs an object`);
    if (isPattern(given)) throw new Error(`$jsonSchema: ${name} needs a string`);
    return [KEYWORDS[name](given, schema)];
  });
  return (value) => tests.every((test) => test(value));
}
