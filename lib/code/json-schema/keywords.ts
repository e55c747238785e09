import { compilePattern } from "./pattern";
import { isObject } from "./subject";

export const TYPES = ["object", "array", "string", "number", "integer", "boolean", "null"];

type Rule = (value: unknown) => string | null;
const rule =
  (fits: (value: unknown) => boolean, problem: string): Rule =>
  (value) =>
    fits(value) ? null : problem;

const isStringList = (value: unknown) =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

const text = rule((value) => typeof value === "string", "not a string");
const number = rule((value) => typeof value === "number", "not a number");
const bound = rule((value) => typeof value === "number" || typeof value === "boolean", "not a number");
const count = rule((value) => Number.isInteger(value) && Number(value) >= 0, "not a count: 0, 1, 2 …");
const flag = rule((value) => typeof value === "boolean", "not a boolean");
const list = rule(Array.isArray, "not a list");
const map = rule(isObject, "not an object");
const schemas = rule((value) => Array.isArray(value) && value.length > 0, "not a list of schemas");
const unheeded = rule(() => false, "not supported; use $ref");

/** Checks of a keyword's own value, by keyword of draft-07 and 2020-12. Nested schemas are checked separately. */
const RULES: Record<string, Rule> = {
  $schema: text,
  $id: text,
  $ref: text,
  $anchor: text,
  $dynamicRef: text,
  $recursiveRef: unheeded,
  title: text,
  description: text,
  format: text,
  type: rule(
    (value) => [value].flat().length > 0 && [value].flat().every((each) => TYPES.includes(String(each))),
    `none of ${TYPES.join(", ")}`,
  ),
  enum: list,
  examples: list,
  required: rule(isStringList, "not a list of names; it belongs next to properties"),
  properties: map,
  patternProperties: map,
  $defs: map,
  definitions: map,
  dependentSchemas: map,
  dependencies: map,
  dependentRequired: rule(
    (value) => isObject(value) && Object.values(value).every(isStringList),
    "not lists of names by name",
  ),
  allOf: schemas,
  anyOf: schemas,
  oneOf: schemas,
  minLength: count,
  maxLength: count,
  minItems: count,
  maxItems: count,
  minContains: count,
  maxContains: count,
  minProperties: count,
  maxProperties: count,
  minimum: number,
  maximum: number,
  exclusiveMinimum: bound,
  exclusiveMaximum: bound,
  multipleOf: rule((value) => typeof value === "number" && value > 0, "not a number above 0"),
  uniqueItems: flag,
};

export function problemOfKeywords(node: Record<string, unknown>): string | null {
  for (const [keyword, value] of Object.entries(node)) {
    const problem = Object.hasOwn(RULES, keyword) ? RULES[keyword]?.(value) : null;
    if (problem) return `has ${named(keyword)} ${problem}`;
  }
  const { pattern, patternProperties } = node;
  const patterns = [
    ...(pattern === undefined ? [] : [pattern]),
    ...Object.keys(isObject(patternProperties) ? patternProperties : {}),
  ];
  for (const each of patterns) {
    const problem = problemOfPattern(each);
    if (problem) return `has a pattern ${problem}`;
  }
  return null;
}

const named = (keyword: string) =>
  keyword.endsWith("ies")
    ? `${keyword} that are`
    : `${/^[aeiou]/.test(keyword) ? "an" : "a"} ${keyword} that is`;

function problemOfPattern(pattern: unknown): string | null {
  if (typeof pattern !== "string") return `that is not a regular expression: ${JSON.stringify(pattern)}`;
  try {
    compilePattern(pattern);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : "that is invalid";
  }
}
