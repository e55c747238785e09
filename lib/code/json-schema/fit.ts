import { formatPath } from "@/lib/shared/issues";
import type { SchemaFailure } from "./assertions";
import { GivenUp } from "./effort";
import { Evaluator } from "./evaluate";
import { firstSchemaLine, type JsonSchema, type SchemaSubject, TOO_MUCH } from "./subject";

const MOST = 5;

export type Misfit = {
  message: string;
  details: { path: string; message: string }[];
  /** The check was aborted, which can also happen with other values. */
  isGivenUp?: boolean;
};

/** A schema is used many times. Its references are resolved once. */
const evaluators = new WeakMap<JsonSchema, Evaluator>();

/** Returns how a value violates a schema, or null if it fits. `root` starts the paths in the messages. */
export function misfit(
  schema: JsonSchema,
  value: unknown,
  subject: SchemaSubject,
  root = subject.value,
): Misfit | null {
  try {
    const failures = evaluatorOf(schema).check(value);
    return failures.length === 0 ? null : told(failures, root);
  } catch (error) {
    const of = `The ${subject.value} cannot be checked: the ${subject.schema}`;
    if (error instanceof GivenUp)
      return { message: `${of} ${TOO_MUCH[error.why]}`, details: [], isGivenUp: true };
    const why = error instanceof Error ? firstSchemaLine(error.message) : "unknown reason";
    return { message: `${of} is broken: ${why}`, details: [] };
  }
}

function evaluatorOf(schema: JsonSchema): Evaluator {
  const known = evaluators.get(schema);
  if (known) return known;
  const made = new Evaluator(schema);
  evaluators.set(schema, made);
  return made;
}

function told(failures: readonly SchemaFailure[], root: string): Misfit {
  const details = failures
    .slice(0, MOST)
    .map(({ path, message }) => ({ path: formatPath(root ? [root, ...path] : [...path]), message }));
  const lines = details.map(({ path, message }) => `${path || "(input)"}: ${message}`);
  if (failures.length > MOST) lines.push(`and ${failures.length - MOST} more`);
  return { message: lines.join("\n"), details };
}
