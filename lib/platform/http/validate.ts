import type { z } from "zod";
import { AppError } from "@/lib/shared/errors";
import { formatPath } from "@/lib/shared/issues";
import { tooLongMessage } from "@/lib/shared/text/too-long";
import { closedSchema, nearestField, unknownFields } from "@/lib/shared/tools/unknown-fields";

export type Detail = { path: string; message: string };

const MAX_DETAILS = 20;

/**
 * Validates `value` with `schema`, or throws a 422 whose details name each path. `part` is "body" or "query".
 */
export function parsePart<T extends z.ZodType>(part: string, schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value, { error: tooLongMessage });
  const unknown = part === "body" ? unknownIn(schema, value) : [];
  if (result.success && unknown.length === 0) return result.data;
  const issues = result.success ? [] : explain(result.error.issues);
  const unknownPaths = new Set(unknown.map(({ path }) => path));
  const details = [...unknown, ...issues.filter(({ path }) => !unknownPaths.has(path))];
  const [first] = details;
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : "";
  throw new AppError(
    "invalid",
    `The ${part} is not valid: ${first?.path ? `${first.path}: ` : ""}${first?.message}${more}.`,
    { details: details.slice(0, MAX_DETAILS) },
  );
}

/** Finds unknown fields at any depth, also where a schema would drop them. */
const unknownIn = (schema: z.ZodType, value: unknown): Detail[] =>
  unknownFields(closedSchema(schema), value).map(({ path, name, known }) => {
    const near = nearestField(name, known);
    return {
      path: formatPath(path),
      message: near ? `Unknown field: did you mean ${near}?` : "Unknown field",
    };
  });

function explain(issues: readonly z.core.$ZodIssue[], base: readonly PropertyKey[] = []): Detail[] {
  return issues.flatMap((issue): Detail[] => {
    const path = [...base, ...issue.path];
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({ path: formatPath([...path, key]), message: "Unknown field" }));
    }
    if (issue.code === "invalid_union" && issue.errors.length > 0) {
      // For a union, report the errors of the closest shape.
      return issue.errors.map((branch) => explain(branch, path)).reduce(fewer);
    }
    return [{ path: formatPath(path), message: issue.message }];
  });
}

const fewer = (a: Detail[], b: Detail[]) => (b.length < a.length ? b : a);
