import type { FailureCode } from "./failure";

/**
 * Error codes and types documented by OpenAI, Azure, Anthropic or DeepSeek, with the same meaning for all.
 */
const CODES: Partial<Record<string, FailureCode>> = {
  authentication_error: "bad_key",
  billing_error: "out_of_credit",
  billing_hard_limit_reached: "out_of_credit",
  content_filter: "refused",
  content_policy_violation: "refused",
  context_length_exceeded: "context_too_long",
  insufficient_quota: "out_of_credit",
  invalid_api_key: "bad_key",
  model_not_found: "unknown_model",
  moderation_blocked: "refused",
  overloaded_error: "provider_down",
  request_too_large: "context_too_long",
  server_error: "provider_down",
};

/** Patterns for messages of errors without one of these codes. The first match decides. */
const MESSAGE_PATTERNS: readonly [RegExp, FailureCode][] = [
  [
    /context.?(length|window|size|limit)|maximum context|too many tokens|(prompt|input|request) (is )?too (long|large)|request_too_large|n_ctx|input token count|length of the messages/i,
    "context_too_long",
  ],
  [
    /content.?(filter|policy|management)|moderation_blocked|rejected by (the|our) safety|responsible.?ai|blocked by .*(safety|policy)|usage polic|prohibited.?content/i,
    "refused",
  ],
  [
    /insufficient.?(quota|credit|balance|funds)|exceeded your current quota|credit balance|usage limits|spend(ing)?.?limit|billing|payment required/i,
    "out_of_credit",
  ],
  [
    /model.?not.?found|models?\b.{0,80}\b(not found|does not exist|not exist)|no such model|unknown model|access to (the )?model/i,
    "unknown_model",
  ],
  [
    /(invalid|incorrect|missing).{0,12}api.?key|api.?key.{0,30}(not valid|invalid|expired|leaked)|authentication_error/i,
    "bad_key",
  ],
  [/rate.?limit|too many requests|resource.?exhausted/i, "rate_limited"],
  [/overloaded|server_error|internal server error|service unavailable|at capacity/i, "provider_down"],
];

/** Matches a request that alone exceeds a rate limit, and so would fail after any wait. */
const TOO_LARGE = /request too large/i;
/** Matches limits that look like limits per minute, but last for a day or until the user pays. */
const USED_UP = /insufficient.?quota|spend(ing)?.?limit|PerDay/;
const ELSEWHERE = /country|region|territory|location/i;

/**
 * Classifies an error response. `errorText` is the provider's full text, and `codes` are the error's codes and
 * types.
 */
export function failureOfResponse(
  status: number | undefined,
  { errorText, codes, hasWaitTime }: { errorText: string; codes: readonly string[]; hasWaitTime: boolean },
): FailureCode | undefined {
  if (status === 200) return "invalid_response";
  if (status === 401) return "bad_key";
  if (status === 402) return "out_of_credit";
  const byCode = codes.map((code) => CODES[code]).find((code) => code !== undefined);
  const byMessage = byCode ?? MESSAGE_PATTERNS.find(([sign]) => sign.test(errorText))?.[1];
  if (status === 429) {
    if (TOO_LARGE.test(errorText)) return "context_too_long";
    if (USED_UP.test(errorText) || (byMessage === "out_of_credit" && !hasWaitTime)) return "out_of_credit";
    return "rate_limited";
  }
  if (byMessage && (status ?? 0) < 500) return byMessage;
  if (status === undefined) return undefined;
  if (status === 403) return ELSEWHERE.test(errorText) ? "bad_request" : "bad_key";
  if (status === 404) return "unknown_model";
  if (status === 408 || status === 504) return "timed_out";
  if (status === 413) return "context_too_long";
  return status === 409 || status >= 500 ? "provider_down" : "bad_request";
}
