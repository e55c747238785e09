import type { z } from "zod";

const MAX_ISSUES = 5;

export const formatPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, key) =>
      typeof key === "number" ? `${text}[${key}]` : text ? `${text}.${String(key)}` : String(key),
    "",
  );

/** Lists validation errors, one per line, at most five. */
export function explainIssues(error: z.ZodError): string {
  const lines = error.issues
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => `${formatPath(path) || "(input)"}: ${message}`);
  const more = error.issues.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
}
