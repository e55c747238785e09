import { isObject, type JsonSchema } from "./subject";

/**
 * Keywords whose value is a schema. The value of a keyword in `IN_LIST` is a list of schemas, in `BY_NAME` an
 * object of schemas by name.
 */
export const ALONE = new Set([
  "additionalItems",
  "additionalProperties",
  "contains",
  "contentSchema",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
]);
export const IN_LIST = new Set(["allOf", "anyOf", "items", "oneOf", "prefixItems"]);
export const BY_NAME = new Set([
  "$defs",
  "definitions",
  "dependencies",
  "dependentSchemas",
  "patternProperties",
  "properties",
]);

const NOWHERE = "schema://easel/";
const MAX_LEVELS = 300;

export type SchemaTarget = { node: unknown; base: string };

/** Resolves `$ref` within a document and the given other documents. It does not change them. */
export class Resources {
  readonly root: string;
  /** True for drafts before 2019-09, in which siblings of `$ref` are ignored and `$id` may be an anchor. */
  private readonly isOld: boolean;
  private readonly roots = new Map<string, unknown>();
  private readonly anchors = new Map<string, unknown>();
  private readonly dynamic = new Map<string, unknown>();
  private readonly bases = new Map<unknown, string>();
  private readonly found = new Map<string, SchemaTarget | undefined>();
  readonly refs: { node: JsonSchema; keyword: "$ref" | "$dynamicRef" }[] = [];

  constructor(schema: unknown, isOld: boolean, documents: Record<string, unknown> = {}) {
    this.isOld = isOld;
    for (const [address, document] of Object.entries(documents)) this.addRoot(document, address);
    this.refs.length = 0;
    this.addRoot(schema, NOWHERE);
    this.root = this.bases.get(schema) ?? NOWHERE;
  }

  baseOf(node: unknown, otherwise: string): string {
    return this.bases.get(node) ?? otherwise;
  }

  find(ref: string, base: string): SchemaTarget | undefined {
    const key = `${base} ${ref}`;
    if (!this.found.has(key)) this.found.set(key, this.lookUp(ref, base));
    return this.found.get(key);
  }

  /**
   * Like `find`, but throws if there is no target. `scope` has the addresses of the enclosing schemas,
   * innermost last.
   */
  target(ref: string, scope: readonly string[]): SchemaTarget {
    const target = this.find(ref, scope.at(-1) ?? "");
    if (!target) throw new Error(`refers to ${JSON.stringify(ref)}, which is not in it`);
    return target;
  }

  /**
   * Resolves `$dynamicRef`: if the target has the dynamic anchor, the outermost schema with that anchor is
   * used.
   */
  dynamicTarget(ref: string, scope: readonly string[]): SchemaTarget {
    const first = this.target(ref, scope);
    const name = ref.split("#")[1] ?? "";
    const isMarked = isObject(first.node) && first.node.$dynamicAnchor === name;
    const base = isMarked ? scope.find((one) => this.marked(name, one) !== undefined) : undefined;
    return base === undefined ? first : { node: this.marked(name, base), base };
  }

  private lookUp(ref: string, base: string): SchemaTarget | undefined {
    const address = resolve(ref, base);
    if (address === undefined) return undefined;
    const [place = "", fragment = ""] = address.split("#", 2);
    if (fragment !== "" && !fragment.startsWith("/")) {
      const node = this.anchors.get(address);
      return node === undefined ? undefined : { node, base: this.baseOf(node, place) };
    }
    if (!this.roots.has(place)) return undefined;
    return this.follow(this.roots.get(place), fragment, place);
  }

  marked(name: string, base: string): unknown {
    return this.dynamic.get(`${base}#${name}`);
  }

  private addRoot(schema: unknown, address: string): void {
    this.roots.set(withoutFragment(address), schema);
    this.add(schema, withoutFragment(address), 0);
  }

  private add(node: unknown, outer: string, level: number): void {
    if (!isObject(node) || level > MAX_LEVELS || this.bases.has(node)) return;
    const base = this.name(node, outer);
    this.bases.set(node, base);
    for (const keyword of ["$ref", "$dynamicRef"] as const)
      if (typeof node[keyword] === "string") this.refs.push({ node, keyword });
    for (const [key, value] of Object.entries(node)) {
      if (IN_LIST.has(key) && Array.isArray(value)) for (const one of value) this.add(one, base, level + 1);
      else if (ALONE.has(key)) this.add(value, base, level + 1);
      else if (BY_NAME.has(key) && isObject(value))
        for (const one of Object.values(value)) this.add(one, base, level + 1);
    }
  }

  /** Registers the addresses of a schema. Returns the base address for its references. */
  private name(node: JsonSchema, outer: string): string {
    const { $id, $ref, $anchor, $dynamicAnchor } = node;
    if (this.isOld && $ref !== undefined) return outer;
    const id = typeof $id === "string" ? resolve($id, outer) : undefined;
    let base = outer;
    if (id !== undefined && this.isOld && id.includes("#") && !id.endsWith("#")) this.anchors.set(id, node);
    else if (id !== undefined) {
      base = withoutFragment(id);
      this.roots.set(base, node);
    }
    if (typeof $anchor === "string") this.anchors.set(`${base}#${$anchor}`, node);
    if (typeof $dynamicAnchor === "string") {
      this.anchors.set(`${base}#${$dynamicAnchor}`, node);
      this.dynamic.set(`${base}#${$dynamicAnchor}`, node);
    }
    return base;
  }

  private follow(root: unknown, pointer: string, place: string): SchemaTarget | undefined {
    let node = root;
    let base = this.baseOf(root, place);
    for (const key of pointer.split("/").slice(1).map(decoded)) {
      const isThere = Array.isArray(node) || isObject(node) ? Object.hasOwn(node, key) : false;
      if (!isThere) return undefined;
      node = Reflect.get(Object(node), key);
      base = this.baseOf(node, base);
    }
    if (typeof node !== "boolean" && !isObject(node)) return undefined;
    // Register the target: it may be outside the keywords that contain schemas, and may itself contain
    // references.
    this.add(node, base, 0);
    return { node, base: this.baseOf(node, base) };
  }
}

const withoutFragment = (address: string): string => address.split("#", 1)[0] ?? "";

function resolve(ref: string, base: string): string | undefined {
  try {
    return new URL(ref, base).href;
  } catch {
    return undefined;
  }
}

function decoded(key: string): string {
  try {
    return decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return key;
  }
}
