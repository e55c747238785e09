import {
  APICallError,
  InvalidResponseDataError,
  NoOutputGeneratedError,
  RetryError,
  StreamProviderError,
  UnsupportedFunctionalityError,
} from "ai";
import { redact as hideKnown } from "@/lib/ground/base/redact";
import { answeredFailure } from "./answered";
import { errorWords } from "./error-words";
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

/** What went wrong with a model call, reduced to what may be shown and acted upon. */
export type ModelFailure = {
  code: FailureCode;
  status?: number;
  /** Host and port of the server that was called. */
  host?: string;
  /** The provider's own words, if they are fit to be shown. */
  said?: string;
  /** How long the provider asked us to wait. */
  waitMs?: number;
};

/** The stream of a model ended, without an error, before its answer did. */
export class AnswerCutError extends Error {
  override readonly name = "AnswerCutError";
}

const MAX_WORDS = 4_000;
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

/** The status and all the words of a provider's error; no words for an error that is not a provider's answer. */
export function answeredWith(thrown: unknown): { status?: number; words?: string } {
  const error = unwrap(thrown);
  const api = APICallError.isInstance(error) ? error : undefined;
  const stream = StreamProviderError.isInstance(error) ? error : undefined;
  return { status: api?.statusCode ?? stream?.statusCode, words: everything(api ?? stream) };
}

export function diagnose(thrown: unknown): ModelFailure {
  const error = unwrap(thrown);
  const api = APICallError.isInstance(error) ? error : undefined;
  const { status, words } = answeredWith(error);
  const stream = StreamProviderError.isInstance(error) ? error : undefined;
  const unsupported = UnsupportedFunctionalityError.isInstance(error) ? error : undefined;
  const wait = words === undefined ? undefined : waitMs(api?.responseHeaders ?? {}, words);
  const codes = errorCodes(stream, parsed(api?.responseBody));
  const answered =
    words === undefined
      ? undefined
      : answeredFailure(status, { words, codes, isWaitKnown: wait !== undefined });
  return {
    code: networkFailure(error, status) ?? namedFailure(error) ?? answered ?? "unknown",
    status,
    host: api && URL.canParse(api.url) ? new URL(api.url).host : undefined,
    said: redact(bodyWords(api?.responseBody) ?? (api ?? stream ?? unsupported)?.message),
    waitMs: wait,
  };
}

/** The codes and types of a stream's error, and of an error in a body: `{ error: { code, type } }`, or without `error`. */
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

const bodyWords = (body: string | undefined) => (body === undefined ? undefined : errorWords(body));

/** All that a provider said, up to a length. */
function everything(error: APICallError | StreamProviderError | undefined): string | undefined {
  if (!error) return undefined;
  const rest = APICallError.isInstance(error)
    ? error.responseBody
    : JSON.stringify([error.type, error.code, error.data]);
  return `${error.message} ${rest?.slice(0, MAX_WORDS) ?? ""}`;
}

/** Retries, empty results and the gateway's own errors wrap what really happened. */
function unwrap(error: unknown): unknown {
  if (RetryError.isInstance(error)) return unwrap(error.lastError);
  // The SDK wraps what fails while it reads an answer.
  if (APICallError.isInstance(error) && APICallError.isInstance(error.cause)) return unwrap(error.cause);
  if (NoOutputGeneratedError.isInstance(error) && error.cause) return unwrap(error.cause);
  if (error instanceof Error && error.name.startsWith("Gateway") && error.cause) return unwrap(error.cause);
  return error;
}

/** Whether a connection broke that had been there. */
export function isCut(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth++)
    if ("code" in cause && typeof cause.code === "string" && CUTS.has(cause.code)) return true;
  return false;
}

function networkFailure(error: unknown, status: number | undefined): FailureCode | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth++) {
    if (cause.name === "TimeoutError") return "timed_out";
    // What listens there speaks no HTTP.
    if (cause.name === "HTTPParserError") return "invalid_response";
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
  if (error.name === "AI_UnsupportedFunctionalityError") return "bad_request";
  if (error.name === "AnswerCutError" || isWithoutFinish(error)) return "stream_cut";
  return BROKEN_ANSWERS.has(error.name) || isUnknownToAnthropic(error) ? "invalid_response" : undefined;
}

/** The adapter for OpenAI-compatible servers gives the error of a stream without a finish reason no code and no data. */
const isWithoutFinish = (error: Error): boolean =>
  InvalidResponseDataError.isInstance(error) && /ended without a finish reason/.test(error.message);

/** Anthropic's adapter throws a plain error where a stream begins with an error of a form that it does not know. */
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

/** One short line of a provider's message, without anything that looks like a secret; nothing if it is markup. */
function redact(text: string | undefined): string | undefined {
  const line = text?.trim().split("\n", 1)[0]?.trim();
  if (!line || /^[<{[]/.test(line)) return undefined;
  const clean = SECRETS.reduce((rest, secret) => rest.replace(secret, "[hidden]"), hideKnown(line));
  return clean.length > MAX ? `${clean.slice(0, MAX).trimEnd()}…` : clean;
}
