import { z } from "zod";

type Schema = Record<string, unknown>;

/** Bounds that a model does not come near are checked, but not told: each would be read in every step. */
const FAR: Record<string, (bound: number) => boolean> = {
  minLength: (bound) => bound <= 1,
  minItems: (bound) => bound <= 1,
  maxLength: (bound) => bound >= 40,
  maxItems: (bound) => bound >= 40,
  minimum: (bound) => bound < -1_000_000 || bound === 1,
  exclusiveMinimum: (bound) => bound === 0,
  maximum: (bound) => bound > 1_000_000,
};

/** JSON Schema as providers take it: no `$ref`, no `$schema`, and nothing that says nothing. */
export function toModelSchema(schema: z.ZodType): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: "input",
    target: "draft-7",
    reused: "inline",
    override: ({ jsonSchema, path }) => shorten(jsonSchema, path.length === 0),
  });
  return rest;
}

function shorten(node: Schema, isTop: boolean): void {
  for (const [keyword, isFar] of Object.entries(FAR)) {
    const bound = node[keyword];
    if (typeof bound === "number" && isFar(bound)) delete node[keyword];
  }
  // Its values say it.
  if (typeof node.const === "string" || isTexts(node.enum)) delete node.type;
  // What a name may look like is told by what refuses it.
  delete node.pattern;
  if (isEmpty(node.additionalProperties)) delete node.additionalProperties;
  // Providers want them only at the top.
  if (!isTop && isEmpty(node.properties)) delete node.properties;
}

const isTexts = (values: unknown) =>
  Array.isArray(values) && values.every((value) => typeof value === "string");

const isEmpty = (value: unknown) =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;
