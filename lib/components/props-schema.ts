import {
  dereference,
  schemaArrayKeyword,
  schemaKeyword,
  schemaMapKeyword,
  validate,
} from "@cfworker/json-schema";
import type { PropsSchema } from "@/lib/shared/components/fields";
import { formatPath } from "@/lib/shared/issues";
import { draftOf, firstLine, TOO_MUCH } from "./props";
import { within } from "./within";

const MOST_LEVELS = 50;
const TYPES = ["object", "array", "string", "number", "integer", "boolean", "null"];

type Path = readonly (string | number)[];
type Node = Record<string, unknown>;

/** What is wrong with a props_schema, in words for who wrote it; null when props can be checked by it. */
export function problemOfSchema(schema: PropsSchema): string | null {
  try {
    const looked = within(() => look(schema));
    return looked.ok ? looked.value : TOO_MUCH[looked.why];
  } catch (error) {
    return `props_schema is not a JSON Schema: ${error instanceof Error ? firstLine(error.message) : "it is broken"}`;
  }
}

function look(schema: PropsSchema): string | null {
  for (const [path, node] of nodes(schema)) {
    const problem = problemOf(node, path);
    if (problem) return `${formatPath(["props_schema", ...path])} ${problem}`;
  }
  // The library writes into what it is given.
  const own = structuredClone(schema);
  const known = dereference(own);
  const lost = Object.values(known).find((node): node is Node => isObject(node) && isLost(node, known));
  if (lost) return `props_schema refers to ${JSON.stringify(lost.$ref)}, which is not in it`;
  // One that goes round in circles shows it with any value.
  validate({}, own, draftOf(schema), known, false);
  return null;
}

const isLost = (node: Node, known: Record<string, unknown>) =>
  node.$ref !== undefined && known[String(node.__absolute_ref__ ?? node.$ref)] === undefined;

/** The schema and every schema in it, with the way there. */
function* nodes(schema: unknown, path: Path = []): Generator<[Path, unknown]> {
  yield [path, schema];
  if (!isObject(schema) || path.length > MOST_LEVELS) return;
  for (const [key, value] of Object.entries(schema)) {
    if (Array.isArray(value)) {
      if (key in schemaArrayKeyword)
        for (const [at, one] of value.entries()) yield* nodes(one, [...path, key, at]);
    } else if (key in schemaMapKeyword && isObject(value)) {
      for (const [name, one] of Object.entries(value)) yield* nodes(one, [...path, key, name]);
    } else if (key in schemaKeyword) yield* nodes(value, [...path, key]);
  }
}

function problemOf(node: unknown, path: Path): string | null {
  if (typeof node === "boolean") return null;
  if (!isObject(node)) return "is not a schema: an object, true or false";
  if (path.length > MOST_LEVELS) return "is nested too deep";
  const { type, required, properties, pattern, patternProperties, enum: values } = node;
  const types = [type ?? []].flat();
  if (!types.every((each) => TYPES.includes(String(each))))
    return `has a type that is none of ${TYPES.join(", ")}`;
  if (path.length === 0 && types.length > 0 && !types.includes("object"))
    return "describes the props, so its type is object";
  if (required !== undefined && !isNames(required))
    return "has a required that is no list of names; it stands beside properties";
  if (values !== undefined && !Array.isArray(values)) return "has an enum that is no list";
  if (properties !== undefined && !isObject(properties)) return "has properties that are no object";
  const patterns = [
    ...(pattern === undefined ? [] : [pattern]),
    ...Object.keys(isObject(patternProperties) ? patternProperties : {}),
  ];
  const broken = patterns.find((each) => !isPattern(each));
  return broken === undefined
    ? null
    : `has a pattern that is no regular expression: ${JSON.stringify(broken)}`;
}

const isNames = (value: unknown) => Array.isArray(value) && value.every((name) => typeof name === "string");

function isPattern(pattern: unknown): boolean {
  try {
    return typeof pattern === "string" && new RegExp(pattern, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

const isObject = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);
