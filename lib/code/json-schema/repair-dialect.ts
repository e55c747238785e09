import { TYPES } from "./keywords";
import { compilePattern } from "./pattern";
import { isObject, type JsonSchema } from "./subject";

/** Types of other languages and of OpenAPI. Null allows any value. */
const OTHER_TYPES: Record<string, string | null> = {
  any: null,
  bool: "boolean",
  date: "string",
  datetime: "string",
  dict: "object",
  double: "number",
  file: "string",
  float: "number",
  int: "integer",
  list: "array",
  long: "integer",
  map: "object",
  none: "null",
  str: "string",
  text: "string",
};

type Note = (keyword: string, what: string) => void;

/**
 * Returns the type of JSON Schema for a name, null if it allows any value, or undefined for an unknown name.
 */
export function typeNamed(name: string): string | null | undefined {
  const plain = name.toLowerCase();
  return TYPES.includes(plain) ? plain : Object.hasOwn(OTHER_TYPES, plain) ? OTHER_TYPES[plain] : undefined;
}

export function translate(node: JsonSchema, note: Note): void {
  translateBounds(node, note);
  translateDraft4(node);
  translateNullable(node);
  translatePatterns(node, note);
}

/** In draft 4, `exclusiveMinimum: true` excludes the value of `minimum`. */
function translateBounds(node: JsonSchema, note: Note): void {
  for (const [exclusive, bound] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    const isExclusive = node[exclusive];
    if (typeof isExclusive !== "boolean") continue;
    note(exclusive, `was ${isExclusive}, as in draft 4`);
    delete node[exclusive];
    if (!isExclusive || typeof node[bound] !== "number") continue;
    node[exclusive] = node[bound];
    delete node[bound];
  }
}

function translateDraft4(node: JsonSchema): void {
  if (!/\bdraft-0?[34]\b/.test(String(node.$schema ?? ""))) return;
  node.$schema = "http://json-schema.org/draft-07/schema#";
  if (typeof node.id !== "string") return;
  node.$id ??= node.id;
  delete node.id;
}

/** OpenAPI writes `nullable` if null is also allowed. */
function translateNullable(node: JsonSchema): void {
  if (node.nullable === true && node.type !== undefined) {
    node.type = [...new Set([node.type, "null"].flat())];
    if (Array.isArray(node.enum) && !node.enum.includes(null)) node.enum = [...node.enum, null];
  }
  if (typeof node.nullable === "boolean") delete node.nullable;
}

/** A pattern of another dialect cannot be checked. Models read it in the description. */
function translatePatterns(node: JsonSchema, note: Note): void {
  const { pattern, patternProperties } = node;
  if (pattern !== undefined && !isPattern(pattern)) {
    note("pattern", "is of another dialect and is not checked");
    delete node.pattern;
    if (typeof pattern === "string")
      node.description = [node.description, `Pattern: ${pattern}`].filter(Boolean).join("\n");
  }
  if (!isObject(patternProperties)) return;
  const lost = Object.keys(patternProperties).filter((one) => !isPattern(one));
  if (lost.length === 0) return;
  note("patternProperties", "has a pattern of another dialect, which is not checked");
  for (const one of lost) delete patternProperties[one];
  if (node.additionalProperties === false) delete node.additionalProperties;
}

function isPattern(pattern: unknown): boolean {
  try {
    return typeof pattern === "string" && compilePattern(pattern) !== null;
  } catch {
    return false;
  }
}
