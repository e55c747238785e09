import type { JSONSchema7, JSONSchema7Definition } from "@ai-sdk/provider";
import type { LanguageModelMiddleware } from "ai";

/** Keywords that contain schemas by name, one schema, or a list of schemas. */
const NAMED = ["properties", "$defs", "definitions"] as const;
const SINGLE = ["items", "additionalProperties"] as const;
const LISTED = ["anyOf", "oneOf", "allOf"] as const;

/**
 * Replaces `const` in the schemas of tools by an `enum` with one value. Gemini ignores `const`, so it would
 * guess the type of each block.
 */
export const googleSchemas: LanguageModelMiddleware = {
  specificationVersion: "v4",
  transformParams: async ({ params }) => ({
    ...params,
    tools: params.tools?.map((tool) =>
      tool.type === "function" ? { ...tool, inputSchema: forGoogle(tool.inputSchema) } : tool,
    ),
  }),
};

const made = new WeakMap<JSONSchema7, JSONSchema7>();

/** Returns the converted schema. Cached, because every step of a run sends the same tools. */
function forGoogle(schema: JSONSchema7): JSONSchema7 {
  const converted = made.get(schema) ?? withEnums(schema);
  made.set(schema, converted);
  return converted;
}

export function withEnums(schema: JSONSchema7): JSONSchema7 {
  const { const: only, $schema, ...rest } = schema;
  const values: unknown[] | undefined = only === undefined ? rest.enum : [only];
  // Add the implied type, because Gemini expects one.
  const result: JSONSchema7 = { ...impliedType(rest, values), ...rest, ...(values && { enum: values }) };
  for (const key of NAMED) {
    const schemas = result[key];
    if (schemas)
      result[key] = Object.fromEntries(Object.entries(schemas).map(([name, it]) => [name, each(it)]));
  }
  for (const key of SINGLE) {
    const inner = result[key];
    if (Array.isArray(inner)) Object.assign(result, { [key]: inner.map(each) });
    else if (inner !== undefined) result[key] = each(inner);
  }
  for (const key of LISTED) if (result[key]) result[key] = result[key].map(each);
  return result;
}

function impliedType(
  { type, properties, items }: JSONSchema7,
  values: unknown[] | undefined,
): { type?: JSONSchema7["type"] } {
  if (type) return {};
  if (values?.every((value) => typeof value === "string")) return { type: "string" };
  if (properties) return { type: "object" };
  return items === undefined ? {} : { type: "array" };
}

const each = (it: JSONSchema7Definition): JSONSchema7Definition =>
  typeof it === "boolean" ? it : withEnums(it);
