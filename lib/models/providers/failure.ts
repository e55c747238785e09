import {
  APICallError,
  InvalidResponseDataError,
  NoOutputGeneratedError,
  RetryError,
  StreamProviderError,
  UnsupportedFunctionalityError,
} from "ai";
import { redact as hideKnown } from "@/lib/ground/base/redact";
import { messageOfErrorBody } from "./error-message";
import { failureOfResponse } from "./response-failure";
import { waitMs } from "./wait";

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

export type ModelFailure = {
  code: FailureCode;
  status?: number;
  host?: string;
  /** The provider's own message, redacted, if it may be shown. */
  providerMessage?: string;
  waitMs?: number;
};

/** The model's stream ended without an error before the answer was complete. */
export class AnswerCutError extends Error {
  override readonly name = "AnswerCutError";
}

const MAX_BODY_CHARS = 4_000;
const TIMEOUTS = new Set([
  "ETIMEDOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "UND_ERR_CONNECT_TIMEOUT",
]);
const CUTS = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET", "ERR_STREAM_PREMATURE_CLOSE"]);
const NETWORK =
  /^(E[A-Z_]+|UND_ERR_\w+|CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+|ERR_(TLS|SSL)_\w+)$/;

const BROKEN_ANSWERS = new Set([
  "AI_InvalidResponseDataError",
  "AI_JSONParseError",
  "AI_TypeValidationError",
  "AI_EmptyResponseBodyError",
  "AI_NoContentGeneratedError",
  "AI_InvalidStreamPartError",
]);

/** Returns the status and the full text of a provider's error. `errorText` is undefined for other errors. */
export function providerResponseOf(thrown: unknown): { status?: number; errorText?: string } {
  const error = unwrap(thrown);
  const api = APICallError.isInstance(error) ? error : undefined;
  const stream = StreamProviderError.isInstance(error) ? error : undefined;
  return { status: api?.statusCode ?? stream?.statusCode, errorText: everything(api ?? stream) };
}

export function diagnose(thrown: unknown): ModelFailure {
  const error = unwrap(thrown);
  const api = APICallError.isInstance(error) ? error : undefined;
  const { status, errorText } = providerResponseOf(error);
  const stream = StreamProviderError.isInstance(error) ? error : undefined;
  const unsupported = UnsupportedFunctionalityError.isInstance(error) ? error : undefined;
  const wait = errorText === undefined ? undefined : waitMs(api?.responseHeaders ?? {}, errorText);
  const codes = errorCodes(stream, parsed(api?.responseBody));
  const answered =
    errorText === undefined
      ? undefined
      : failureOfResponse(status, { errorText, codes, hasWaitTime: wait !== undefined });
  return {
    code: networkFailure(error, status) ?? namedFailure(error) ?? answered ?? "unknown",
    status,
    host: api && URL.canParse(api.url) ? new URL(api.url).host : undefined,
    providerMessage: redact(bodyMessage(api?.responseBody) ?? (api ?? stream ?? unsupported)?.message),
    waitMs: wait,
  };
}

/**
 * Returns the codes and types of a stream's error and of an error body: `{ error: { code, type } }`, or
 * without `error`.
 */
function errorCodes(stream: StreamProviderError | undefined, body: unknown): string[] {
  const nested = [stream?.data, body].flatMap((one) => [inField(one, "error"), one]);
  return [...nested, stream].flatMap((error) =>
    [inField(error, "code"), inField(error, "type")].filter((one) => typeof one === "string"),
  );
}

const inField = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

function parsed(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? "");
  } catch {
    return undefined;
  }
}

const bodyMessage = (body: string | undefined) => (body === undefined ? undefined : messageOfErrorBody(body));

function everything(error: APICallError | StreamProviderError | undefined): string | undefined {
  if (!error) return undefined;
  const rest = APICallError.isInstance(error)
    ? error.responseBody
    : JSON.stringify([error.type, error.code, error.data]);
  return `${error.message} ${rest?.slice(0, MAX_BODY_CHARS) ?? ""}`;
}

/** Returns the actual error behind the SDK's errors for retries, empty results and the gateway. */
function unwrap(error: unknown): unknown {
  if (RetryError.isInstance(error)) return unwrap(error.lastError);
  // The SDK wraps errors that occur while it reads a response.
  if (APICallError.isInstance(error) && APICallError.isInstance(error.cause)) return unwrap(error.cause);
  if (NoOutputGeneratedError.isInstance(error) && error.cause) return unwrap(error.cause);
  if (error instanceof Error && error.name.startsWith("Gateway") && error.cause) return unwrap(error.cause);
  return error;
}

export function isCut(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth++)
    if ("code" in cause && typeof cause.code === "string" && CUTS.has(cause.code)) return true;
  return false;
}

function networkFailure(error: unknown, status: number | undefined): FailureCode | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth++) {
    if (cause.name === "TimeoutError") return "timed_out";
    // The address belongs to a server that does not speak HTTP.
    if (cause.name === "HTTPParserError") return "invalid_response";
    // Count only errors of calls to the provider: an unreachable database is not a failure of the model.
    const code = APICallError.isInstance(error) && "code" in cause ? cause.code : undefined;
    if (typeof code !== "string" || !NETWORK.test(code)) continue;
    if (TIMEOUTS.has(code)) return "timed_out";
    // A known status means that the response had begun, so the answer is incomplete. So is it if the server
    // closed the socket.
    return status !== undefined || CUTS.has(code) ? "stream_cut" : "unreachable";
  }
}

function namedFailure(error: unknown): FailureCode | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === "AbortError" || error.name === "ResponseAborted") return "stopped";
  if (error.name === "AI_LoadAPIKeyError") return "bad_key";
  if (error.name === "AI_NoSuchModelError") return "unknown_model";
  if (error.name === "AI_UnsupportedFunctionalityError") return "bad_request";
  if (error.name === "AnswerCutError" || isWithoutFinish(error)) return "stream_cut";
  return BROKEN_ANSWERS.has(error.name) || isUnknownToAnthropic(error) ? "invalid_response" : undefined;
}

/**
 * Recognizes the error by its message: the adapter for OpenAI-compatible servers sets neither code nor data
 * when a stream ends without a finish reason.
 */
const isWithoutFinish = (error: Error): boolean =>
  InvalidResponseDataError.isInstance(error) && /ended without a finish reason/.test(error.message);

/**
 * Recognizes the plain Error that Anthropic's adapter throws when a stream begins with an error in an unknown
 * format.
 */
const isUnknownToAnthropic = ({ name, message }: Error): boolean =>
  name === "Error" && message === "Expected a normalized Anthropic stream error";

const MAX = 200;
const SECRETS = [
  /\bbearer\s+\S+/gi,
  /\b(sk|pk|rk|gsk|xai|key|ghp|AIza)[-_*][\w*.-]{6,}/gi,
  /\bAIza[\w-]{10,}/g,
  /(?<=:\/\/)[^/\s@]+@/g,
  /(?<=[?&][\w-]*=)[^&\s]+/g,
  /[\w+/=*-]{32,}/g,
];

/**
 * Returns the first line of a provider's message, without anything like a secret, or undefined if it is
 * markup.
 */
function redact(text: string | undefined): string | undefined {
  const line = text?.trim().split("\n", 1)[0]?.trim();
  if (!line || /^[<{[]/.test(line)) return undefined;
  const clean = SECRETS.reduce((rest, secret) => rest.replace(secret, "[hidden]"), hideKnown(line));
  return clean.length > MAX ? `${clean.slice(0, MAX).trimEnd()}…` : clean;
}
