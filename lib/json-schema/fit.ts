import { type OutputUnit, Validator } from "@cfworker/json-schema";
import { formatPath } from "@/lib/shared/issues";
import { draftOf, firstLine, type JsonSchema, type Subject, TOO_MUCH } from "./subject";
import { within } from "./within";

const MOST = 5;

/** Says that something inside was wrong, which is then told by itself. */
const OUTER = new Set([
  "properties",
  "patternProperties",
  "additionalProperties",
  "unevaluatedProperties",
  "items",
  "prefixItems",
  "allOf",
  "$ref",
  "then",
  "else",
  "dependentSchemas",
]);

export type Misfit = {
  /** In words for who wrote the value, a line a problem. */
  message: string;
  /** The same, one by one, the first ones. */
  details: { path: string; message: string }[];
  /** The check itself was given up: another value may do it again. */
  isSchemas?: boolean;
};

/** What is wrong with a value by a schema; null when it fits. `root` begins the path of what is wrong. */
export function misfit(
  schema: JsonSchema,
  value: unknown,
  subject: Subject,
  root = subject.value,
): Misfit | null {
  const of = `The ${subject.value} cannot be checked: the ${subject.schema}`;
  let outcome: ReturnType<typeof within<OutputUnit[]>>;
  try {
    // The validator writes into the schema.
    outcome = within(
      () => new Validator(structuredClone(schema), draftOf(schema), false).validate(value).errors,
    );
  } catch (error) {
    const why = error instanceof Error ? firstLine(error.message) : "nobody knows why";
    return { message: `${of} is broken: ${why}`, details: [], isSchemas: true };
  }
  if (!outcome.ok) return { message: `${of} ${TOO_MUCH[outcome.why]}`, details: [], isSchemas: true };
  const errors = outcome.value;
  const inner = errors.filter(({ keyword }) => !OUTER.has(keyword));
  const told = inner.length > 0 ? inner : errors;
  if (told.length === 0) return null;
  const details = told.slice(0, MOST).map((unit) => ({ path: placeOf(unit, root), message: wordsOf(unit) }));
  const lines = details.map(({ path, message }) => `${path || "(input)"}: ${message}`);
  if (told.length > MOST) lines.push(`and ${told.length - MOST} more`);
  return { message: lines.join("\n"), details };
}

const wordsOf = ({ keyword, error }: OutputUnit) =>
  keyword === "false" ? "Nothing may stand here. Leave it out." : error;

/** `#/items/0/title` as `props.items[0].title`. */
function placeOf({ instanceLocation }: OutputUnit, root: string): string {
  const keys = instanceLocation
    .split("/")
    .slice(1)
    .map((key) => decode(key).replaceAll("~1", "/").replaceAll("~0", "~"));
  const path = keys.map((key) => (/^\d+$/.test(key) ? Number(key) : key));
  return formatPath(root ? [root, ...path] : path);
}

function decode(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
