import { AppError } from "@/lib/shared/errors";
import { type Limits, problemOfJson } from "@/lib/shared/text/storable";

/**
 * Limits within which a body is checked and stored quickly. Millions of small values would block the server.
 */
const LIMITS = { depth: 200, values: 200_000 };

/** Rejects a body that schemas accept but that cannot be stored. */
export function assertStorable(root: unknown, limits: Limits = LIMITS): void {
  const found = problemOfJson(root, limits);
  if (!found) return;
  const { path, problem, isTooMuch } = found;
  if (isTooMuch) throw new AppError("too_large", `The body ${problem}.`);
  throw new AppError("invalid", `The body is not valid: ${path || "it"} ${problem}.`, {
    details: [{ path, message: `It ${problem}` }],
  });
}
