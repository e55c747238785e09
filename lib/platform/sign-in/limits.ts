import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { singleton } from "@/lib/ground/base/process";
import { countRequest, loginLimitsOf } from "@/lib/platform/access/login-limit";
import { AppError } from "@/lib/shared/errors";

/**
 * Wrong codes of a member in an hour, from all addresses. A code has a million values and up to three are valid at once,
 * so who knows the password guesses one with a probability of 1 in 1,400 a day.
 */
const CODES = 10;
const CODES_SECONDS = 3_600;

const codes = () =>
  singleton("sign-in codes", () => new RateLimiterMemory({ points: CODES, duration: CODES_SECONDS }));

/** Counts a code before it is checked. Throws `too_many_requests` beyond the limit. */
export async function countCode(memberId: string): Promise<void> {
  try {
    await codes().consume(memberId);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const retryAfter = Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
    const minutes = Math.ceil(retryAfter / 60);
    throw new AppError("too_many_requests", `Too many wrong codes. Try again in ${minutes} min.`, {
      details: { retryAfter },
    });
  }
}

export const resetCodes = (memberId: string) => codes().delete(memberId);

const STARTS_PER_ADDRESS = 30;
const STARTS_FROM_ALL = 300;

/** Counts a started sign-in, which stores a row. Throws `too_many_requests` beyond the limits. */
export const countStart = (request: Request): Promise<void> =>
  countRequest(
    request,
    singleton("started sign-ins", () => loginLimitsOf(STARTS_PER_ADDRESS, STARTS_FROM_ALL, 60)),
    "started sign-ins",
  );
