import { z } from "zod";
import { descriptionFor, isHiddenFromModels } from "@/lib/shared/text/schema-for-models";

type Schema = Record<string, unknown>;

/**
 * Bounds that a model's input hardly ever reaches. They are checked, but omitted from the schema, because it is
 * part of every request.
 */
const UNREACHED: Record<string, (bound: number) => boolean> = {
  minLength: (bound) => bound <= 1,
  minItems: (bound) => bound <= 1,
  maxLength: (bound) => bound >= 40,
  maxItems: (bound) => bound >= 40,
  minimum: (bound) => bound < -1_000_000 || bound === 1,
  exclusiveMinimum: (bound) => bound === 0,
  maximum: (bound) => bound > 1_000_000,
};

/** From this value on, `maximum` is omitted from the short schema. */
const FAR_MAXIMUM = 40;

/** Converts to JSON Schema as providers accept it: without `$ref`, `$schema` and redundant keywords. */
export const toModelSchema = (schema: z.ZodType): Schema =>
  converted(schema, (node, isTop) => shorten(node, isTop));

/**
 * Converts to a shorter schema for models. Omits what error messages explain, and types that follow from
 * `properties` or `items`.
 */
export const toShortSchema = (schema: z.ZodType): Schema =>
  converted(schema, (node, isTop, zodSchema) => {
    shorten(node, isTop);
    const replacement = descriptionFor(zodSchema);
    if (replacement !== undefined) {
      for (const key of Object.keys(node)) delete node[key];
      node.description = replacement;
    }
    if (isRecord(node.properties) && zodSchema instanceof z.ZodObject)
      for (const [name, field] of Object.entries(zodSchema.shape))
        if (isHiddenFromModels(field)) delete node.properties[name];
    if (Array.isArray(node.oneOf) && zodSchema instanceof z.ZodDiscriminatedUnion)
      node.oneOf = node.oneOf.filter((_, index) => !isHiddenFromModels(zodSchema.options[index] ?? {}));
    // Omit the schemas for keys and values of maps: if one is not allowed, the error explains it.
    delete node.propertyNames;
    if (node.type === "object") delete node.additionalProperties;
    if (node.minimum === 0) delete node.minimum;
    // The model may omit a field with a default.
    delete node.default;
    if (node.format === "uuid") delete node.format;
    if (typeof node.maximum === "number" && node.maximum >= FAR_MAXIMUM) delete node.maximum;
    const isImplied = node.type === "object" ? node.properties : node.type === "array" && node.items;
    if (!isTop && isImplied) delete node.type;
  });

type Change = (node: Schema, isTop: boolean, schema: object) => void;

function converted(schema: z.ZodType, change: Change): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: "input",
    target: "draft-7",
    reused: "inline",
    override: ({ jsonSchema, path, zodSchema }) => change(jsonSchema, path.length === 0, zodSchema),
  });
  return rest;
}

function shorten(node: Schema, isTop: boolean): void {
  for (const [keyword, isFar] of Object.entries(UNREACHED)) {
    const bound = node[keyword];
    if (typeof bound === "number" && isFar(bound)) delete node[keyword];
  }
  // Omit the type, because it follows from the values.
  if (typeof node.const === "string" || areStrings(node.enum)) delete node.type;
  // Omit the pattern: if a text does not match it, the error explains it.
  delete node.pattern;
  if (isEmpty(node.additionalProperties)) delete node.additionalProperties;
  // Providers require `properties` at the top level. Elsewhere, empty ones are redundant.
  if (!isTop && isEmpty(node.properties)) delete node.properties;
}

const areStrings = (values: unknown) =>
  Array.isArray(values) && values.every((value) => typeof value === "string");

const isRecord = (value: unknown): value is Schema => typeof value === "object" && value !== null;

const isEmpty = (value: unknown) => isRecord(value) && Object.keys(value).length === 0;
