import type { PlacedError } from "@/components/editor/error-line";
import { isRecord } from "@/lib/shared/chat/parts";
import { placeOfJsonError } from "./place";

export const schemaText = (schema: Record<string, unknown>): string => JSON.stringify(schema, null, 2);

/** A JSON Schema as it is written, or where it is none. Whether it can be used, the server says. */
export function readSchema(text: string): { value: Record<string, unknown> } | { error: PlacedError } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const said = error instanceof Error ? error.message : "it cannot be read";
    return { error: { ...placeOfJsonError(text, said), message: `This is no JSON: ${said}` } };
  }
  if (isRecord(value)) return { value };
  return { error: { line: 1, column: 1, message: "A schema is one object: { … }" } };
}
