import { z } from "zod";
import { isRecord } from "@/lib/shared/chat/parts";
import { formatPath } from "@/lib/shared/issues";
import { tooLongMessage } from "@/lib/shared/text/too-long";
import { RequestError, unsupported } from "./errors";

/** Validates a value. The error names the field with `param`, which starts with `at`. */
export function parsed<T extends z.ZodType>(schema: T, value: unknown, at: PropertyKey[] = []): z.output<T> {
  const result = schema.safeParse(value, { error: tooLongMessage });
  if (result.success) return result.data;
  const [issue] = closest(result.error.issues);
  const isUnknown = issue?.code === "unrecognized_keys";
  const path = [...at, ...(issue?.path ?? []), ...(isUnknown ? issue.keys.slice(0, 1) : [])];
  const param = formatPath(path) || null;
  if (isUnknown) throw new RequestError(`Unknown parameter: ${param}.`, { param, code: "unknown_parameter" });
  const isMissing = issue?.code === "invalid_type" && issue.input === undefined;
  throw new RequestError(`${param ?? "The body"}: ${issue?.message ?? "The value is not valid"}.`, {
    ...{ param, code: isMissing ? "missing_required_parameter" : "invalid_value" },
  });
}

/** Replaces the issue of a union by the issues of its closest shape. */
function closest(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== "invalid_union" || issue.errors.length === 0) return [issue];
    const branches = issue.errors.map(closest);
    const best = branches.reduce((a, b) => (depth(b) > depth(a) ? b : a));
    return best.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
  });
}

const depth = ([first]: readonly z.core.$ZodIssue[]): number => first?.path.length ?? 0;

type Harmless = (value: unknown) => boolean;

export const only =
  (...values: unknown[]): Harmless =>
  (value) =>
    values.some((one) => JSON.stringify(one) === JSON.stringify(value));

/** A text format, with any verbosity. */
export const isPlainText: Harmless = (value) => {
  const format = isRecord(value) ? (value.format ?? value) : undefined;
  return isRecord(format) && (format.type === undefined || format.type === "text");
};

/**
 * Returns the body without parameters that have no effect here: those of `ignored`, and those of `harmless` with a value
 * that asks for nothing. Any other value of those is refused.
 */
export function withoutUnused(
  body: unknown,
  ignored: ReadonlySet<string>,
  harmless: Readonly<Record<string, Harmless>>,
): Record<string, unknown> {
  if (!isRecord(body)) throw new RequestError("The body must be a JSON object.");
  const kept = Object.entries(body).filter(([name, value]) => {
    if (value === null || ignored.has(name)) return false;
    if (!Object.hasOwn(harmless, name)) return true;
    if (harmless[name]?.(value)) return false;
    throw unsupported(name, `Unsupported parameter: ${name} is not supported with this value. ${WHY}`);
  });
  return Object.fromEntries(kept);
}

const WHY = "The settings of the agent decide how its model answers.";

export const metadata = z
  .record(z.string().max(64), z.string().max(512))
  .refine((all) => Object.keys(all).length <= 16, "At most 16 pairs");
