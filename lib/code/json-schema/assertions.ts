import type { Effort } from "./effort";
import type { JsonSchema } from "./subject";
import { isMultiple, isOfType, jsonTypeOf } from "./values";

export const MAX_SCHEMA_FAILURES = 100;

type Path = readonly (string | number)[];
export type SchemaFailure = { path: Path; keyword: string; message: string };
/**
 * The properties and items that a schema has already evaluated. `unevaluatedProperties` and
 * `unevaluatedItems` skip these.
 */
export type SeenParts = { names: Set<string>; items: Set<number> };
export type Evaluation = { failures: SchemaFailure[]; seen: SeenParts };
export type SchemaPlace = { value: unknown; path: Path; scope: readonly string[]; level: number };

export function fail(
  out: Evaluation,
  { path }: Pick<SchemaPlace, "path">,
  keyword: string,
  message: string,
): void {
  if (out.failures.length < MAX_SCHEMA_FAILURES) out.failures.push({ path, keyword, message });
}

export function checkCounts(
  out: Evaluation,
  { required, minProperties, maxProperties }: JsonSchema,
  here: SchemaPlace,
  value: Record<string, unknown>,
  names: readonly string[],
): void {
  if (Array.isArray(required))
    for (const name of required)
      if (!Object.hasOwn(value, String(name)))
        fail(out, here, "required", `Instance does not have required property "${name}".`);
  if (names.length < Number(minProperties))
    fail(out, here, "minProperties", `Instance does not have at least ${minProperties} properties.`);
  if (names.length > Number(maxProperties))
    fail(out, here, "maxProperties", `Instance has more than ${maxProperties} properties.`);
}

export function checkNumbers(out: Evaluation, schema: JsonSchema, here: SchemaPlace, value: number): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const above = exclusiveMinimum === true ? minimum : exclusiveMinimum;
  const below = exclusiveMaximum === true ? maximum : exclusiveMaximum;
  if (value < Number(minimum)) fail(out, here, "minimum", `${value} is less than ${minimum}.`);
  if (value > Number(maximum)) fail(out, here, "maximum", `${value} is greater than ${maximum}.`);
  if (typeof above === "number" && value <= above)
    fail(out, here, "exclusiveMinimum", `${value} is less than or equal to ${above}.`);
  if (typeof below === "number" && value >= below)
    fail(out, here, "exclusiveMaximum", `${value} is greater than or equal to ${below}.`);
  if (typeof multipleOf === "number" && !isMultiple(value, multipleOf))
    fail(out, here, "multipleOf", `${value} is not a multiple of ${multipleOf}.`);
}

export function lengths(
  out: Evaluation,
  { minLength, maxLength }: JsonSchema,
  here: SchemaPlace,
  value: string,
): void {
  if (minLength === undefined && maxLength === undefined) return;
  const length = [...value].length;
  if (length < Number(minLength))
    fail(out, here, "minLength", `String is too short (${length} < ${minLength}).`);
  if (length > Number(maxLength))
    fail(out, here, "maxLength", `String is too long (${length} > ${maxLength}).`);
}

export function equality(out: Evaluation, schema: JsonSchema, here: SchemaPlace, effort: Effort): void {
  const { type, enum: allowed } = schema;
  const { value } = here;
  const types = [type ?? []].flat().map(String);
  if (types.length > 0 && !types.some((one) => isOfType(one, value)))
    fail(
      out,
      here,
      "type",
      `Instance type "${jsonTypeOf(value)}" is invalid. Expected "${types.join('", "')}".`,
    );
  if ("const" in schema && !effort.isSame(schema.const, value))
    fail(out, here, "const", `Instance does not match ${JSON.stringify(schema.const)}.`);
  if (Array.isArray(allowed) && !allowed.some((one) => effort.isSame(one, value)))
    fail(out, here, "enum", `Instance does not match any of ${JSON.stringify(allowed)}.`);
}

export function sizes(
  out: Evaluation,
  { minItems, maxItems, uniqueItems }: JsonSchema,
  here: SchemaPlace,
  value: readonly unknown[],
  effort: Effort,
): void {
  if (value.length < Number(minItems))
    fail(out, here, "minItems", `Array has too few items (${value.length} < ${minItems}).`);
  if (value.length > Number(maxItems))
    fail(out, here, "maxItems", `Array has too many items (${value.length} > ${maxItems}).`);
  if (uniqueItems !== true) return;
  const places = new Map<string, number>();
  for (const [index, one] of value.entries()) {
    const text = effort.canonical(one);
    const first = places.get(text);
    if (first !== undefined) {
      fail(out, here, "uniqueItems", `Duplicate items at indexes ${first} and ${index}.`);
      return;
    }
    places.set(text, index);
  }
}
