import { agentAddress } from "@/lib/shared/agents/agent-address";
import { readError } from "@/lib/shared/error-response";
import { needsPage } from "@/lib/shared/page-proof";
import { pageHeaders, renewPageProof } from "./page-proof";

/**
 * An error response of the server. Any other exception of `request` means that the server was not reached.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly details: unknown;

  constructor(status: number, message: string, details: unknown) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.details = details;
  }
}

/**
 * Adds the agent of the current page to an API path, unless the path already names an agent or is the same for
 * all agents.
 */
export function ofAgent(path: string): string {
  const { agentId } = agentAddress(globalThis.location?.pathname ?? "");
  if (agentId === undefined || !/^\/(?:api|r)\//.test(path) || SHARED.test(path) || /[?&]agent=/.test(path))
    return path;
  return `${path}${path.includes("?") ? "&" : "?"}agent=${agentId}`;
}

/**
 * API paths that need no agent. Without an `agent` parameter, `/api/asks`, `/api/proofs` and `/api/gallery` return the items of all
 * agents.
 */
const SHARED =
  /^\/api\/(?:agents|asks|backup|gallery|health|invitations|login|logout|members|password|proofs|push|queues|sessions)\b/;

const TIMEOUT_MS = 20_000;

type RequestOptions = RequestInit & { patienceMs?: number };

/**
 * Fetches a path and throws an ApiError on an error status. The timeout ends when the headers arrive, because a
 * body may stream for an hour.
 */
export async function request(
  path: string,
  { patienceMs = TIMEOUT_MS, ...init }: RequestOptions = {},
): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), patienceMs);
  const signal = init.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal;
  try {
    return await send(path, { ...init, signal, cache: "no-store" });
  } finally {
    clearTimeout(timer);
  }
}

/** Sends a request, and again with a new proof of this page if the server needs one. */
async function send(path: string, init: RequestInit, isRepeated = false): Promise<Response> {
  const headers = [...new Headers(init.headers), ...Object.entries(pageHeaders())];
  const response = await fetch(ofAgent(path), { ...init, ...(headers.length > 0 && { headers }) });
  // A 304 is no error: the server sends it only to a request with `if-none-match`, when nothing has
  // changed.
  if (response.ok || response.status === 304) return response;
  if (response.status === 401) location.assign(`/login?${new URLSearchParams({ next: location.pathname })}`);
  const error = readError(await response.json().catch(() => undefined));
  if (!error) throw new TypeError(`Unexpected response from Easel (${response.status})`);
  if (!needsPage(error.details) || isRepeated)
    throw new ApiError(response.status, error.message, error.details);
  await renewPageProof(init.signal ?? undefined);
  return send(path, init, true);
}

export const jsonBody = (body: unknown) => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
