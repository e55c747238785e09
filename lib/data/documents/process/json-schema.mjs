import { isIn, patternOf } from "./pattern.mjs";
import { compare, isAlike, isEqual, isPattern, isPlain, isTypeOf } from "./values.mjs";

/*
 * Implements `$jsonSchema`: JSON Schema draft 4, plus `bsonType`. A keyword for one type, such as `minimum`,
 * accepts all values of other types.
 */

const TYPES = { boolean: "bool", integer: null };
const isNumber = isTypeOf("number");
const ofNumbers = (test) => (wanted, schema) => (value) => !isNumber(value) || test(value, wanted, schema);
const ofStrings = (test) => (wanted) => (value) => typeof value !== "string" || test(value, wanted);
const ofLists = (test) => (wanted) => (value) => !Array.isArray(value) || test(value, wanted);
const ofObjects = (test) => (wanted) => (value) => !isPlain(value) || test(value, wanted);
const some = (name, list) => {
  if (!Array.isArray(list) || list.length === 0)
    throw new Error(`$jsonSchema: ${name} needs a non-empty array`);
  return list;
};
const length = (text) => [...text].length;

const KEYWORDS = {
  bsonType: (expected) => {
    const tests = [expected].flat().map((type) => isTypeOf(type));
    return (value) => tests.some((test) => test(value));
  },
  type: (expected) => {
    const tests = [expected].flat().map((type) => {
      if (type === "integer")
        throw new Error("$jsonSchema: type does not support integer: use bsonType with int or long");
      return isTypeOf(TYPES[type] ?? type);
    });
    return (value) => tests.some((test) => test(value));
  },
  enum: (expected) => (value) => some("enum", expected).some((one) => isEqual(one, value)),
  required: (expected) => {
    some("required", expected);
    return (value) => !isPlain(value) || expected.every((name) => Object.hasOwn(value, name));
  },
  properties: (expected) => {
    const tests = Object.entries(expected).map(([name, schema]) => [name, jsonSchema(schema)]);
    return (value) =>
      !isPlain(value) || tests.every(([name, test]) => !Object.hasOwn(value, name) || test(value[name]));
  },
  patternProperties: (expected) => {
    const tests = Object.entries(expected).map(([pattern, schema]) => [
      patternOf(pattern),
      jsonSchema(schema),
    ]);
    return (value) =>
      !isPlain(value) ||
      Object.entries(value).every(([name, one]) =>
        tests.every(([pattern, test]) => !isIn(name, pattern) || test(one)),
      );
  },
  additionalProperties: (expected, { properties = {}, patternProperties = {} }) => {
    const patterns = Object.keys(patternProperties).map((one) => patternOf(one));
    const test = typeof expected === "boolean" ? () => expected : jsonSchema(expected);
    return (value) =>
      !isPlain(value) ||
      Object.entries(value).every(
        ([name, one]) =>
          Object.hasOwn(properties, name) || patterns.some((pattern) => isIn(name, pattern)) || test(one),
      );
  },
  minimum: ofNumbers(
    (value, min, { exclusiveMinimum }) => compare(value, min) >= (exclusiveMinimum === true ? 1 : 0),
  ),
  maximum: ofNumbers(
    (value, max, { exclusiveMaximum }) => compare(value, max) <= (exclusiveMaximum === true ? -1 : 0),
  ),
  multipleOf: ofNumbers((value, of) => Number(value) % Number(of) === 0),
  minLength: ofStrings((text, min) => length(text) >= min),
  maxLength: ofStrings((text, max) => length(text) <= max),
  pattern: (expected) => {
    const pattern = patternOf(expected);
    return (value) => typeof value !== "string" || isIn(value, pattern);
  },
  minItems: ofLists((list, min) => list.length >= min),
  maxItems: ofLists((list, max) => list.length <= max),
  uniqueItems: ofLists(
    (list, isUnique) =>
      !isUnique || list.every((one, nth) => !list.slice(0, nth).some((other) => isEqual(one, other))),
  ),
  items: (expected) => {
    const tests = Array.isArray(expected) ? expected.map((one) => jsonSchema(one)) : null;
    const test = tests ? null : jsonSchema(expected);
    return (value) =>
      !Array.isArray(value) || value.every((one, nth) => (tests ? (tests[nth]?.(one) ?? true) : test(one)));
  },
  additionalItems: (expected, { items }) => {
    const test = typeof expected === "boolean" ? () => expected : jsonSchema(expected);
    return (value) =>
      !Array.isArray(value) || !Array.isArray(items) || value.slice(items.length).every((one) => test(one));
  },
  minProperties: ofObjects((value, min) => Object.keys(value).length >= min),
  maxProperties: ofObjects((value, max) => Object.keys(value).length <= max),
  dependencies: (expected) => {
    const tests = Object.entries(expected).map(([name, needed]) => [
      name,
      Array.isArray(needed) ? KEYWORDS.required(needed) : jsonSchema(needed),
    ]);
    return (value) =>
      !isPlain(value) || tests.every(([name, test]) => !Object.hasOwn(value, name) || test(value));
  },
  allOf: (expected) => {
    const tests = some("allOf", expected).map((one) => jsonSchema(one));
    return (value) => tests.every((test) => test(value));
  },
  anyOf: (expected) => {
    const tests = some("anyOf", expected).map((one) => jsonSchema(one));
    return (value) => tests.some((test) => test(value));
  },
  oneOf: (expected) => {
    const tests = some("oneOf", expected).map((one) => jsonSchema(one));
    return (value) => tests.filter((test) => test(value)).length === 1;
  },
  not: (expected) => {
    const test = jsonSchema(expected);
    return (value) => !test(value);
  },
};
/** Keywords without a separate test: annotations, and modifiers that the test of another keyword reads. */
const BESIDE = new Set(["exclusiveMinimum", "exclusiveMaximum", "title", "description"]);

export function jsonSchema(schema) {
  if (!isPlain(schema)) throw new Error("$jsonSchema needs an object");
  const tests = Object.entries(schema).flatMap(([name, expected]) => {
    if (BESIDE.has(name)) return [];
    if (!Object.hasOwn(KEYWORDS, name)) throw new Error(`Unknown $jsonSchema keyword: ${name}`);
    if ((name === "minimum" || name === "maximum") && !isAlike(expected, 0))
      throw new Error(`$jsonSchema: ${name} needs a number`);
    if (name.endsWith("roperties") && !isPlain(expected) && typeof expected === "object")
      throw new Error(`$jsonSchema: ${name} needs an object`);
    if (isPattern(expected)) throw new Error(`$jsonSchema: ${name} needs a string`);
    return [KEYWORDS[name](expected, schema)];
  });
  return (value) => tests.every((test) => test(value));
}
