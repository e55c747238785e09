import { isObject, type JsonSchema } from "./subject";

/** Returns `value` with the defaults of its missing properties. References in `schema` must be inlined. */
export function withDefaults(schema: JsonSchema, value: unknown): unknown {
  if (!isObject(value) || !isObject(schema.properties)) return value;
  const missing = Object.entries(schema.properties).flatMap(([name, property]) =>
    isObject(property) && "default" in property && !Object.hasOwn(value, name)
      ? [[name, structuredClone(property.default)]]
      : [],
  );
  return missing.length > 0 ? { ...value, ...Object.fromEntries(missing) } : value;
}
