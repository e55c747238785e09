import { formatPath } from "@/lib/shared/issues";
import type { SchemaFailure } from "./assertions";
import { CheckAborted } from "./effort";
import { Evaluator } from "./evaluate";
import { firstSchemaLine, type JsonSchema, type SchemaSubject, TOO_MUCH } from "./subject";

const MAX_LISTED = 5;

export type Misfit = {
  message: string;
  details: { path: string; message: string }[];
  /** The check was aborted. It may be aborted for other values as well. */
  isAborted?: boolean;
};

/** Evaluators by schema, because a schema is used many times and its references need to be resolved only once. */
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
    return failures.length === 0 ? null : describeFailures(failures, root);
  } catch (error) {
    const of = `The ${subject.value} cannot be checked: the ${subject.schema}`;
    if (error instanceof CheckAborted)
      return { message: `${of} ${TOO_MUCH[error.why]}`, details: [], isAborted: true };
    const why = error instanceof Error ? firstSchemaLine(error.message) : "unknown reason";
    return { message: `${of} is broken: ${why}`, details: [] };
  }
}

function evaluatorOf(schema: JsonSchema): Evaluator {
  const cached = evaluators.get(schema);
  if (cached) return cached;
  const made = new Evaluator(schema);
  evaluators.set(schema, made);
  return made;
}

function describeFailures(failures: readonly SchemaFailure[], root: string): Misfit {
  const details = failures
    .slice(0, MAX_LISTED)
    .map(({ path, message }) => ({ path: formatPath(root ? [root, ...path] : [...path]), message }));
  const lines = details.map(({ path, message }) => `${path || "(input)"}: ${message}`);
  if (failures.length > MAX_LISTED) lines.push(`and ${failures.length - MAX_LISTED} more`);
  return { message: lines.join("\n"), details };
}
