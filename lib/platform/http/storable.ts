import { AppError } from "@/lib/shared/errors";
import { type Limits, problemOfJson } from "@/lib/shared/text/storable";

/** As many small values as this are checked and stored in a moment; a few millions would hold everybody up. */
const LIMITS = { depth: 200, values: 200_000 };

/** Refuses a body that no schema would stop but that breaks what comes after it. */
export function assertStorable(root: unknown, limits: Limits = LIMITS): void {
  const found = problemOfJson(root, limits);
  if (!found) return;
  const { path, problem, isTooMuch } = found;
  if (isTooMuch) throw new AppError("too_large", `The body ${problem}.`);
  throw new AppError("invalid", `The body is not valid: ${path || "it"} ${problem}.`, {
    details: [{ path, message: `It ${problem}` }],
  });
}
