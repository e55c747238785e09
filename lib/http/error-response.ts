import { randomUUID } from "node:crypto";
import { log } from "@/lib/log";
import { type ErrorCode, isAppError, STATUS } from "@/lib/shared/errors";
import { isFull, isUnreachable } from "@/lib/store/unreachable";

/** What a caller is told of `error`. What it does not understand is logged with its cause and shown as an id. */
export function errorResponse(error: unknown, request: Request, headers: HeadersInit = {}): Response {
  const known: Known = isAppError(error)
    ? error
    : isUnreachable(error)
      ? databaseDown(error)
      : unexpected(error);
  const status = STATUS[known.code];
  if (status >= 500 && !request.signal.aborted) {
    log.error(`${request.method} ${new URL(request.url).pathname} failed`, known.cause ?? known, {
      status,
      ...(known.id && { id: known.id }),
    });
  }
  const { code, message, details } = known;
  const body = { error: details === undefined ? { code, message } : { code, message, details } };
  const response = Response.json(body, { status, headers });
  response.headers.set("cache-control", "no-store");
  const wait = retryAfter(details);
  if (wait !== undefined) response.headers.set("retry-after", String(wait));
  return response;
}

type Known = { code: ErrorCode; message: string; details?: unknown; cause?: unknown; id?: string };

const retryAfter = (details: unknown) =>
  typeof details === "object" && details !== null && "retryAfter" in details ? details.retryAfter : undefined;

const databaseDown = (cause: unknown): Known => ({
  code: "unavailable",
  message: isFull(cause)
    ? "The disk of the database is full, so nothing was stored. Free some space on it, then try again."
    : "The database cannot be reached at the moment. Try again in a few seconds.",
  cause,
});

function unexpected(cause: unknown): Known {
  const id = randomUUID().slice(0, 8);
  return { code: "internal", message: `Something went wrong (id ${id}).`, cause, id };
}
