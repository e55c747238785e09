import { type OutputUnit, type SchemaDraft, Validator } from "@cfworker/json-schema";
import type { PropsSchema } from "@/lib/shared/components/fields";
import { formatPath } from "@/lib/shared/issues";
import { within } from "./within";

const MOST = 5;

/** Says that something inside was wrong, which is then told by itself. */
const OUTER = new Set([
  "properties",
  "patternProperties",
  "additionalProperties",
  "items",
  "prefixItems",
  "allOf",
  "$ref",
  "then",
  "else",
  "dependentSchemas",
]);

/** What is wrong with `props` by `schema`, in words for who wrote them; null when they fit. */
export function problemOfProps(schema: PropsSchema, props: unknown): string | null {
  let outcome: ReturnType<typeof within<OutputUnit[]>>;
  try {
    // The validator writes into the schema.
    outcome = within(
      () => new Validator(structuredClone(schema), draftOf(schema), false).validate(props).errors,
    );
  } catch (error) {
    return `The props cannot be checked: ${error instanceof Error ? firstLine(error.message) : "the props_schema is broken"}`;
  }
  if (!outcome.ok) return `The props cannot be checked: ${TOO_MUCH[outcome.why]}`;
  const errors = outcome.value;
  const inner = errors.filter(({ keyword }) => !OUTER.has(keyword));
  const told = inner.length > 0 ? inner : errors;
  const lines = told
    .slice(0, MOST)
    .map(({ instanceLocation, error }) => `${placeOf(instanceLocation)}: ${error}`);
  if (told.length > MOST) lines.push(`and ${told.length - MOST} more`);
  return lines.length > 0 ? lines.join("\n") : null;
}

export const TOO_MUCH = {
  late: "the props_schema takes too long to check. Look for a pattern that can match in many ways, or for schemas that refer to each other many times.",
  deep: "the props_schema refers to itself without end, or is nested too deep.",
};

/** Older drafts read a schema differently; what says nothing is taken as of today. */
export function draftOf({ $schema }: PropsSchema): SchemaDraft {
  const [, found] = /\b(draft-0?[47]|2019-09)\b/.exec(String($schema ?? "")) ?? [];
  if (found === "2019-09") return found;
  return found?.endsWith("4") ? "4" : found ? "7" : "2020-12";
}

/** `#/items/0/title` as `props.items[0].title`. */
function placeOf(pointer: string): string {
  const keys = pointer
    .split("/")
    .slice(1)
    .map((key) => decode(key).replaceAll("~1", "/").replaceAll("~0", "~"));
  return formatPath(["props", ...keys.map((key) => (/^\d+$/.test(key) ? Number(key) : key))]);
}

function decode(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

export const firstLine = (text: string) => text.split("\n", 1)[0] ?? "";
