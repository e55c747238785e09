import { formatPath } from "@/lib/shared/issues";
import { CheckAborted } from "./effort";
import { Evaluator } from "./evaluate";
import { withoutRefs } from "./inline";
import { problemOfKeywords } from "./keywords";
import { ALONE, BY_NAME, IN_LIST } from "./resources";
import { firstSchemaLine, isObject, type JsonSchema, type SchemaSubject, TOO_MUCH } from "./subject";

const MAX_LEVELS = 50;
/** Names that providers accept for arguments. */
const PLAIN_NAME = /^[a-zA-Z0-9_.-]{1,64}$/;
/** Keywords that providers reject at the top level. */
const NOT_AT_TOP = ["anyOf", "oneOf", "allOf", "not", "enum", "const", "if"];

type Path = readonly (string | number)[];

export function problemOfSchema(schema: JsonSchema, subject: SchemaSubject): string | null {
  try {
    const problem = look(schema, subject);
    if (problem !== null || !subject.isForModels || withoutRefs(schema) !== null) return problem;
    return `${subject.schema} becomes too large when its references are inlined. Use fewer references`;
  } catch (error) {
    if (error instanceof CheckAborted) return `the ${subject.schema} ${TOO_MUCH[error.why]}`;
    return `${subject.schema} is not a JSON Schema: ${error instanceof Error ? firstSchemaLine(error.message) : "it is invalid"}`;
  }
}

function look(schema: JsonSchema, subject: SchemaSubject): string | null {
  for (const [path, node] of nodes(schema)) {
    const problem = problemOf(node, path, subject);
    if (problem) return `${formatPath([subject.schema, ...path])} ${problem}`;
  }
  const evaluator = new Evaluator(schema);
  const { resources } = evaluator;
  const lost = resources.refs.find(
    ({ node, keyword }) => !resources.find(String(node[keyword]), resources.baseOf(node, resources.root)),
  );
  if (lost)
    return `${subject.schema} refers to ${JSON.stringify(lost.node[lost.keyword])}, which is not in it`;
  // A schema that refers to itself without end fails with any value.
  evaluator.check({});
  return null;
}

function* nodes(schema: unknown, path: Path = []): Generator<[Path, unknown]> {
  yield [path, schema];
  if (!isObject(schema) || path.length > MAX_LEVELS) return;
  for (const [key, value] of Object.entries(schema)) {
    if (Array.isArray(value)) {
      if (IN_LIST.has(key)) for (const [at, one] of value.entries()) yield* nodes(one, [...path, key, at]);
    } else if (BY_NAME.has(key) && isObject(value)) {
      // `dependencies` may have a list of names instead of a schema.
      for (const [name, one] of Object.entries(value))
        if (key !== "dependencies" || !Array.isArray(one)) yield* nodes(one, [...path, key, name]);
    } else if (ALONE.has(key)) yield* nodes(value, [...path, key]);
  }
}

function problemOf(node: unknown, path: Path, { value, isForModels }: SchemaSubject): string | null {
  if (typeof node === "boolean" && path.length > 0) return null;
  if (!isObject(node)) return "is not a schema: an object, true or false";
  if (path.length > MAX_LEVELS) return "is nested too deep";
  const problem = problemOfKeywords(node);
  if (problem) return problem;
  const types = [node.type ?? []].flat();
  if (path.length === 0 && types.length > 0 && !types.includes("object"))
    return `describes the ${value}, so its type is object`;
  if (!isForModels) return null;
  if ("$dynamicRef" in node) return "has a $dynamicRef, which models do not accept; use $ref";
  return (path.length === 0 ? problemAtTop(node) : null) ?? problemOfNames(node);
}

function problemAtTop(node: JsonSchema): string | null {
  if (node.type !== "object") return 'needs "type": "object" at its top, and the arguments in "properties"';
  const keyword = NOT_AT_TOP.find((each) => each in node);
  return keyword === undefined
    ? null
    : `has ${keyword} at its top, which models do not accept. Put it on a property, or check it in the code`;
}

function problemOfNames({ properties }: JsonSchema): string | null {
  const odd = Object.keys(isObject(properties) ? properties : {}).find((name) => !PLAIN_NAME.test(name));
  return odd === undefined
    ? null
    : `has a property ${JSON.stringify(odd)}; models accept names of 1 to 64 letters, digits, _, . and -`;
}
