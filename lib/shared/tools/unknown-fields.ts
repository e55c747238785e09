import { z } from "zod";
import { nearestNames } from "@/lib/shared/text/nearest";
import { isRecord } from "../chat/parts";
import { formatPath } from "../issues";

type Schema = Record<string, unknown>;

/**
 * A field that the schema does not define. `known` lists the fields that the schema defines but the object
 * lacks.
 */
export type UnknownField = { path: PropertyKey[]; name: string; known: string[] };

/** One combination of fields that an object may have, with all schemas that apply to each field. */
type Shape = { properties: Map<string, Schema[]>; isClosed: boolean; isOpen: boolean; others: Schema[] };

const MAX_SHAPES = 200;
/**
 * Maximum schemas examined per value. Agents and servers write schemas, and a check must not block the event
 * loop.
 */
const MAX_EFFORT = 50_000;
/** Keywords that allow fields which `properties` does not list. */
const OPENING = [
  "patternProperties",
  "propertyNames",
  "unevaluatedProperties",
  "dependentSchemas",
  "if",
  "then",
  "not",
];
const SYNONYMS = [
  ["filter", "where", "query", "criteria", "condition", "selector", "match"],
  ["options", "choices", "answers"],
  ["data", "document", "documents", "doc", "docs"],
  ["cron_expression", "schedule"],
  ["instruction", "prompt", "task", "message"],
  ["content", "text", "value", "body"],
  ["query", "q", "term", "keywords"],
  ["url", "uri", "link", "address"],
  ["limit", "max_results", "count", "top_k"],
  ["code", "script", "source"],
  ["sql", "query", "statement"],
];

/** Marks a schema whose values are rewritten by a preprocessing step before they are checked. */
const PREPROCESS = "x-preprocess";

type Preprocess = (value: unknown) => unknown;

/** A JSON Schema whose objects name all their fields, with the preprocessing steps that it refers to. */
export type ClosedSchema = { schema: Schema; steps: readonly Preprocess[] };

const converted = new WeakMap<z.core.$ZodType, ClosedSchema>();

/** Converts a zod schema to a JSON Schema and caches the result. Objects without a catch-all become closed. */
export function closedSchema(schema: z.core.$ZodType): ClosedSchema {
  const existing = converted.get(schema);
  if (existing) return existing;
  const steps: Preprocess[] = [];
  const made = { schema: convert(schema, steps), steps };
  converted.set(schema, made);
  return made;
}

const convert = (schema: z.core.$ZodType, steps: Preprocess[]): Schema =>
  z.toJSONSchema(schema, {
    io: "input",
    target: "draft-7",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      if (def.type === "object" && !def.catchall) jsonSchema.additionalProperties = false;
      if (def.type !== "pipe") return;
      const first = def.in._zod.def;
      // The first schema of the pipe accepts anything, so the second one defines the fields.
      if (first.type === "unknown" || first.type === "any")
        Object.assign(jsonSchema, convert(def.out, steps));
      if (first.type === "transform") {
        const { transform } = first as z.core.$ZodTransformDef;
        jsonSchema[PREPROCESS] = steps.push((value) => transform(value, { value, issues: [] })) - 1;
      }
    },
  });

/**
 * Finds the fields of `value` that `schema` does not define, at any depth. Only closed objects are checked:
 * their schema has `additionalProperties: false`, or `properties` without `additionalProperties`. If the schema
 * allows several shapes, uses the one with the fewest unknown fields.
 */
export const unknownFields = ({ schema, steps }: ClosedSchema, value: unknown): UnknownField[] =>
  new Finder(schema, steps).find([schema], value, []);

class Finder {
  private left = MAX_EFFORT;
  private readonly root: Schema;
  private readonly steps: readonly Preprocess[];

  constructor(root: Schema, steps: readonly Preprocess[]) {
    this.root = root;
    this.steps = steps;
  }

  find(schemas: readonly Schema[], input: unknown, path: PropertyKey[]): UnknownField[] {
    if (this.left <= 0) return [];
    const value = this.preprocessed(schemas, input);
    if (Array.isArray(value)) return this.ofItems(schemas, value, path);
    if (!isRecord(value)) return [];
    const shapes = this.shapesOf({ allOf: schemas }, value);
    const found = shapes.map((shape) => this.ofShape(shape, value, path));
    return found.length === 0 ? [] : found.reduce(fewer);
  }

  private preprocessed(schemas: readonly Schema[], input: unknown): unknown {
    return schemas.reduce<unknown>((value, schema) => {
      const step = this.steps[Number(this.resolved(schema)?.[PREPROCESS])];
      return step ? step(value) : value;
    }, input);
  }

  private ofItems(schemas: readonly Schema[], value: unknown[], path: PropertyKey[]): UnknownField[] {
    const lists = this.variantsOf({ allOf: schemas }, (one) => isType(one, "array"));
    const found = lists.map((parts) =>
      value.flatMap((item, at) => {
        const ofItem = parts.flatMap(({ items, prefixItems }) => {
          const own = Array.isArray(prefixItems) ? prefixItems[at] : Array.isArray(items) ? items[at] : items;
          return isRecord(own) ? [own] : [];
        });
        return ofItem.length === 0 ? [] : this.find(ofItem, item, [...path, at]);
      }),
    );
    return found.length === 0 ? [] : found.reduce(fewer);
  }

