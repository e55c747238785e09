import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { owned } from "@/lib/base/process";
import { AppError } from "@/lib/shared/errors";

const PER_ADDRESS = 5;
// Above what one person mistypes, and far below what it takes to guess a password from many addresses.
const FROM_ALL = 60;
const SECONDS = 60;

const limits = () =>
  owned("login limits", () => ({
    address: new RateLimiterMemory({ points: PER_ADDRESS, duration: SECONDS }),
    all: new RateLimiterMemory({ points: FROM_ALL, duration: SECONDS }),
  }));

/** Counts one try to sign in, before the password is looked at, or says when the next one is taken. */
export async function takeTry(request: Request): Promise<void> {
  const { address, all } = limits();
  try {
    await address.consume(addressOf(request));
    await all.consume("all");
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const retryAfter = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    throw new AppError("too_many_requests", `Too many tries. Try again in ${retryAfter} s.`, {
      details: { retryAfter },
    });
  }
}

export async function forgetTries(request: Request): Promise<void> {
  await limits().address.delete(addressOf(request));
}

/** Our server puts the address of the connection, or what the nearest proxy says of it, at the end. */
export const addressOf = ({ headers }: Request) =>
  headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() || "unknown";
