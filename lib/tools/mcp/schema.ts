import { LRUCache } from "lru-cache";
import { misfit } from "@/lib/code/json-schema/fit";
import { withoutRefs } from "@/lib/code/json-schema/inline";
import { repairSchema } from "@/lib/code/json-schema/repair";
import { type ModelSchema, schemaForModels } from "@/lib/code/json-schema/schema-for-models";
import { isObject, type JsonSchema } from "@/lib/code/json-schema/subject";
import { singleton } from "@/lib/ground/base/process";
import type { ServedTool } from "@/lib/shared/mcp/served";

const MAX_CACHED = 2_000;
export const ARGUMENTS = { schema: "inputSchema", value: "arguments" };

export type ReadSchema = ModelSchema & {
  checked: JsonSchema;
  /**
   * The schema from which defaults are filled in. Its references are inlined. Defaults that do not fit their
   * own schema are removed.
   */
  defaults: JsonSchema;
};

const schemas = () => singleton("mcp schemas", () => new LRUCache<string, ReadSchema>({ max: MAX_CACHED }));

/**
 * Returns the repaired schema of a tool, for checks and for models. Cached by the fingerprint of the
 * definition.
 */
export function schemaOf({ fingerprint, definition }: Pick<ServedTool, "fingerprint" | "definition">) {
  const cached = schemas().get(fingerprint);
  if (cached) return cached;
  const { schema: checked } = repairSchema(definition.inputSchema);
  const made = { ...schemaForModels(checked), checked, defaults: withFittingDefaults(checked) };
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
