import {
  dereference,
  schemaArrayKeyword,
  schemaKeyword,
  schemaMapKeyword,
  validate,
} from "@cfworker/json-schema";
import { formatPath } from "@/lib/shared/issues";
import { withoutRefs } from "./inline";
import { problemOfKeywords } from "./keywords";
import { draftOf, firstLine, isObject, type JsonSchema, type Subject, TOO_MUCH } from "./subject";
import { within } from "./within";

const MOST_LEVELS = 50;
/** Providers take no other names. */
const PLAIN_NAME = /^[a-zA-Z0-9_.-]{1,64}$/;
/** They refuse these where the arguments as a whole are described. */
const NOT_AT_TOP = ["anyOf", "oneOf", "allOf", "not", "enum", "const", "if"];

type Path = readonly (string | number)[];

/** What is wrong with a schema, in words for who wrote it; null when values can be checked by it. */
export function problemOfSchema(schema: JsonSchema, subject: Subject): string | null {
  try {
    const looked = within(() => look(schema, subject));
    if (!looked.ok) return `the ${subject.schema} ${TOO_MUCH[looked.why]}`;
    if (looked.value !== null || !subject.isForModels || withoutRefs(schema) !== null) return looked.value;
    return `${subject.schema} becomes too large when what it refers to is written out. Refer less often`;
  } catch (error) {
    return `${subject.schema} is not a JSON Schema: ${error instanceof Error ? firstLine(error.message) : "it is broken"}`;
  }
}

function look(schema: JsonSchema, subject: Subject): string | null {
  for (const [path, node] of nodes(schema)) {
    const problem = problemOf(node, path, subject);
    if (problem) return `${formatPath([subject.schema, ...path])} ${problem}`;
  }
  // The library writes into what it is given.
  const own = structuredClone(schema);
  const known = dereference(own);
  const lost = Object.values(known).find((node): node is JsonSchema => isObject(node) && isLost(node, known));
  if (lost) return `${subject.schema} refers to ${JSON.stringify(lost.$ref)}, which is not in it`;
  // One that goes round in circles shows it with any value.
  validate({}, own, draftOf(schema), known, false);
  return null;
}

const isLost = (node: JsonSchema, known: Record<string, unknown>) =>
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

function problemOf(node: unknown, path: Path, { value, isForModels }: Subject): string | null {
  if (typeof node === "boolean" && path.length > 0) return null;
  if (!isObject(node)) return "is not a schema: an object, true or false";
  if (path.length > MOST_LEVELS) return "is nested too deep";
  const problem = problemOfKeywords(node);
  if (problem) return problem;
  const types = [node.type ?? []].flat();
  if (path.length === 0 && types.length > 0 && !types.includes("object"))
    return `describes the ${value}, so its type is object`;
  if (!isForModels) return null;
  return (path.length === 0 ? problemAtTop(node) : null) ?? problemOfNames(node);
}

function problemAtTop(node: JsonSchema): string | null {
  if (node.type !== "object") return 'needs "type": "object" at its top, and the arguments in "properties"';
  const keyword = NOT_AT_TOP.find((each) => each in node);
  return keyword === undefined
    ? null
    : `has ${keyword} at its top, which models do not take. Put it on a property, or check it in the code`;
}

function problemOfNames({ properties }: JsonSchema): string | null {
  const odd = Object.keys(isObject(properties) ? properties : {}).find((name) => !PLAIN_NAME.test(name));
  return odd === undefined
    ? null
    : `has a property ${JSON.stringify(odd)}; models take names of 1 to 64 letters, digits, _, . and -`;
}
