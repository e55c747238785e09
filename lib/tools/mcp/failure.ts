import type { SdkError, SdkErrorCode } from "@modelcontextprotocol/client";
import { redact } from "@/lib/ground/base/redact";
import { AppError, isAppError } from "@/lib/shared/errors";

const MAX_MESSAGE_CHARS = 500;

/**
 * Describes a server's failure for users. The server's own text is cut, and secrets are removed. `waitedMs` is the time
 * limit that has passed without an answer.
 */
export function serverFailureOf(error: unknown, waitedMs?: number): string {
  if (waitedMs !== undefined)
    return `The server did not respond within ${waitedMs / 1_000} s. Check that it is running and that the address is correct.`;
  const appMessage = appErrorIn(error);
  if (appMessage) return appMessage;
  const status = statusOf(error);
  if (status !== null) return describeStatus(status);
  if (isTimeout(error)) return "The server took too long to respond.";
  const name = error instanceof Error ? error.name : "";
  if (name === "RangeError") return "The server sent data that is nested too deeply.";
  if (UNREADABLE.has(name) || isOtherProtocol(error))
    return "The response does not follow the Model Context Protocol. Check the address.";
  return clean(error instanceof Error ? error.message : String(error));
}

/** Errors thrown when a message is not JSON or does not follow the protocol. */
const UNREADABLE = new Set(["SyntaxError", "ZodError"]);

/**
 * Returns the code of an error of the SDK. Compares the class by name, because the error may come from another
 * bundle of the SDK.
 */
const codeOf = (error: unknown): `${SdkErrorCode}` | undefined =>
  error instanceof Error && error.name === "SdkError" && "code" in error
    ? (error.code as SdkErrorCode)
    : undefined;

/** Returns true if a request timed out. The SDK uses the same code for aborted requests, but without data. */
const isTimeout = (error: unknown): boolean =>
  codeOf(error) === "REQUEST_TIMEOUT" && (error as SdkError).data !== undefined;

function isOtherProtocol(error: unknown): boolean {
  const code = codeOf(error);
  // Without a cause, the transport was closed, or client and server share no protocol version. With a cause,
  // the server did not speak the protocol.
  if (code === "ERA_NEGOTIATION_FAILED") return (error as SdkError).cause !== undefined;
  return (
    code === "INVALID_RESULT" ||
    code === "UNSUPPORTED_RESULT_TYPE" ||
    code === "CLIENT_HTTP_UNEXPECTED_CONTENT"
  );
}

const clean = (text: string): string => {
  const line = redact(text)
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, MAX_MESSAGE_CHARS)
    .toWellFormed();
  return /[.!?]$/.test(line) ? line : `${line || "Unknown reason"}.`;
};

function appErrorIn(error: unknown): string | null {
  for (let one = error, depth = 0; one instanceof Error && depth < 6; one = one.cause, depth++)
    if (isAppError(one)) return one.message;
  return null;
}

function statusOf(error: unknown): number | null {
  for (let one = error, depth = 0; one instanceof Error && depth < 6; one = one.cause, depth++) {
    const data = "data" in one ? one.data : undefined;
    for (const from of [one, data])
      if (typeof from === "object" && from !== null && "status" in from && typeof from.status === "number")
        return from.status;
  }
  return null;
}

const describeStatus = (status: number): string =>
  status === 404 || status === 405
    ? `There is no MCP server at this address (HTTP ${status}). Check the path; many end in /mcp.`
    : status === 403
      ? "The server denied access (HTTP 403). Check the headers with its key."
      : `The server responded with HTTP ${status}. Try later, or check the address.`;

export const isUnauthorized = (error: unknown): boolean =>
  statusOf(error) === 401 || (error instanceof Error && error.name === "UnauthorizedError");

export function goneError(of: {
  title: string;
  tool: string;
  why: string | null;
  isMidway: boolean;
}): AppError {
  const { title, tool, why, isMidway } = of;
  const what = isMidway
    ? `The connection to ${title} ended while ${tool} ran, so it may have taken effect.`
    : `${title} is not connected, so ${tool} was not run.`;
  const rest = "Check before you call it again, or continue without it.";
  return new AppError("unavailable", [what, why, rest].filter(Boolean).join(" "));
}
