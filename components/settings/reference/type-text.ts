import type { Schema } from "./document";

const MAX_DEPTH = 6;
const INDENT = "  ";

/** Writes a JSON schema as a TypeScript type. Named schemas are written out once, at the first place. */
export function typeText(schema: Schema, schemas: Record<string, Schema>): string {
  return write(schema, { schemas, seen: new Set(), depth: 0 });
}

type Place = { schemas: Record<string, Schema>; seen: Set<string>; depth: number };

function write(schema: Schema, place: Place): string {
  const { $ref, enum: values, const: value, type, anyOf, oneOf, allOf } = schema;
  if (typeof $ref === "string") return named($ref.split("/").at(-1) ?? "", place);
  if (Array.isArray(values)) return values.map((one) => JSON.stringify(one)).join(" | ");
  if (value !== undefined) return JSON.stringify(value);
  const union = anyOf ?? oneOf;
  if (Array.isArray(union)) return [...new Set(union.map((one) => write(one, place)))].join(" | ");
  if (Array.isArray(allOf)) return allOf.map((one) => write(one, place)).join(" & ");
  if (Array.isArray(type)) return type.map((one) => write({ ...schema, type: one }, place)).join(" | ");
  if (type === "object") return objectText(schema, place);
  if (type === "array") return arrayText(schema, place);
  if (type === "integer") return "number";
  return typeof type === "string" ? type : "unknown";
}

function named(name: string, place: Place): string {
  const schema = place.schemas[name];
  if (!schema || place.seen.has(name)) return name;
  return write(schema, { ...place, seen: new Set([...place.seen, name]) });
}

function arrayText({ items, prefixItems }: Schema, place: Place): string {
  if (Array.isArray(prefixItems)) return `[${prefixItems.map((one) => write(one, place)).join(", ")}]`;
  const text = write(asSchema(items), place);
  return text.includes(" | ") && !text.startsWith("{") ? `(${text})[]` : `${text}[]`;
}

function objectText({ properties, required, additionalProperties }: Schema, place: Place): string {
  const fields = Object.entries(asSchema(properties));
  if (fields.length === 0) {
    const values = asSchema(additionalProperties);
    return Object.keys(values).length > 0 ? `Record<string, ${write(values, place)}>` : "object";
  }
  if (place.depth >= MAX_DEPTH) return "{ … }";
  const inner = { ...place, depth: place.depth + 1 };
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  const lines = fields.map(([name, one]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return `${INDENT.repeat(inner.depth)}${key}${isRequired(name) ? "" : "?"}: ${write(asSchema(one), inner)};`;
  });
  return `{\n${lines.join("\n")}\n${INDENT.repeat(place.depth)}}`;
}

const asSchema = (value: unknown): Schema =>
  typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
