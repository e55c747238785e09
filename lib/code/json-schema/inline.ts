import { dereference, schemaArrayKeyword, schemaKeyword, schemaMapKeyword } from "@cfworker/json-schema";
import { dialectOf, isObject, type JsonSchema } from "./subject";

/** Maximum number of nodes of the result. Repeated references can expand a small schema beyond any memory. */
const MAX_NODES = 2_000;

/**
 * Keywords that identify or refer to schemas. They are dropped, because nothing refers to a schema after
 * inlining.
 */
const PLACES = new Set(["$schema", "$id", "id", "$ref", "$anchor", "$defs", "definitions", "$comment"]);
/**
 * Keywords whose schemas providers ignore, so they are dropped. The check of a tool call still applies them.
 */
const UNREAD = new Set(["dependencies", "additionalItems"]);
const ANNOTATIONS = new Set(["title", "description", "default", "examples", "deprecated"]);
const MAY_BE_BOOLEAN = new Set(["additionalProperties", "unevaluatedProperties", "unevaluatedItems"]);

class TooLarge extends Error {}

/**
 * Returns the schema for models, with its references inlined. A recursive schema is inlined once and then
 * only named. Returns null if the result is too large.
 */
export function withoutRefs(schema: JsonSchema): JsonSchema | null {
  try {
    // The library changes its argument.
    return new Writer(structuredClone(schema)).write();
  } catch (error) {
    if (error instanceof TooLarge) return null;
    throw error;
  }
}

class Writer {
  private left = MAX_NODES;
  private readonly root: JsonSchema;
  private readonly targets: Record<string, unknown>;
  /** True for drafts 4 and 7, which ignore siblings of `$ref`. */
  private readonly isAlone: boolean;

  constructor(root: JsonSchema) {
    this.root = root;
    this.targets = dereference(root);
    this.isAlone = ["4", "7"].includes(dialectOf(root));
  }

  write = (node: unknown = this.root, open: readonly unknown[] = []): JsonSchema => {
    if (this.left-- <= 0) throw new TooLarge();
    if (!isObject(node)) return node === false ? { not: {} } : {};
    const inside = [...open, node];
    const own = this.keywords(node, inside);
    if (node.$ref === undefined) return own;
    const target = this.targets[String(node.__absolute_ref__ ?? node.$ref)];
    const meant = inside.includes(target) ? again(target, String(node.$ref)) : this.write(target, inside);
    const entries = Object.entries(own);
    const annotations = Object.fromEntries(entries.filter(([key]) => ANNOTATIONS.has(key)));
    const more = this.isAlone ? [] : entries.filter(([key]) => !ANNOTATIONS.has(key));
    if (more.length === 0) return { ...meant, ...annotations };
    const { allOf = [], ...rest } = meant;
    return { ...rest, ...annotations, allOf: [...[allOf].flat(), Object.fromEntries(more)] };
  };

  private keywords(node: JsonSchema, inside: readonly unknown[]): JsonSchema {
    const one = (schema: unknown) => this.write(schema, inside);
    const entries = Object.entries(node).flatMap(([key, value]): [string, unknown][] => {
      if (PLACES.has(key) || UNREAD.has(key)) return [];
      if (key === "items" && Array.isArray(value)) return [[key, { anyOf: value.map(one) }]];
      if (key in schemaArrayKeyword && Array.isArray(value)) return [[key, value.map(one)]];
      if (key in schemaMapKeyword && isObject(value))
        return [[key, Object.fromEntries(Object.entries(value).map(([name, it]) => [name, one(it)]))]];
      if (key in schemaKeyword && !(typeof value === "boolean" && MAY_BE_BOOLEAN.has(key)))
        return [[key, one(value)]];
      return [[key, value]];
    });
    const isList = node.type === "array" && !("items" in node) && !("prefixItems" in node);
    // Providers reject an array without `items`.
    return Object.fromEntries(isList ? [...entries, ["items", {}]] : entries);
  }
}

const again = (target: unknown, ref: string): JsonSchema => ({
  ...(isObject(target) && typeof target.type === "string" && { type: target.type }),
  ...(isObject(target) && target.type === "array" && { items: {} }),
  description: `Recursive: ${ref.split("/").at(-1)}`,
});
