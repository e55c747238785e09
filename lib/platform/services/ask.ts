import {
  type GuardedAnswer,
  type GuardedOptions,
  makeGuardedFetch,
  systemNetwork,
} from "@/lib/platform/egress/guarded-fetch";
import { isAppError } from "@/lib/shared/errors";
import { Failed } from "./failed";

/**
 * Sends a request to a service through the egress guard. Throws Failed `later` if no connection was made, so
 * the service did not receive it, and `unknown` if the connection ended without an answer. Rethrows an abort
 * of `signal`. Does not follow redirects, because the URL may contain a secret.
 */
export async function askService(
  url: string,
  options: Omit<GuardedOptions, "maxRedirects">,
): Promise<GuardedAnswer> {
  let isConnected = false;
  const fetch = makeGuardedFetch({
    ...systemNetwork,
    dial: (target) => {
      const connect = systemNetwork.dial(target);
      return (connectOptions, done) =>
        connect(connectOptions, (...[error, socket]) => {
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
    const why = isAppError(error) ? error.message : "The request to the service could not be sent.";
    throw new Failed(isConnected ? "unknown" : "later", why, { cause: error });
  }
}

export function jsonOfService({ bytes }: GuardedAnswer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
