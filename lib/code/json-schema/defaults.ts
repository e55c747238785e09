import { misfit } from "./fit";
import { isObject, type JsonSchema } from "./subject";

/**
 * Returns `value` without the optional properties that are null although their schema does not allow null. Models send
 * null for a value that is not set. References in `schema` must be inlined.
 */
export function withoutUnset(schema: JsonSchema, value: unknown): unknown {
  const { properties, required } = schema;
  if (!isObject(value) || !isObject(properties)) return value;
  const isUnset = ([name, one]: [string, unknown]) => {
    const property = properties[name];
    const isOptional = !Array.isArray(required) || !required.includes(name);
    return one === null && isOptional && isObject(property) && misfit(property, null, PROPERTY) !== null;
  };
  const entries = Object.entries(value);
  return entries.some(isUnset) ? Object.fromEntries(entries.filter((entry) => !isUnset(entry))) : value;
}

const PROPERTY = { schema: "property", value: "value" };

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
