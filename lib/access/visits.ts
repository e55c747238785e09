import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { owned } from "@/lib/base/process";
import { AppError } from "@/lib/shared/errors";
import { addressOf } from "./login-limit";

/** A minute. Many readers may share one address; all of them together leave the server to its owner. */
const PER_ADDRESS = 3_000;
const FROM_ALL = 9_000;
const SECONDS = 60;

/** Counts one visit of somebody who needs no session, or says when the next one is taken. */
export async function takeVisit(request: Request): Promise<void> {
  const { address, all } = owned("visits", () => ({
    address: new RateLimiterMemory({ points: PER_ADDRESS, duration: SECONDS }),
    all: new RateLimiterMemory({ points: FROM_ALL, duration: SECONDS }),
  }));
  try {
    await address.consume(addressOf(request));
    await all.consume("all");
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const retryAfter = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    throw new AppError("too_many_requests", `Too many readers. Try again in ${retryAfter} s.`, {
      details: { retryAfter },
    });
  }
}
