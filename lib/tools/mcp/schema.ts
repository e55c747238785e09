import { LRUCache } from "lru-cache";
import { misfit } from "@/lib/code/json-schema/fit";
import { withoutRefs } from "@/lib/code/json-schema/inline";
import { mendSchema } from "@/lib/code/json-schema/mend";
import { type ToldSchema, toldSchema } from "@/lib/code/json-schema/schema-for-models";
import { isObject, type JsonSchema } from "@/lib/code/json-schema/subject";
import { owned } from "@/lib/ground/base/process";
import type { ServedTool } from "@/lib/shared/mcp/served";

const MAX_KEPT = 2_000;
export const ARGUMENTS = { schema: "inputSchema", value: "arguments" };

export type ReadSchema = ToldSchema & {
  checked: JsonSchema;
  /**
   * The schema that supplies defaults: with its references inlined, and without defaults that it rejects
   * itself.
   */
  defaults: JsonSchema;
};

const schemas = () => owned("mcp schemas", () => new LRUCache<string, ReadSchema>({ max: MAX_KEPT }));

/** Returns the repaired schema of a tool, for checks and for models. Cached by version. */
export function schemaOf({ fingerprint, definition }: Pick<ServedTool, "fingerprint" | "definition">) {
  const known = schemas().get(fingerprint);
  if (known) return known;
  const { schema: checked } = mendSchema(definition.inputSchema);
  const made = { ...toldSchema(checked), checked, defaults: withFittingDefaults(checked) };
  schemas().set(fingerprint, made);
  return made;
}

function withFittingDefaults(checked: JsonSchema): JsonSchema {
  const whole = withoutRefs(checked) ?? {};
  if (!isObject(whole.properties)) return whole;
  const properties = Object.entries(whole.properties).map(([name, property]) => {
    if (!isObject(property) || !("default" in property)) return [name, property];
    const { default: value, ...rest } = property;
    return [name, misfit(rest, value, ARGUMENTS) ? rest : property];
  });
  return { ...whole, properties: Object.fromEntries(properties) };
}
