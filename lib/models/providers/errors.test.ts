import { APICallError, InvalidResponseDataError, JSONParseError, RetryError, StreamProviderError } from "ai";
import { expect, test } from "vitest";
import { AppError } from "@/lib/shared/errors";
import { explainFinish, explainModelError, isRetryable, retryAfterMs } from "./errors";
import { AnswerCutError } from "./failure";

const KEY = "sk-proj-abcdefghijklmnop1234";

function answered(statusCode: number, body: unknown = {}, responseHeaders: Record<string, string> = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const message = /"message":"([^"]*)"/.exec(text)?.[1] ?? "Error";
  return new APICallError({
    message,
    statusCode,
    responseHeaders,
    responseBody: text,
    url: "https://user:pw@api.example.com/v1/chat/completions?key=hidden",
    requestBodyValues: { messages: ["private words"] },
  });
}

const network = (code: string, statusCode?: number) =>
  new APICallError({
    message: `Cannot connect to API: connect ${code}`,
    url: "http://localhost:11434/v1/chat/completions",
    requestBodyValues: {},
    statusCode,
    cause: Object.assign(new Error(code), { code }),
    isRetryable: true,
  });

const error = (message: string, code?: string) => ({ error: { message, code } });

test.each<[string, unknown, string, RegExp, boolean]>([
  [
    "a wrong key",
    answered(401, error(`Incorrect API key provided: ${KEY}`)),
    "bad_key",
    /refused the key \(401\)/,
    false,
  ],
  ["a forbidden model", answered(403), "bad_key", /Settings → Models/, false],
  [
    "an unknown model",
    answered(404, error("The model `x` does not exist")),
    "unknown_model",
    /Choose another model/,
    false,
  ],
  [
    "an unknown model as 400",
    answered(400, error("model 'x' not found")),
    "unknown_model",
    /does not know/,
    false,
  ],
  [
    "a rate limit",
    answered(429, error("Rate limit reached"), { "retry-after": "20" }),
    "rate_limited",
    /in 20 seconds/,
    true,
  ],
  [
    "an empty account",
    answered(429, error("You exceeded your current quota", "insufficient_quota")),
    "out_of_credit",
    /credit/,
    false,
  ],
  [
    "a long conversation",
    answered(400, error("too long", "context_length_exceeded")),
    "context_too_long",
    /longer than/,
    false,
  ],
  [
    "a long prompt",
    answered(400, error("prompt is too long: 210000 tokens > 200000")),
    "context_too_long",
    /longer/,
    false,
  ],
  ["a refusal", answered(400, error("blocked", "content_filter")), "refused", /content policy/, false],
  [
    "a bad request",
    answered(400, error(`Unsupported parameter 'top_k' for ${KEY}`)),
    "bad_request",
    /“Unsupported parameter 'top_k' for \[hidden\]”/,
    false,
  ],
  ["a broken provider", answered(500, "<html>boom</html>"), "provider_down", /\(500\)/, true],
  ["an overloaded provider", answered(529), "provider_down", /server error/, true],
  ["a gateway timeout", answered(504), "timed_out", /too long/, true],
  ["a timeout of Easel", new DOMException("Step timeout", "TimeoutError"), "timed_out", /too long/, true],
  [
    "a refused connection",
    network("ECONNREFUSED"),
    "unreachable",
    /\(localhost:11434\) cannot be reached/,
    true,
  ],
  ["an unknown host", network("ENOTFOUND"), "unreachable", /address in Settings → Models is right/, true],
  ["an unavailable name server", network("EAI_AGAIN"), "unreachable", /online/, true],
  [
    "a rate limit on tokens",
    answered(429, error("Too many tokens, please wait")),
    "rate_limited",
    /in a minute/,
    true,
  ],
  [
    "an unreachable database",
    Object.assign(new Error("connect"), { code: "ECONNREFUSED" }),
    "unknown",
    /log/,
    false,
  ],
  ["a slow connection", network("UND_ERR_CONNECT_TIMEOUT"), "timed_out", /too long/, true],
  ["a broken stream", network("UND_ERR_SOCKET", 200), "stream_cut", /broke in/, true],
  [
    "a stream without a finish reason",
    new InvalidResponseDataError({ data: {}, message: "Response stream ended without a finish reason." }),
    "stream_cut",
    /kept/,
    true,
  ],
  [
    "a stream that ends before its answer",
    new AnswerCutError("The model's stream ended before its answer did"),
    "stream_cut",
    /kept/,
    true,
  ],
  [
    "another error with a similar message",
    new Error("The meeting ended before its answer came"),
    "unknown",
    /log/,
    false,
  ],
  [
    "broken JSON",
    new JSONParseError({ text: `{${KEY}`, cause: new Error("x") }),
    "invalid_response",
    /cannot read/,
    false,
  ],
  ["a web page as the answer", answered(200, "<html>"), "invalid_response", /Settings → Models/, false],
  [
    "an error in mid-stream",
    new StreamProviderError({ message: "Overloaded", statusCode: 503 }),
    "provider_down",
    /\(503\)/,
    true,
  ],
  [
    "an error in mid-stream without a status",
    new StreamProviderError({ message: "oops", type: "server_error" }),
    "provider_down",
    /server error/,
    true,
  ],
  ["an abort", new DOMException("Aborted", "AbortError"), "stopped", /stopped/, false],
  ["an internal error", new TypeError(`x is not a function ${KEY}`), "unknown", /server's log/, false],
  ["undefined", undefined, "unknown", /request to the model failed/, false],
])("explains %s", (_, thrown, code, message, retryable) => {
  const explained = explainModelError(thrown);
  expect(explained).toEqual({ code, message: expect.stringMatching(message) });
  expect(explained.message).not.toMatch(/sk-proj|private words|pw@|key=hidden|<html>|\bat \w+ \(/);
  expect(explained.message.length).toBeLessThan(400);
  expect(isRetryable(thrown)).toBe(retryable);
});

test("explains the last error after several attempts", () => {
  const errors = [answered(500), answered(401)];
  const thrown = new RetryError({ message: "Failed after 2 attempts", reason: "errorNotRetryable", errors });
  expect(explainModelError(thrown).code).toBe("bad_key");
});

test("keeps code and message of AppErrors and does not retry them", () => {
  const thrown = new AppError("invalid", "Set EASEL_MODEL.");
  expect(explainModelError(thrown)).toEqual({ code: "invalid", message: "Set EASEL_MODEL." });
  expect([isRetryable(thrown), retryAfterMs(thrown)]).toEqual([false, undefined]);
});

test.each<[Record<string, string>, number | undefined]>([
  [{ "retry-after": "1.5" }, 1500],
  [{ "retry-after-ms": "250", "retry-after": "9" }, 250],
  [{ "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" }, 0],
  [{ "retry-after": "soon" }, undefined],
  [{}, undefined],
])("reads from %j a wait of %s ms", (headers, ms) => {
  expect(retryAfterMs(answered(429, {}, headers))).toBe(ms);
});

test("explains an incomplete answer", () => {
  expect(explainFinish("length")?.message).toMatch(/continue/);
  expect(explainFinish("content-filter")?.code).toBe("refused");
  expect(explainFinish("interrupted")?.code).toBe("stream_cut");
  expect(explainFinish("stop")).toBeUndefined();
});
