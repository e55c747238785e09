import { withoutRefs } from "./inline";
import { isObject, type JsonSchema } from "./subject";

/**
 * A schema in the subset of JSON Schema 2020-12 that all providers accept. `names` maps aliases, which models
 * see instead of names that providers reject, to the real names of arguments.
 */
export type ModelSchema = { schema: JsonSchema; names: ReadonlyMap<string, string> };

/** Keywords that providers reject at the top level. The check of a call still applies them. */
const NOT_AT_TOP = new Set(["anyOf", "oneOf", "allOf", "not", "enum", "const", "if", "then", "else"]);
/** Names that Anthropic accepts for arguments. */
const PLAIN_NAME = /^[a-zA-Z0-9_.-]{1,64}$/;
const MAX_NAME_CHARS = 64;
/**
 * Maximum nesting depth, because Gemini rejects deeper schemas. Deeper levels are replaced by a description with
 * their type.
 */
const MAX_LEVELS = 12;
const MAX_DESCRIBED_CHARS = 2_000;

export function schemaForModels(schema: JsonSchema): ModelSchema {
  const whole = withoutRefs(schema);
  // The schema with inlined references is too large, so allow any arguments. The check of a call still
  // applies it.
  if (whole === null) return { schema: { type: "object", properties: {} }, names: new Map() };
  const { properties, required } = argumentsOf(whole);
  const top = Object.entries(whole).filter(([key]) => !NOT_AT_TOP.has(key));
  const accepted = shaped(
    { ...Object.fromEntries(top), type: "object", properties, ...(required && { required }) },
    0,
  );
  return renamed(accepted);
}

/**
 * Collects the arguments of all alternatives. Only those required at the top level or in `allOf` are
 * required.
 */
function argumentsOf(whole: JsonSchema): { properties: JsonSchema; required?: string[] } {
  const branches = (key: string) => (Array.isArray(whole[key]) ? whole[key].filter(isObject) : []);
  const all = branches("allOf");
  const found = [whole, ...all, ...branches("anyOf"), ...branches("oneOf")];
  const properties = Object.assign(
    {},
    ...found
      .map((one) => one.properties)
      .filter(isObject)
      .reverse(),
  );
  const required = [whole, ...all].flatMap((one) => (Array.isArray(one.required) ? one.required : []));
  return { properties, ...(required.length > 0 && { required: [...new Set(required.map(String))] }) };
}

function shaped(node: JsonSchema, level: number): JsonSchema {
  const { prefixItems, ...rest } = node;
  const tuple = Array.isArray(prefixItems) ? { items: { anyOf: prefixItems } } : {};
  const own: JsonSchema = { ...rest, ...tuple };
  if (Array.isArray(own.enum) && own.enum.length === 0) delete own.enum;
  if (level >= MAX_LEVELS) return describedInText(own);
  const types = [own.type ?? []].flat();
  if (types.includes("array") && !isObject(own.items)) own.items = {};
  const inner = (one: unknown) => (isObject(one) ? shaped(one, level + 1) : one);
  for (const key of ["items", "additionalProperties", "not", "contains", "propertyNames"])
    if (isObject(own[key])) own[key] = inner(own[key]);
  for (const key of ["anyOf", "oneOf", "allOf"]) if (Array.isArray(own[key])) own[key] = own[key].map(inner);
  if (!isObject(own.properties)) return own;
  const odd = level > 0 && Object.keys(own.properties).some((name) => !PLAIN_NAME.test(name));
  if (odd) return describedInText(own);
  const properties = Object.fromEntries(
    // Most providers reject boolean schemas.
    Object.entries(own.properties).map(([name, one]) => [name, isObject(one) ? shaped(one, level + 1) : {}]),
  );
  const required = Array.isArray(own.required) ? own.required.map(String) : [];
  // Gemini rejects a required argument without a schema.
  for (const name of required) if (!Object.hasOwn(properties, name)) properties[name] = {};
  return { ...own, properties, ...(required.length > 0 && { required }) };
}

function describedInText({ type, description, ...rest }: JsonSchema): JsonSchema {
  const types = [type ?? []].flat();
  const json =
    Object.keys(rest).length > 0 ? JSON.stringify(rest).slice(0, MAX_DESCRIBED_CHARS).toWellFormed() : "";
  return {
    ...(type !== undefined && { type }),
    ...(types.includes("array") && { items: {} }),
    description: [description, json && `JSON schema: ${json}`].filter(Boolean).join("\n"),
  };
}

function renamed(schema: JsonSchema): ModelSchema {
  const entries = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  const taken = new Set(entries.map(([name]) => name).filter((name) => PLAIN_NAME.test(name)));
  const names = new Map<string, string>();
  const aliases = new Map<string, string>();
  for (const [name] of entries) {
    if (PLAIN_NAME.test(name)) continue;
    const base = name.replace(/[^a-zA-Z0-9_.-]+/g, "_").slice(0, MAX_NAME_CHARS - 4) || "_";
    let alias = base;
    for (let n = 2; taken.has(alias); n++) alias = `${base}_${n}`;
    taken.add(alias);
    names.set(alias, name);
    aliases.set(name, alias);
  }
  if (names.size === 0) return { schema: schema, names };
  const properties = entries.map(([name, one]) => {
    const alias = aliases.get(name);
    if (alias === undefined) return [name, one];
    const { description = "", ...rest } = isObject(one) ? one : {};
    return [alias, { ...rest, description: `${description}\n(Its name is ${JSON.stringify(name)}.)`.trim() }];
  });
  const required = Array.isArray(schema.required)
    ? schema.required.map((name) => aliases.get(name) ?? name)
    : [];
  return {
    schema: {
      ...schema,
      properties: Object.fromEntries(properties),
      ...(required.length > 0 && { required }),
    },
    names,
  };
}

export function withRealNames(names: ModelSchema["names"], args: unknown): unknown {
  if (names.size === 0 || !isObject(args)) return args;
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [names.get(name) ?? name, value]));
}
