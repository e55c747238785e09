import { Validator } from "@cfworker/json-schema";
import { isRecord } from "@/lib/shared/chat/parts";
import { WHOLE } from "./fields";

const OUTER = new Set(["properties", "additionalProperties", "items", "prefixItems", "allOf", "$ref"]);

/**
 * Validates values against a schema and returns errors by field name; those of all values are under WHOLE.
 */
export function problemsOf(
  schema: Record<string, unknown> | null,
  values: Record<string, unknown>,
): Map<string, string> {
  const problems = new Map<string, string>();
  if (!schema) return problems;
  try {
    const { errors } = new Validator(withoutPatterns(schema), "2020-12", false).validate(values);
    for (const { keyword, instanceLocation, error } of errors) {
      const name = decodeURIComponent(instanceLocation.split("/")[1] ?? WHOLE);
      if (!OUTER.has(keyword) && !problems.has(name)) problems.set(name, error);
    }
  } catch {
    // An unusable schema validates nothing; the server reports it when it is changed.
  }
  return problems;
}

const MAPS = new Set(["properties", "$defs", "definitions", "dependentSchemas"]);
const VALUES = new Set(["enum", "const", "default", "examples"]);

/** Removes regular expressions, because an untrusted one could block the page. */
function withoutPatterns(schema: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (key === "pattern" || key === "patternProperties") return [];
    if (key === "additionalProperties" && "patternProperties" in schema) return [];
    if (VALUES.has(key)) return [[key, value]];
    if (MAPS.has(key) && isRecord(value))
      return [[key, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inside(one)]))]];
    return [[key, Array.isArray(value) ? value.map(inside) : inside(value)]];
  });
  return Object.fromEntries(entries);
}

const inside = (value: unknown): unknown => (isRecord(value) ? withoutPatterns(value) : value);
