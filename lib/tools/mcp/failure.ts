import { redact } from "@/lib/ground/base/redact";
import { AppError, isAppError } from "@/lib/shared/errors";

const LONGEST = 500;

/** What a server did wrong, in words; its own are cut, and no secret is among them. */
export function failureOf(error: unknown, deadline?: AbortSignal): string {
  if (deadline?.aborted)
    return "It did not answer within 20 s. Check that it runs and that the address is right.";
  const known = appErrorIn(error);
  if (known) return known;
  const status = statusOf(error);
  if (status !== null) return wordsFor(status);
  const name = error instanceof Error ? error.name : "";
  const message = error instanceof Error ? error.message : String(error);
  if (/RequestTimeout|timed out/i.test(`${name} ${message}`))
    return "It took too long to answer, and was given up.";
  if (name === "RangeError") return "It sent something that is nested too deep to be read.";
  if (name === "ZodError" || NO_PROTOCOL.test(message))
    return "It answers in a way that is not the Model Context Protocol. Check the address.";
  return clean(message);
}

const NO_PROTOCOL = /parse|JSON|schema|validation|probe failed|invalid result|unexpected content type/i;

const clean = (text: string): string => {
  const line = redact(text)
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, LONGEST)
    .toWellFormed();
  return /[.!?]$/.test(line) ? line : `${line || "Nobody knows why"}.`;
};

function appErrorIn(error: unknown): string | null {
  for (let one = error, depth = 0; one instanceof Error && depth < 6; one = one.cause, depth++)
    if (isAppError(one)) return one.message;
  return null;
}

/** Of the answer over HTTP. */
export function statusOf(error: unknown): number | null {
  for (let one = error, depth = 0; one instanceof Error && depth < 6; one = one.cause, depth++) {
    const data = "data" in one ? one.data : undefined;
    for (const from of [one, data])
      if (typeof from === "object" && from !== null && "status" in from && typeof from.status === "number")
        return from.status;
  }
  return null;
}

const wordsFor = (status: number): string =>
  status === 404 || status === 405
    ? `There is no MCP server at this address (HTTP ${status}). Check the path; many end in /mcp.`
    : status === 403
      ? "The server does not let us in (HTTP 403). Check the headers with its key."
      : `The server answers with HTTP ${status}. Try later, or check the address.`;

/** Whether somebody has to sign in first. */
export const isUnauthorized = (error: unknown): boolean =>
  statusOf(error) === 401 || (error instanceof Error && error.name === "UnauthorizedError");

/** For the model: a call of a server that is not connected, or not any more. */
export function goneError(of: {
  title: string;
  tool: string;
  why: string | null;
  isMidway: boolean;
}): AppError {
  const { title, tool, why, isMidway } = of;
  const what = isMidway
    ? `The connection to ${title} ended while ${tool} ran, so whether it took effect is not known.`
    : `${title} is not connected, so ${tool} was not run.`;
  const rest = "Look before you call it again, or go on without it.";
  return new AppError("unavailable", [what, why, rest].filter(Boolean).join(" "));
}
