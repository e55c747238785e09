import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { singleton } from "@/lib/ground/base/process";
import { onRevoked } from "@/lib/platform/access/tokens";
import { AppError } from "@/lib/shared/errors";
import type { McpToken } from "@/lib/store/agents/mcp-tokens";
import { endedBy } from "./stream";

/**
 * Answers a request of a program within the limits of its token. `left` is aborted when the program disconnects. The
 * answer and its stream end when the token is revoked; before there is a response, it throws `unauthorized`.
 */
export async function withinLimits(
  token: McpToken,
  answer: (token: McpToken, left: AbortSignal) => Promise<Response>,
): Promise<Response> {
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
    const response = await Promise.race([answer(token, left.signal), revoked.promise]);
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

/** Maximum requests of a token in a minute. A busy program makes about ten requests a second. */
const MAX_A_MINUTE = 1_200;
/** Maximum concurrent requests of a token, including requests that wait for the user. */
const MAX_OPEN = 32;

const limits = () =>
  singleton("program limits", () => ({
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
