import { agentAddress } from "@/lib/shared/agents/agent-address";
import { readError } from "@/lib/shared/chat/contract";

/** Easel answered, and said no. Anything else that is thrown here means that it was not reached. */
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

/** Of the agent whose page this is, unless it names one, or what it asks for is not any agent's. */
export function ofAgent(path: string): string {
  const { agentId } = agentAddress(globalThis.location?.pathname ?? "");
  if (agentId === undefined || !path.startsWith("/api/") || SHARED.test(path) || /[?&]agent=/.test(path))
    return path;
  return `${path}${path.includes("?") ? "&" : "?"}agent=${agentId}`;
}

/** What waits for the person is told of all agents, unless one is named. */
const SHARED = /^\/api\/(?:agents|asks|health|login|logout|push|queues|sessions)\b/;

const PATIENCE_MS = 20_000;

type Asked = RequestInit & { patienceMs?: number };

/** Fetches and throws unless it went well. The time limit ends with the headers: a body may stream for an hour. */
export async function request(
  path: string,
  { patienceMs = PATIENCE_MS, ...init }: Asked = {},
): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), patienceMs);
  const signal = init.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal;
  try {
    const response = await fetch(ofAgent(path), { ...init, signal, cache: "no-store" });
    if (response.ok) return response;
    if (response.status === 401)
      location.assign(`/login?${new URLSearchParams({ next: location.pathname })}`);
    const error = readError(await response.json().catch(() => undefined));
    if (!error) throw new TypeError(`No answer from Easel (${response.status})`);
    throw new ApiError(response.status, error.message, error.details);
  } finally {
    clearTimeout(timer);
  }
}

/** A body as JSON, for `request`. */
export const jsonBody = (body: unknown) => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
