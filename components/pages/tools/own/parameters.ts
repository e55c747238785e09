import { isRecord } from "@/lib/shared/chat/parts";
import { t } from "@/lib/shared/i18n/en/toolsOwn";

type Schema = Record<string, unknown>;

export type Parameter = {
  /** Path of the parameter, such as `ideas` or `ideas[].title`. */
  path: string;
  /** Nesting depth, from 0. */
  depth: number;
  type: string;
  isRequired: boolean;
  about: string;
};

const MAX_DEPTH = 4;
const MAX_PARAMETERS = 200;

/** Lists the parameters of a JSON Schema. Nested parameters follow their object or list. */
export function parametersOf(schema: Schema): Parameter[] {
  return inside(schema, schema, "", 0).slice(0, MAX_PARAMETERS);
}

function inside(root: Schema, schema: Schema, base: string, depth: number): Parameter[] {
  const { properties, required } = schema;
  if (!isRecord(properties) || depth >= MAX_DEPTH) return [];
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(properties).flatMap(([name, property]) => {
    const one = resolve(root, property);
    const path = base === "" ? name : `${base}.${name}`;
    const items = isRecord(one.items) ? resolve(root, one.items) : undefined;
    const below = items ? inside(root, items, `${path}[]`, depth + 1) : inside(root, one, path, depth + 1);
    const about = aboutOf(one);
    return [{ path, depth, type: typeOf(root, one), isRequired: needed.includes(name), about }, ...below];
  });
}

function typeOf(root: Schema, schema: Schema): string {
  const { type, enum: values, const: only, anyOf, oneOf, items } = schema;
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(` ${t("or")} `);
  if (only !== undefined) return JSON.stringify(only);
  const either = [anyOf, oneOf].find(Array.isArray);
  if (either) {
    const types = either.map((one) => typeOf(root, resolve(root, one)));
    return [...new Set(types)].join(` ${t("or")} `);
  }
  if (Array.isArray(type)) return type.join(` ${t("or")} `);
  if (type === "array" && isRecord(items)) return t("listOf", { type: typeOf(root, resolve(root, items)) });
  if (type === "array") return t("list");
  return typeof type === "string" ? type : isRecord(schema.properties) ? "object" : "any";
}

function aboutOf({ description, default: fallback, ...schema }: Schema): string {
  const bounds = Object.entries(BOUNDS).flatMap(([key, describe]) =>
    schema[key] === undefined ? [] : [describe(String(schema[key]))],
  );
  const text = typeof description === "string" ? description : "";
  return [
    text,
    bounds.join(", "),
    fallback === undefined ? "" : t("defaultIs", { value: JSON.stringify(fallback) }),
  ]
    .filter(Boolean)
    .join(" · ");
}

const BOUNDS: Record<string, (value: string) => string> = {
  minimum: (value) => `≥ ${value}`,
  maximum: (value) => `≤ ${value}`,
  minLength: (value) => t("characters", { bound: `≥ ${value}` }),
  maxLength: (value) => t("characters", { bound: `≤ ${value}` }),
  minItems: (value) => t("items", { bound: `≥ ${value}` }),
  maxItems: (value) => t("items", { bound: `≤ ${value}` }),
  format: (value) => t("format", { value }),
  pattern: (value) => t("pattern", { value }),
};

/** Resolves a reference such as `#/$defs/item`. Returns the schema unchanged if the target does not exist. */
function resolve(root: Schema, unresolved: unknown): Schema {
  if (!isRecord(unresolved)) return {};
  if (typeof unresolved.$ref !== "string") return unresolved;
  const keys = unresolved.$ref.split("/").slice(1);
  const found = keys.reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), root);
  return isRecord(found) ? { ...found, ...unresolved } : unresolved;
}
