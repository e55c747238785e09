import { z } from "zod";
import { isRecord } from "@/lib/shared/chat/parts";
import { explainIssues, formatPath } from "@/lib/shared/issues";
import {
  type ClosedSchema,
  closedSchema,
  type UnknownField,
  unknownFieldMessage,
  unknownFields,
} from "@/lib/shared/tools/unknown-fields";

export type Parsed<T> = { ok: true; value: T } | { ok: false; message: string };

/**
 * For each action: the fields that it requires and the fields that it may have. `field` is the field with the
 * action's name.
 */
export type Uses<T> = {
  [K in keyof T]: { field: K; of: Record<T[K] & string, UsedFields<Exclude<keyof T, K>>> };
}[keyof T];
/** `someOf`: optional fields of which at least one must be given. */
type UsedFields<F> = { needs?: readonly F[]; takes?: readonly F[]; someOf?: readonly F[] };

type PlainUses = { field: string; of: Record<string, UsedFields<string>> };

export type InputRules<I extends z.ZodType> = {
  explain?: (error: z.ZodError, input: unknown) => string;
  /**
   * The fields of each action. A field that the action does not use, and a missing required field, are errors.
   */
  uses?: Uses<z.input<I>>;
  /** By field: advice if the model passes this field, which belongs to another tool. */
  elsewhere?: Record<string, string>;
};

const MAX_UNKNOWN_FIELDS = 5;

/**
 * Returns the functions that validate a tool's input. A field without effect is an error that names the nearest
 * field, and is never dropped silently. A known field may be spelled in camelCase.
 */
export function inputReader<I extends z.ZodType>(schema: I, rules: InputRules<I>) {
  const { explain = explainIssues, elsewhere = {} } = rules;
  const uses = rules.uses as PlainUses | undefined;
  const spelled = (input: unknown) => inSnakeCase(closedSchema(schema).schema, input);
  return {
    parse: (input: unknown): z.output<I> => schema.parse(spelled(input)),
    check(rawInput: unknown): Parsed<z.output<I>> {
      const input = spelled(rawInput);
      const unknown = unknownFieldLines(closedSchema(schema), input, elsewhere);
      const parsed = schema.safeParse(input);
      const unused = uses && isRecord(input) ? unusedFieldLines(uses, input) : [];
      if (parsed.success && unknown.length + unused.length === 0) return { ok: true, value: parsed.data };
      const issues = parsed.success ? [] : parsed.error.issues;
      // Omit zod's issues about unknown fields: the lines above say the same, and name the nearest field.
      const others = unknown.length > 0 ? issues.filter(({ code }) => code !== "unrecognized_keys") : issues;
      const rest = others.length > 0 ? [explain(new z.ZodError(others), input)] : [];
      return { ok: false, message: [...unknown, ...unused, ...rest].join("\n") };
    },
  };
}

type Misfit = { message: string; details: readonly { path: string; message: string }[] };

/**
 * Describes the problems of an input for a JSON Schema, one per line, or returns null. `misfit` is the result
 * of the validation by the schema itself.
 */
export function problemsIn(
  schema: Record<string, unknown>,
  input: unknown,
  misfit: Misfit | null,
): string | null {
  const closed = { schema, steps: [] };
  const unknown = unknownFields(closed, input);
  if (unknown.length === 0) return misfit?.message ?? null;
  const paths = new Set(unknown.map(({ path }) => formatPath(path)));
  const others = (misfit?.details ?? []).filter(({ path }) => !paths.has(path));
  const lines = others.map(({ path, message }) => `${path || "(input)"}: ${message}`);
  return [...unknownFieldLines(closed, input, {}), ...lines].join("\n");
}

function unknownFieldLines(
  schema: ClosedSchema,
  input: unknown,
  elsewhere: Record<string, string>,
): string[] {
  const found = unknownFields(schema, input);
  const lines = found.slice(0, MAX_UNKNOWN_FIELDS).map((field) => unknownFieldLine(field, elsewhere));
  return found.length > MAX_UNKNOWN_FIELDS
    ? [...lines, `and ${found.length - MAX_UNKNOWN_FIELDS} more unknown fields`]
    : lines;
}

const unknownFieldLine = (field: UnknownField, elsewhere: Record<string, string>): string => {
  const advice = field.path.length === 1 ? elsewhere[field.name] : undefined;
  return advice ? `${field.name}: unknown field. ${advice}` : unknownFieldMessage(field);
};

function unusedFieldLines({ field, of }: PlainUses, input: Record<string, unknown>): string[] {
  const action = input[field];
  const used = typeof action === "string" && Object.hasOwn(of, action) ? of[action] : undefined;
  if (!used) return [];
  const { needs = [], someOf = [] } = used;
  const knownFields = new Set(Object.values(of).flatMap(fieldsOf));
  const isPresent = (name: string) => input[name] !== undefined;
  const missing = needs
    .filter((name) => !isPresent(name))
    .map((name) => `${name}: ${action} needs \`${name}\`.`);
  if (someOf.length > 0 && !someOf.some(isPresent))
    missing.push(`(input): ${action} changes nothing. Give at least one of ${someOf.join(", ")}.`);
  const all = fieldsOf(used);
  const fields = all.length > 0 ? `It takes ${all.join(", ")}.` : "It takes no other field.";
  const unused = [...knownFields].filter((name) => isPresent(name) && !all.includes(name));
  return [...missing, ...unused.map((name) => `${name}: ${action} does not use it. ${fields}`)];
}

const fieldsOf = ({ needs = [], takes = [], someOf = [] }: UsedFields<string>) => [
  ...needs,
  ...takes,
  ...someOf,
];

function inSnakeCase({ properties }: Record<string, unknown>, input: unknown): unknown {
  if (!isRecord(properties) || !isRecord(input)) return input;
  const entries = Object.entries(input).map(([key, value]) => {
    const snake = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const isOther =
      !Object.hasOwn(properties, key) && Object.hasOwn(properties, snake) && !Object.hasOwn(input, snake);
    return [isOther ? snake : key, value];
  });
  return Object.fromEntries(entries);
}
