import type { SchemaDraft } from "@cfworker/json-schema";

export type JsonSchema = Record<string, unknown>;

export type SchemaSubject = {
  schema: string;
  value: string;
  /** True if the schema is sent to models. Providers then reject part of what JSON Schema allows. */
  isForModels?: boolean;
};

export const PROPS: SchemaSubject = { schema: "props_schema", value: "props" };
export const ARGS: SchemaSubject = { schema: "parameter_schema", value: "args", isForModels: true };

/** Returns the schema's draft, 2020-12 by default. Older drafts interpret some keywords differently. */
export function dialectOf({ $schema }: JsonSchema): SchemaDraft {
  const [, found] = /\b(draft-0?[47]|2019-09)\b/.exec(String($schema ?? "")) ?? [];
  if (found === "2019-09") return found;
  return found?.endsWith("4") ? "4" : found ? "7" : "2020-12";
}

export const TOO_MUCH = {
  late: "takes too long to check. Look for a pattern that can match in many ways, or for schemas that refer to each other many times.",
  deep: "refers to itself endlessly, or is nested too deeply.",
};

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const firstSchemaLine = (text: string) => text.split("\n", 1)[0] ?? "";
