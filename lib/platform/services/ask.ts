import {
  type GuardedAnswer,
  type GuardedOptions,
  makeGuardedFetch,
  openWays,
} from "@/lib/platform/egress/guarded-fetch";
import { isAppError } from "@/lib/shared/errors";
import { Failed } from "./failed";

/**
 * Asks a service, through the guard of all that leaves. Where there was no connection, nothing was done (`later`); where
 * there was one and no answer, nobody knows (`unknown`). An abort of `signal` is passed on. Redirects are not followed: the
 * address may hold a secret.
 */
export async function askService(
  url: string,
  options: Omit<GuardedOptions, "maxRedirects">,
): Promise<GuardedAnswer> {
  let isConnected = false;
  const fetch = makeGuardedFetch({
    ...openWays,
    dial: (target) => {
      const connect = openWays.dial(target);
      return (given, done) =>
        connect(given, (...[error, socket]) => {
          if (error) return done(error, null);
          isConnected = true;
          done(null, socket);
        });
    },
  });
  try {
    return await fetch(url, { ...options, maxRedirects: 0 });
  } catch (error) {
    options.signal?.throwIfAborted();
    const why = isAppError(error) ? error.message : "The service could not be asked.";
    throw new Failed(isConnected ? "unknown" : "later", why, { cause: error });
  }
}

/** An answer as JSON; undefined where it is none. */
export function jsonOfService({ bytes }: GuardedAnswer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
