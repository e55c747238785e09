import type { ErrorCategory } from "@/lib/shared/executions";

/**
 * The reason for the end of a run, as reported by its runner. `refused` means that a permission was denied.
 * `threw` means that the code threw an error, whose text then determines the category.
 */
export type ExitReason =
  | "threw"
  | "syntax"
  | "import"
  | "network"
  | "timeout"
  | "memory"
  | "refused"
  | "runtime";

const BY_REASON: Partial<Record<ExitReason, ErrorCategory>> = {
  syntax: "syntax",
  import: "import",
  network: "network",
  timeout: "timeout",
  memory: "memory",
  refused: "permission",
  runtime: "runtime",
};

/**
 * The first match decides. Patterns with names of errors come first, before words that may occur in any text.
 */
const BY_MESSAGE: [RegExp, ErrorCategory][] = [
  [
    /Module not found|\b(npm|JSR) package\b|Could not find npm|Cannot (find|resolve) (module|package)|ERR_MODULE_NOT_FOUND|does not provide an export|unsupported scheme|\bimport\b.*(not (allowed|permitted|supported)|refused|outside)|: Not supported\b|Relative import path/i,
    "import",
  ],
  [
    /\bNotCapable\b|\bPermissionDenied\b|Requires \w+ access|EACCES|EPERM|needs the user's approval|does not allow/,
    "permission",
  ],
  [
    /\bSyntaxError\b|does not compile|Expected .* but found|The module's source code could not be parsed/,
    "syntax",
  ],
  [/\bReferenceError\b|is not defined\b/, "reference"],
  [
    /fetch failed|error sending request|ECONN|ENOTFOUND|EAI_AGAIN|\bNetworkError\b|connection (refused|reset|closed)|getaddrinfo|dns error|could not be reached|no such host/i,
    "network",
  ],
  [/\bTimeoutError\b|\btimed out\b|\btime is up\b/i, "timeout"],
  [/\bTypeError\b/, "type"],
  [/out of memory|allocation failed|Invalid (string|array|typed array) length|heap limit/i, "memory"],
  [/\b\w*Error\b|threw|Uncaught/, "runtime"],
];

/** Returns the line that names the error. Other lines may be output or code of the program. */
export const errorLineOf = (errorText: string): string =>
  errorText
    .split("\n")
    .map((line) => line.trim())
    .find((line) => NAMES_ERROR.test(line)) ??
  errorText.split("\n")[0] ??
  "";

const NAMES_ERROR = /^error\b|^The code\b|\b[A-Z]\w*(Error|Exception)\b|\bNotCapable\b|\bPermissionDenied\b/;

export function categoryOf(failed: {
  reason?: ExitReason;
  exitCode: number | null;
  errorText: string;
}): ErrorCategory {
  const { reason, exitCode } = failed;
  const line = errorLineOf(failed.errorText);
  const fromReason = reason && BY_REASON[reason];
  if (fromReason) return fromReason;
  const fromMessage = BY_MESSAGE.find(([shape]) => shape.test(line))?.[1];
  return fromMessage ?? (reason === "threw" || (exitCode ?? 0) > 0 ? "runtime" : "unknown");
}
