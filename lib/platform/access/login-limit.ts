import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { owned } from "@/lib/ground/base/process";
import { AppError } from "@/lib/shared/errors";

const PER_ADDRESS = 5;
// Above what one person mistypes, and far below what it takes to guess a password from many addresses.
const FROM_ALL = 60;
const SECONDS = 60;

type Limits = { address: RateLimiterMemory; all: RateLimiterMemory };

const limits = (): Limits => owned("login limits", () => loginLimitsOf(PER_ADDRESS, FROM_ALL, SECONDS));

/** So many in so many seconds: from one address, and from all of them together. */
export const loginLimitsOf = (perAddress: number, fromAll: number, seconds: number): Limits => ({
  address: new RateLimiterMemory({ points: perAddress, duration: seconds }),
  all: new RateLimiterMemory({ points: fromAll, duration: seconds }),
});

/** Counts one request, or says of `what` there are too many, and when the next one is taken. */
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

/** Counts one try to sign in, before the password is looked at, or says when the next one is taken. */
export const takeTry = (request: Request): Promise<void> => countRequest(request, limits(), "tries");

export async function forgetTries(request: Request): Promise<void> {
  await limits().address.delete(addressOf(request));
}

/** Our server puts the address of the connection, or what the nearest proxy says of it, at the end. */
const addressOf = ({ headers }: Request) =>
  headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() || "unknown";
