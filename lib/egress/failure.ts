import { Late } from "@/lib/shared/abort";
import { AppError, isAppError } from "@/lib/shared/errors";

const CODES: Record<string, string> = {
  ECONNREFUSED: "takes no connections there",
  ECONNRESET: "closed the connection before it had answered",
  UND_ERR_SOCKET: "closed the connection before it had answered",
  UND_ERR_CONNECT_TIMEOUT: "does not answer",
  ETIMEDOUT: "does not answer",
  ENETUNREACH: "cannot be reached from here",
  EHOSTUNREACH: "cannot be reached from here",
  UND_ERR_HEADERS_OVERFLOW: "answers with headers that are too long",
  EPROTO: "does not speak https there",
  ERR_SSL_WRONG_VERSION_NUMBER: "does not speak https there",
};

/** What went wrong on the way, in words. */
export function egressFailure(error: unknown, url: string | URL): AppError {
  if (isAppError(error)) return error;
  const host = URL.canParse(String(url)) ? new URL(url).host : "The server";
  if (error instanceof Late)
    return new AppError("unavailable", `${host} took too long to answer, and was given up.`);
  const code = codeOf(error);
  const what =
    CODES[code] ??
    (/CERT|TLS|SSL|UNABLE_TO_|SIGNATURE/.test(code) ? "has no certificate that can be trusted" : undefined);
  return new AppError("unavailable", `${host} ${what ?? "gives no answer that can be read"}.`, {
    cause: error,
  });
}

function codeOf(error: unknown): string {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause instanceof AggregateError && cause.errors.length > 0) return codeOf(cause.errors[0]);
    if ("code" in cause && typeof cause.code === "string") return cause.code;
  }
  return "";
}
