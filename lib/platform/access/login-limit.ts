import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { singleton } from "@/lib/ground/base/process";
import { AppError } from "@/lib/shared/errors";

const PER_ADDRESS = 5;
// A limit that users who mistype do not reach, but too low to guess a password from many addresses.
const FROM_ALL = 60;
const SECONDS = 60;

type Limits = { address: RateLimiterMemory; all: RateLimiterMemory };

const limits = (): Limits => singleton("login limits", () => loginLimitsOf(PER_ADDRESS, FROM_ALL, SECONDS));

export const loginLimitsOf = (perAddress: number, fromAll: number, seconds: number): Limits => ({
  address: new RateLimiterMemory({ points: perAddress, duration: seconds }),
  all: new RateLimiterMemory({ points: fromAll, duration: seconds }),
});

/**
 * Counts a request. Throws `too_many_requests` with `retryAfter` seconds beyond a limit; `what` names the
 * requests.
 */
export async function countRequest(request: Request, { address, all }: Limits, what: string): Promise<void> {
  try {
    await address.consume(addressOf(request));
    await all.consume("all");
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const retryAfter = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    throw new AppError("too_many_requests", `Too many ${what}. Try again in ${retryAfter} s.`, {
      details: { retryAfter },
    });
  }
}

/** Counts a login attempt before the password is checked. Throws `too_many_requests` beyond the limits. */
export const countLoginAttempt = (request: Request): Promise<void> =>
  countRequest(request, limits(), "login attempts");

export async function resetLoginAttempts(request: Request): Promise<void> {
  await limits().address.delete(addressOf(request));
}

/**
 * Returns the client's address. Easel's own server appends the last entry: the address of the connection, or
 * the one that the nearest proxy reports.
 */
const addressOf = ({ headers }: Request) =>
  headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() || "unknown";
