import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Equipment } from "@/lib/agent/message/equipment";
import { actingAs } from "@/lib/ground/base/acting";
import { singleton } from "@/lib/ground/base/process";
import { errorResponse } from "@/lib/platform/http/error-response";
import { assertLength, discardBody, readJson } from "@/lib/platform/http/request-body";
import { endedBy } from "@/lib/platform/http/stream";
import { AppError, isAppError } from "@/lib/shared/errors";
import type { McpToken } from "@/lib/store/agents/mcp-tokens";
import { actorOf } from "@/lib/store/members/roster";
import { serveMcp } from "./serve";
import { onRevoked, requireToken } from "./tokens";

const MAX_BYTES = 2_000_000;

/** Answers a request to `/mcp`. Authenticates it only by its bearer token and ignores session cookies. */
export async function answerMcp(request: Request, equipment?: Equipment): Promise<Response> {
  const token = await requireToken(request).catch((error: unknown) => {
    if (isAppError(error) && error.code === "unauthorized") return error;
    throw error;
  });
  if (!(token instanceof Error))
    return actingAs(await actorOf(token.memberId), () => answerTo(token, request, equipment));
  await discardBody(request);
  return errorResponse(token, request, { "www-authenticate": 'Bearer realm="easel"' });
}

async function answerTo(token: McpToken, request: Request, equipment?: Equipment): Promise<Response> {
  const isOver = await takeRequest(token.id);
  const revoked = Promise.withResolvers<never>();
  const unsubscribe = onRevoked(token.id, () =>
    revoked.reject(new AppError("unauthorized", "The token of this request was revoked.")),
  );
  const left = new AbortController();
  const leave = () => {
    left.abort();
    unsubscribe();
    isOver();
  };
  try {
    const body = request.method === "POST" ? await bodyOf(request) : undefined;
    const served = serveMcp(request, { token, body, equipment, left: left.signal });
    const response = await Promise.race([served, revoked.promise]);
    if (!response.headers.get("content-type")?.startsWith("text/event-stream")) leave();
    return endedBy(response, (end) => {
      revoked.promise.catch(end);
      return leave;
    });
  } catch (error) {
    leave();
    throw error;
  }
}

async function bodyOf(request: Request): Promise<unknown> {
  assertLength(request, MAX_BYTES);
  const body = await readJson(request, MAX_BYTES);
  if (body !== undefined) return body;
  throw new AppError("bad_request", "The body is empty. Send a JSON-RPC message.");
}

/** Maximum requests of a token in a minute. A busy program makes about ten requests a second. */
const MAX_A_MINUTE = 1_200;
/** Maximum concurrent requests of a token, including those that wait for the user. */
const MAX_OPEN = 32;

const limits = () =>
  singleton("mcp server limits", () => ({
    requests: new RateLimiterMemory({ points: MAX_A_MINUTE, duration: 60 }),
    open: new Map<string, number>(),
  }));

/**
 * Counts a request, and returns a function to call when it ends. Throws an error with the time to wait if a
 * limit is reached.
 */
async function takeRequest(tokenId: string): Promise<() => void> {
  const { requests, open } = limits();
  try {
    await requests.consume(tokenId);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw tooMany(`A token may send ${MAX_A_MINUTE} requests a minute`, Math.ceil(error.msBeforeNext / 1000));
  }
  const count = open.get(tokenId) ?? 0;
  if (count >= MAX_OPEN) throw tooMany(`A token may have ${MAX_OPEN} open requests`, 1);
  open.set(tokenId, count + 1);
  let isOpen = true;
  return () => {
    if (!isOpen) return;
    isOpen = false;
    const left = (open.get(tokenId) ?? 1) - 1;
    if (left > 0) open.set(tokenId, left);
    else open.delete(tokenId);
  };
}

function tooMany(what: string, seconds: number): AppError {
  const retryAfter = Math.max(1, seconds);
  return new AppError("too_many_requests", `${what}. Try again in ${retryAfter} s.`, {
    details: { retryAfter },
  });
}
