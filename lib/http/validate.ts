import type { z } from "zod";
import { AppError } from "@/lib/shared/errors";
import { formatPath } from "@/lib/shared/issues";

export type Detail = { path: string; message: string };

const MAX_DETAILS = 20;

/** `value` as `schema` has it, or a 422 whose details name each path: `part` says of what ("body", "query"). */
export function parsePart<T extends z.ZodType>(part: string, schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const details = explain(result.error.issues);
  const [first] = details;
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : "";
  throw new AppError(
    "invalid",
    `The ${part} is not valid: ${first?.path ? `${first.path}: ` : ""}${first?.message}${more}.`,
    { details: details.slice(0, MAX_DETAILS) },
  );
}

function explain(issues: readonly z.core.$ZodIssue[], base: readonly PropertyKey[] = []): Detail[] {
  return issues.flatMap((issue): Detail[] => {
    const path = [...base, ...issue.path];
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({ path: formatPath([...path, key]), message: "Unknown field" }));
    }
    if (issue.code === "invalid_union" && issue.errors.length > 0) {
      // Of several shapes, the one that fits best is most likely the one that was meant.
      return issue.errors.map((branch) => explain(branch, path)).reduce(fewer);
    }
    return [{ path: formatPath(path), message: issue.message }];
  });
}

const fewer = (a: Detail[], b: Detail[]) => (b.length < a.length ? b : a);
