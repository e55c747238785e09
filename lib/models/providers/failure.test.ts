import { APICallError, StreamProviderError, UnsupportedFunctionalityError } from "ai";
import { describe, expect, test } from "vitest";
import { explainModelError, retryAt } from "./errors";
import { diagnose, type FailureCode } from "./failure";
import { answered, anthropic, openai, QUOTA, retryIn } from "./testing/errors";

describe("errors in the middle of a stream", () => {
  test.each<[string, ConstructorParameters<typeof StreamProviderError>[0], FailureCode]>([
    ["Anthropic", { message: "Overloaded", type: "overloaded_error", statusCode: 529 }, "provider_down"],
    ["Google", { message: "try later", type: "UNAVAILABLE", code: 503, statusCode: 503 }, "provider_down"],
    [
      "OpenAI",
      { message: "oops", type: "response.failed", code: "server_error", statusCode: 500 },
      "provider_down",
    ],
    ["the gateway", { message: "oops", type: "rate_limit_exceeded", statusCode: 429 }, "rate_limited"],
  ])("of %s are classified", (_, error, code) => {
    expect(diagnose(new StreamProviderError(error)).code).toBe(code);
  });

  test("include the requested wait", () => {
    const data = { error: { details: [retryIn("12s")] } };
    const error = new StreamProviderError({ message: QUOTA, statusCode: 429, data });
    expect(diagnose(error)).toMatchObject({ code: "rate_limited", waitMs: 12_000 });
  });
});

test("classifies an error of the gateway by its cause", () => {
  const cause = answered(404, { error: { message: "Model 'x/y' not found", type: "model_not_found" } });
  const error = Object.assign(new Error("Gateway request failed", { cause }), {
    name: "GatewayModelNotFoundError",
  });
  expect(diagnose(error)).toMatchObject({ code: "unknown_model", status: 404, host: "api.example.com" });
});

test("names an unsupported file type in the message", () => {
  const error = new UnsupportedFunctionalityError({ functionality: "file part media type audio/wav" });
  expect(explainModelError(error)).toMatchObject({
    code: "bad_request",
    message: expect.stringContaining("audio/wav"),
  });
});

test("points to the address in the settings if an https address has a server without TLS", () => {
  const cause = Object.assign(new Error("wrong version"), { code: "ERR_SSL_WRONG_VERSION_NUMBER" });
  const url = "https://localhost:8080/v1";
  const error = new APICallError({ message: "Cannot connect", url, requestBodyValues: {}, cause });
  expect(explainModelError(error)).toMatchObject({
    code: "unreachable",
    message: expect.stringContaining("Settings → Models"),
  });
});

describe("the time of a useful retry", () => {
  const inMs = (error: unknown) => Date.parse(retryAt(error) ?? "") - Date.now();

  test("is known if the provider named it", () => {
    expect(inMs(openai(429, "Slow down", null, { "retry-after": "20" }))).toBeGreaterThan(19_000);
    expect(inMs(openai(503, "Busy", null, { "retry-after": "20" }))).toBeLessThanOrEqual(20_000);
    const reset = new Date(Date.now() + 60_000).toISOString();
    const headers = {
      "anthropic-ratelimit-tokens-remaining": "0",
      "anthropic-ratelimit-tokens-reset": reset,
      "anthropic-ratelimit-requests-remaining": "9",
      "anthropic-ratelimit-requests-reset": "2999-01-01T00:00:00Z",
    };
    expect(retryAt(anthropic(429, "rate_limit_error", "Too much", {}, headers))?.slice(0, 18)).toBe(
      reset.slice(0, 18),
    );
  });

  test("is undefined otherwise, and if waiting does not help", () => {
    expect(retryAt(openai(429, "Slow down"))).toBeUndefined();
    expect(retryAt(openai(401, "No", null, { "retry-after": "20" }))).toBeUndefined();
    expect(retryAt(new Error("x"))).toBeUndefined();
  });

  test("is a valid time for any input", () => {
    for (const after of ["1e300", "9".repeat(400), "-5", "NaN", ""])
      expect(() => retryAt(openai(429, "Slow down", null, { "retry-after": after }))).not.toThrow();
  });
});