  private ofShape(shape: Shape, value: Schema, path: PropertyKey[]): UnknownField[] {
    const { properties, isClosed, isOpen, others } = shape;
    const known = [...properties.keys()].filter((name) => !Object.hasOwn(value, name));
    return Object.entries(value).flatMap(([name, inner]) => {
      const schemas = properties.get(name);
      if (schemas) return this.find(schemas, inner, [...path, name]);
      if (isClosed && !isOpen) return inner === undefined ? [] : [{ path: [...path, name], name, known }];
      return others.length === 0 ? [] : this.find(others, inner, [...path, name]);
    });
  }

  private shapesOf(schema: Schema, value: Schema): Shape[] {
    const fits = (one: Schema) => isType(one, "object") && mayBe(one, value);
    return this.variantsOf(schema, fits).map((parts) => {
      const shape: Shape = { properties: new Map(), isClosed: false, isOpen: false, others: [] };
      for (const part of parts) {
        const { properties, additionalProperties: more } = part;
        const listed = isRecord(properties) ? Object.entries(properties) : [];
        for (const [name, own] of listed)
          shape.properties.set(name, [
            ...(shape.properties.get(name) ?? []),
            ...(isRecord(own) ? [own] : []),
          ]);
        if (more === false || (more === undefined && listed.length > 0)) shape.isClosed = true;
        if ((more !== undefined && more !== false) || OPENING.some((key) => key in part)) shape.isOpen = true;
        if (isRecord(more)) shape.others.push(more);
      }
      return shape;
    });
  }

  /** Returns, for every combination of `anyOf` and `oneOf` alternatives, the schemas that apply together. */
  private variantsOf(schema: Schema, fits: (schema: Schema) => boolean, hops = 0): Schema[][] {
    const own = this.left-- > 0 && hops <= 50 ? this.resolved(schema) : null;
    if (!own) return [[{}]];
    if (!fits(own)) return [];
    // Values are only preprocessed by `find`. An alternative with a preprocessing step is not, so it counts as
    // accepting anything.
    if (hops > 1 && PREPROCESS in own) return [[{}]];
    let variants: Schema[][] = [[own]];
    const groups = [
      ...listOf(own.allOf).map((one) => [one]),
      ...[own.anyOf, own.oneOf].flatMap((some) => (Array.isArray(some) ? [listOf(some)] : [])),
    ];
    for (const group of groups) {
      if (group.length > MAX_SHAPES) return [[{}]];
      const inner = group.flatMap((one) => this.variantsOf(one, fits, hops + 1));
      if (variants.length * inner.length > MAX_SHAPES) return [[{}]];
      variants = variants.flatMap((before) => inner.map((one) => [...before, ...one]));
    }
    return variants;
  }

  /** Resolves a local reference and merges the keywords next to it; null if it cannot be resolved. */
  private resolved(schema: Schema): Schema | null {
    const { $ref, ...beside } = schema;
    if ($ref === undefined) return schema;
    if (typeof $ref !== "string" || !$ref.startsWith("#")) return null;
    const target = $ref
      .slice(1)
      .split("/")
      .filter(Boolean)
      .map((key) => decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~"))
      .reduce<unknown>((node, key) => (isRecord(node) ? node[key] : undefined), this.root);
    if (!isRecord(target)) return null;
    return Object.keys(beside).length === 0 && target.$ref === undefined
      ? target
      : { allOf: [target, beside] };
  }
}

const listOf = (schemas: unknown): Schema[] =>
  Array.isArray(schemas) ? schemas.map((one) => (isRecord(one) ? one : {})) : [];

const isType = ({ type }: Schema, wanted: string): boolean =>
  type === undefined || [type].flat().includes(wanted);

/**
 * Returns whether `value` can have this shape: its constant fields, such as the type of a block, must match.
 */
const mayBe = ({ properties }: Schema, value: Schema): boolean =>
  !isRecord(properties) ||
  Object.entries(properties).every(([name, own]) => {
    if (!isRecord(own) || !Object.hasOwn(value, name)) return true;
    const { const: only, enum: some } = own;
    return (
      (only === undefined || only === value[name]) && (!Array.isArray(some) || some.includes(value[name]))
    );
  });

const fewer = (a: UnknownField[], b: UnknownField[]) => (b.length < a.length ? b : a);

export function unknownFieldMessage({ path, name, known }: UnknownField): string {
  const meant = nearestField(name, known);
  const help = meant
    ? ` Did you mean ${meant}?`
    : known.length > 0
      ? ` Other fields: ${known.join(", ")}.`
      : "";
  return `${formatPath(path)}: unknown field.${help}`;
}

export function nearestField(name: string, known: readonly string[]): string | undefined {
  const alike = SYNONYMS.filter((group) => group.includes(name)).flat();
  const meant = known.find((field) => field !== name && alike.includes(field));
  return meant ?? nearestNames(name, known, Math.max(1, Math.floor(name.length / 3)))[0];
}
