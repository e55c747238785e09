import { randomUUID } from "node:crypto";
import { log } from "@/lib/ground/base/log";
import { type ErrorCode, isAppError, STATUS } from "@/lib/shared/errors";
import { isOwnDiskFull } from "@/lib/store/own-disk";
import { isFull, isOutcomeUnknown, isReadOnly, isUnreachable, unfitValue } from "@/lib/store/unreachable";

/** Converts an error to a response. Unexpected errors are logged with their cause and shown as an id. */
export function errorResponse(error: unknown, request: Request, headers: HeadersInit = {}): Response {
  const report: ErrorReport = isAppError(error)
    ? error
    : isUnreachable(error) || isReadOnly(error)
      ? databaseDown(error, request)
      : (unfit(error) ?? unexpected(error));
  const status = STATUS[report.code];
  if (status >= 500 && !request.signal.aborted) {
    log.error(`${request.method} ${new URL(request.url).pathname} failed`, report.cause ?? report, {
      status,
      ...(report.id && { id: report.id }),
    });
  }
  const { code, message, details } = report;
  const body = { error: details === undefined ? { code, message } : { code, message, details } };
  const response = Response.json(body, { status, headers });
  response.headers.set("cache-control", "no-store");
  const wait = retryAfter(details);
  if (wait !== undefined) response.headers.set("retry-after", String(wait));
  return response;
}

type ErrorReport = { code: ErrorCode; message: string; details?: unknown; cause?: unknown; id?: string };

const retryAfter = (details: unknown) =>
  typeof details === "object" && details !== null && "retryAfter" in details ? details.retryAfter : undefined;

const databaseDown = (cause: unknown, request: Request): ErrorReport => ({
  code: "unavailable",
  message: explainDown(cause, request.method === "GET" || request.method === "HEAD"),
  cause,
});

function explainDown(cause: unknown, isRead: boolean): string {
  if (isReadOnly(cause))
    return "The database is read-only at the moment, so nothing was stored. Reading still works. Make the database writable, then try again.";
  if (isFull(cause))
    return "The disk of the database is full, so nothing was stored. Free some space on it, then try again.";
  if (isOwnDiskFull())
    return "The database has stopped because its disk is full. Free some space; the database then restarts by itself.";
  if (isOutcomeUnknown(cause) && !isRead)
    return "The connection to the database broke, so this may have been stored. Check before you try again.";
  return "The database cannot be reached at the moment. Try again in a few seconds.";
}

/** Returns the report for a value that the database rejects: an error of the client, not of the server. */
function unfit(cause: unknown): ErrorReport | null {
  const problem = unfitValue(cause);
  if (problem === null) return null;
  log.warn("A request had a value that the database cannot store; its route should have rejected it", cause);
  return { code: "invalid", message: `Something in the request cannot be stored: ${problem}.`, cause };
}

function unexpected(cause: unknown): ErrorReport {
  const id = randomUUID().slice(0, 8);
  return { code: "internal", message: `Something went wrong (id ${id}).`, cause, id };
}
