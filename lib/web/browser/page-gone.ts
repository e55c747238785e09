import { AppError } from "@/lib/shared/errors";
import { ApprovalRequired } from "@/lib/shared/tools/external-effects";

/**
 * Translates the error of a page that crashed or was closed into an AppError. Returns other errors unchanged.
 */
export function pageGone(error: unknown): unknown {
  if (error instanceof ApprovalRequired) return error;
  const message = String(error);
  const why = /(Page|Target) crashed/.test(message)
    ? "The page crashed or used too much memory, and was closed."
    : /(page|context|frame|Target)[^\n]* (has been closed|was detached)/i.test(message)
      ? "The page was closed during the call."
      : null;
  return why ? new AppError("conflict", why, { cause: error }) : error;
}
