import { NoImageGeneratedError } from "ai";
import { explainModelError } from "@/lib/models/errors";
import { diagnose, type FailureCode } from "@/lib/models/failure";
import { AppError, isAppError } from "@/lib/shared/errors";

const REFUSED =
  "The image model refused this because of its provider's rules on content. Describe something else, or tell the person what was refused.";
const EMPTY =
  "The image model answered without an image. Say more plainly what the picture shows and call again; tell the person if it stays.";

/** Only the person can mend these. */
const THEIRS: ReadonlySet<FailureCode> = new Set([
  "bad_key",
  "out_of_credit",
  "unknown_model",
  "unreachable",
]);
const SOON: ReadonlySet<FailureCode> = new Set(["provider_down", "rate_limited", "stream_cut", "timed_out"]);
const BLOCKED = /SAFETY|BLOCKLIST|PROHIBITED|SPII|RECITATION|content.?filter/i;

/** Why no image was made, in words that tell the model what to do next. */
export function imageFailure(error: unknown): AppError {
  if (isAppError(error)) return error;
  if (NoImageGeneratedError.isInstance(error)) {
    const said = JSON.stringify(error.calls?.map(({ providerMetadata }) => providerMetadata) ?? []);
    return new AppError("unavailable", BLOCKED.test(said) ? REFUSED : EMPTY, { cause: error });
  }
  const { code } = diagnose(error);
  return new AppError("unavailable", code === "refused" ? REFUSED : worded(code, error), { cause: error });
}

function worded(code: FailureCode, error: unknown): string {
  const words = `No image was made. ${explainModelError(error).message}`;
  if (THEIRS.has(code)) return `${words} Only the person can mend that: tell them.`;
  return SOON.has(code) ? `${words} Call again once; then tell the person.` : words;
}
