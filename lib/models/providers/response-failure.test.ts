import { expect, test } from "vitest";
import { explainModelError, isRetryable } from "./errors";
import { diagnose, type FailureCode } from "./failure";
import { anthropic, google, openai, QUOTA, quota, reason, retryIn } from "./testing/errors";

/** Errors from the providers' documentation and from users' reports. */
const ERRORS: [string, unknown, FailureCode, number?][] = [
  ["OpenAI: key", openai(401, "Incorrect API key provided: sk-1.", "invalid_api_key"), "bad_key"],
  [
    "OpenAI: limit per minute",
    openai(429, "Rate limit reached for gpt-5. Please try again in 1.5s.", "rate_limit_exceeded"),
    "rate_limited",
    1_500,
  ],
  [
    "OpenAI: limit with the wait only in headers",
    openai(429, "Rate limit reached", "rate_limit_exceeded", {
      "x-ratelimit-remaining-requests": "12",
      "x-ratelimit-reset-requests": "1s",
      "x-ratelimit-remaining-tokens": "0",
      "x-ratelimit-reset-tokens": "6m0s",
    }),
    "rate_limited",
    360_000,
  ],
  [
    "OpenAI: request above the limit per minute",
    openai(429, "Request too large for gpt-5 on tokens per min (TPM): Limit 30000, Requested 40000."),
    "context_too_long",
  ],
  ["OpenAI: credit", openai(429, QUOTA, "insufficient_quota"), "out_of_credit"],
  [
    "OpenAI: context",
    openai(400, "Your input exceeds the context window of this model.", "context_length_exceeded"),
    "context_too_long",
  ],
  [
    "OpenAI: violation of the content policy",
    openai(
      400,
      "Invalid prompt: it was flagged as potentially violating our usage policy.",
      "invalid_prompt",
    ),
    "refused",
  ],
  [
    "OpenAI: no access to the model",
    openai(403, "Project `p` does not have access to model `gpt-9`", "model_not_found"),
    "unknown_model",
  ],
  [
    "OpenAI: unsupported country",
    openai(403, "Country, region, or territory not supported", "unsupported_country_region_territory"),
    "bad_request",
  ],
  [
    "OpenAI: unknown model with a misleading name",
    openai(
      404,
      "The model `content-policy-7` does not exist or you do not have access to it.",
      "model_not_found",
    ),
    "unknown_model",
  ],
  ["Anthropic: key", anthropic(401, "authentication_error", "invalid x-api-key"), "bad_key"],
  [
    "Anthropic: permission",
    anthropic(403, "permission_error", "Your API key does not have permission to use this resource"),
    "bad_key",
  ],
  ["Anthropic: model", anthropic(404, "not_found_error", "model: claude-9"), "unknown_model"],
  [
    "Anthropic: limit",
    anthropic(
      429,
      "rate_limit_error",
      "This request would exceed your rate limit",
      {},
      { "retry-after": "17" },
    ),
    "rate_limited",
    17_000,
  ],
  [
    "Anthropic: monthly limit",
    anthropic(429, "rate_limit_error", "Limit reached", {
      details: { error_code: "enforced_spend_limit_reached" },
    }),
    "out_of_credit",
  ],
  [
    "Anthropic: limit set by the user",
    anthropic(400, "invalid_request_error", "You have reached your specified API usage limits."),
    "out_of_credit",
  ],
  [
    "Anthropic: credit",
    anthropic(400, "invalid_request_error", "Your credit balance is too low to access the Anthropic API."),
    "out_of_credit",
  ],
  [
    "Anthropic: context",
    anthropic(400, "invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"),
    "context_too_long",
  ],
  [
    "Anthropic: context exceeded by input and output",
    anthropic(
      400,
      "invalid_request_error",
      "input length and `max_tokens` exceed context limit: 190000 + 21333",
    ),
    "context_too_long",
  ],
  [
    "Anthropic: request too large",
    anthropic(413, "request_too_large", "Request exceeds the maximum size"),
    "context_too_long",
  ],
  ["Anthropic: overloaded", anthropic(529, "overloaded_error", "Overloaded"), "provider_down"],
  [
    "Google: key",
    google(
      400,
      "INVALID_ARGUMENT",
      "API key not valid. Please pass a valid API key.",
      reason("API_KEY_INVALID"),
    ),
    "bad_key",
  ],
  ["Google: leaked key", google(403, "PERMISSION_DENIED", "Your API key was reported as leaked."), "bad_key"],
  [
    "Google: limit per minute",
    google(
      429,
      "RESOURCE_EXHAUSTED",
      QUOTA,
      quota("GenerateRequestsPerMinutePerProject"),
      retryIn("38.9225s"),
    ),
    "rate_limited",
    38_922.5,
  ],
  [
    "Google: limit per day",
    google(429, "RESOURCE_EXHAUSTED", QUOTA, quota("GenerateRequestsPerDayPerProject"), retryIn("27s")),
    "out_of_credit",
  ],
  [
    "Google: limit without details",
    google(429, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota)."),
    "rate_limited",
  ],
  [
    "Google: context",
    google(
      400,
      "INVALID_ARGUMENT",
      "The input token count (1200000) exceeds the maximum number of tokens allowed",
    ),
    "context_too_long",
  ],
  [
    "Google: model",
    google(404, "NOT_FOUND", "models/gemini-9 is not found for API version v1beta"),
    "unknown_model",
  ],
  [
    "Google: unsupported location",
    google(400, "FAILED_PRECONDITION", "User location is not supported for the API use."),
    "bad_request",
  ],
  ["Google: overloaded", google(503, "UNAVAILABLE", "The model is overloaded."), "provider_down"],
  [
    "llama.cpp: context",
    openai(
      400,
      "the request exceeds the available context size, try increasing it",
      "exceed_context_size_error",
    ),
    "context_too_long",
  ],
  [
    "vLLM: context",
    openai(400, "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens"),
    "context_too_long",
  ],
  ["Ollama: model", openai(404, 'model "qwen9" not found, try pulling it first'), "unknown_model"],
];

test.each(ERRORS)("classifies the error %s", (_, error, code, wait) => {
  const failure = diagnose(error);
  expect(failure.code).toBe(code);
  if (code === "rate_limited") expect(failure.waitMs).toBe(wait);
  expect(isRetryable(error)).toBe(code === "rate_limited" || code === "provider_down");
});

test("includes the provider's own message only where it helps", () => {
  const messageOf = (error: unknown) => explainModelError(error).message;
  expect(messageOf(openai(500, "model requires more system memory (5.6 GiB) than is available"))).toContain(
    "5.6 GiB",
  );
  expect(messageOf(google(403, "PERMISSION_DENIED", "Your API key was reported as leaked."))).toContain(
    "leaked",
  );
  expect(messageOf(anthropic(529, "overloaded_error", "Overloaded"))).not.toContain("“");
});
