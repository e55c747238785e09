import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { owned } from "@/lib/base/process";
import { AppError } from "@/lib/shared/errors";

/** Requests of one token; a program that works hard makes some ten a second. */
const MAX_A_MINUTE = 1_200;
/** Requests of one token that are answered at the same time, those that wait for the person among them. */
const MAX_OPEN = 32;

const limits = () =>
  owned("mcp server limits", () => ({
    requests: new RateLimiterMemory({ points: MAX_A_MINUTE, duration: 60 }),
    open: new Map<string, number>(),
  }));

/** Counts a request of a token, or says when the next one is taken. Gives what ends the counting of it as open. */
export async function takeRequest(tokenId: string): Promise<() => void> {
  const { requests, open } = limits();
  try {
    await requests.consume(tokenId);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw tooMany(`A token takes ${MAX_A_MINUTE} requests a minute`, Math.ceil(error.msBeforeNext / 1000));
  }
  const count = open.get(tokenId) ?? 0;
  if (count >= MAX_OPEN) throw tooMany(`A token takes ${MAX_OPEN} requests at a time`, 1);
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
