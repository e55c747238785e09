import { Late } from "@/lib/shared/abort";
import { AppError, isAppError } from "@/lib/shared/errors";

const HUNG_UP = new Set([
  "ECONNRESET",
  "EPIPE",
  "UND_ERR_SOCKET",
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
  "HPE_INVALID_EOF_STATE",
]);
const CHECK = "Check the address and its port";
const LATER = "Try later, or another address";

const CODES: Record<string, [what: string, remedy: string]> = {
  ECONNREFUSED: ["refuses connections there", CHECK],
  UND_ERR_CONNECT_TIMEOUT: ["does not answer", LATER],
  ETIMEDOUT: ["does not answer", LATER],
  ENETUNREACH: ["cannot be reached from here", LATER],
  EHOSTUNREACH: ["cannot be reached from here", LATER],
  UND_ERR_HEADERS_OVERFLOW: ["answers with headers that are too long", "Try another address"],
  EPROTO: ["does not speak https there", "Try http://, or check the port"],
  ERR_SSL_WRONG_VERSION_NUMBER: ["does not speak https there", "Try http://, or check the port"],
};

/** Converts a network error to an AppError with advice. */
export function egressFailure(error: unknown, url: string | URL): AppError {
  if (isAppError(error)) return error;
  const host = URL.canParse(String(url)) ? new URL(url).host : "The server";
  if (error instanceof Late) return new AppError("unavailable", `${host} took too long to answer. ${LATER}.`);
  const [what, remedy] = describeCode(codeOf(error));
  return new AppError("unavailable", `${host} ${what}. ${remedy}.`, { cause: error });
}

export function midwayFailure(error: unknown, { host }: URL): unknown {
  if (isAppError(error) || !HUNG_UP.has(codeOf(error))) return error;
  const message = `${host} disconnected in the middle of its answer. Try again, or another address.`;
  return new AppError("unavailable", message, { cause: error });
}

function describeCode(code: string): [what: string, remedy: string] {
  const description = CODES[code];
  if (description) return description;
  if (HUNG_UP.has(code)) return ["closed the connection before answering", LATER];
  if (code.startsWith("ERR_SSL_")) return ["uses an unsupported version of https", "Try another address"];
  return /CERT|TLS|UNABLE_TO_|SIGNATURE/.test(code)
    ? ["has no trusted certificate", "Try another address"]
    : ["sent an unreadable answer", LATER];
}

function codeOf(error: unknown): string {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause instanceof AggregateError && cause.errors.length > 0) return codeOf(cause.errors[0]);
    if ("code" in cause && typeof cause.code === "string") return cause.code;
  }
  return "";
}
