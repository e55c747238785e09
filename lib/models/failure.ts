import { APICallError, NoOutputGeneratedError, RetryError, StreamProviderError } from "ai";
import { redact } from "./redact";

export type FailureCode =
  | "bad_key"
  | "bad_request"
  | "context_too_long"
  | "invalid_response"
  | "out_of_credit"
  | "provider_down"
  | "rate_limited"
  | "refused"
  | "stopped"
  | "stream_cut"
  | "timed_out"
  | "unknown"
  | "unknown_model"
  | "unreachable";

/** What went wrong with a model call, reduced to what may be shown and acted upon. */
export type Failure = {
  code: FailureCode;
  status?: number;
  /** Host and port of the server that was called. */
  host?: string;
  /** The provider's own words, if they are fit to be shown. */
  said?: string;
  headers: Record<string, string>;
};

const MAX_WORDS = 4_000;
const TIMEOUTS = new Set([
  "ETIMEDOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "UND_ERR_CONNECT_TIMEOUT",
]);
const CUTS = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET", "ERR_STREAM_PREMATURE_CLOSE"]);
const NETWORK = /^(E[A-Z_]+|UND_ERR_\w+|CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+|ERR_TLS_\w+)$/;

/** Providers agree on few codes, so their words decide too. Order matters: the first that fits counts. */
const WORDS: readonly [RegExp, FailureCode][] = [
  [
    /context.?(length|window|size)|maximum context|too many tokens|(prompt|input|request) (is )?too (long|large)|n_ctx/i,
    "context_too_long",
  ],
  [/content.?(filter|policy|management)|responsible.?ai|blocked by .*(safety|policy)/i, "refused"],
  [
    /insufficient.?(quota|credit|balance|funds)|exceeded your current quota|billing|payment required/i,
    "out_of_credit",
  ],
  [
    /model.?not.?found|model\b.{0,80}\b(not found|does not exist|not exist)|no such model|unknown model/i,
    "unknown_model",
  ],
  [/(invalid|incorrect|missing).{0,12}api.?key|authentication_error/i, "bad_key"],
  [/rate.?limit|too many requests/i, "rate_limited"],
  [/overloaded|server_error|internal server error|service unavailable|at capacity/i, "provider_down"],
];

const BROKEN_ANSWERS = new Set([
  "AI_InvalidResponseDataError",
  "AI_JSONParseError",
  "AI_TypeValidationError",
  "AI_EmptyResponseBodyError",
  "AI_NoContentGeneratedError",
  "AI_InvalidStreamPartError",
]);

export function diagnose(thrown: unknown): Failure {
  const error = unwrap(thrown);
  const api = APICallError.isInstance(error) ? error : undefined;
  const stream = StreamProviderError.isInstance(error) ? error : undefined;
  const status = api?.statusCode ?? stream?.statusCode;
  const words = api
    ? `${api.message} ${api.responseBody?.slice(0, MAX_WORDS) ?? ""}`
    : stream && `${stream.message} ${stream.type} ${stream.code}`;
  return {
    code: networkFailure(error, status) ?? namedFailure(error) ?? answeredFailure(status, words) ?? "unknown",
    status,
    host: api && URL.canParse(api.url) ? new URL(api.url).host : undefined,
    said: redact((api ?? stream)?.message),
    headers: api?.responseHeaders ?? {},
  };
}

/** Retries and empty results wrap what really happened. */
function unwrap(error: unknown): unknown {
  if (RetryError.isInstance(error)) return unwrap(error.lastError);
  if (NoOutputGeneratedError.isInstance(error) && error.cause) return unwrap(error.cause);
  return error;
}

function networkFailure(error: unknown, status: number | undefined): FailureCode | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth++) {
    if (cause.name === "TimeoutError") return "timed_out";
    // Only calls to the provider: a database that is away is not the model's failure.
    const code = APICallError.isInstance(error) && "code" in cause ? cause.code : undefined;
    if (typeof code !== "string" || !NETWORK.test(code)) continue;
    if (TIMEOUTS.has(code)) return "timed_out";
    // With a status the answer had begun; a socket that closes without one is an answer that broke off as well.
    return status !== undefined || CUTS.has(code) ? "stream_cut" : "unreachable";
  }
}

function namedFailure(error: unknown): FailureCode | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === "AbortError" || error.name === "ResponseAborted") return "stopped";
  if (error.name === "AI_LoadAPIKeyError") return "bad_key";
  if (error.name === "AI_NoSuchModelError") return "unknown_model";
  if (/ended without a finish reason/.test(error.message)) return "stream_cut";
  return BROKEN_ANSWERS.has(error.name) ? "invalid_response" : undefined;
}

function answeredFailure(status: number | undefined, words: string | undefined): FailureCode | undefined {
  if (words === undefined) return undefined;
  if (status === 200) return "invalid_response";
  if (status === 401) return "bad_key";
  if (status === 402) return "out_of_credit";
  const worded = WORDS.find(([sign]) => sign.test(words))?.[1];
  if (status === 429) return worded === "out_of_credit" ? worded : "rate_limited";
  if (worded && (status ?? 0) < 500) return worded;
  if (status === undefined) return undefined;
  if (status === 403) return "bad_key";
  if (status === 404) return "unknown_model";
  if (status === 408 || status === 504) return "timed_out";
  if (status === 413) return "context_too_long";
  return status === 409 || status >= 500 ? "provider_down" : "bad_request";
}
