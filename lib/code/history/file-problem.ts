import type { z } from "zod";
import { AppError } from "@/lib/shared/errors";
import { formatPath } from "@/lib/shared/issues";

export type JsonPath = readonly (string | number)[];

export function refuseFile(path: JsonPath, message: string): AppError {
  const place = formatPath(path);
  return new AppError("invalid", `The file is not valid: ${place || "it"}: ${message}.`, {
    details: [{ path: place, message }],
  });
}

export function parseAt<T extends z.ZodType>(schema: T, value: unknown, path: JsonPath): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const inner = [...path, ...(issue?.path ?? []).map((key) => (typeof key === "number" ? key : String(key)))];
  if (issue?.code === "unrecognized_keys") throw refuseFile([...inner, issue.keys[0] ?? ""], "Unknown field");
  throw refuseFile(inner, issue?.message ?? "The value is not valid");
}
