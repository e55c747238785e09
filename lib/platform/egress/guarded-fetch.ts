import { env } from "@/lib/ground/base/env";
import { Late, withDeadline } from "@/lib/shared/abort";
import { AppError } from "@/lib/shared/errors";
import type { Caller } from "./caller";
import { type Dial, dial as dialAddress } from "./dial";
import { type EgressAnswer, exchange } from "./exchange";
import { egressFailure } from "./failure";
import { lookup } from "./lookup";
import { requestHeaders } from "./request-headers";
import { shownUrl } from "./shown-url";
import { findTarget, type Lookup } from "./target";
import { type Keep, RequestAudit } from "./visit";

export type GuardedOptions = {
  caller: Caller;
  method?: string;
  headers?: HeadersInit;
  body?: string | Uint8Array;
  /** Maximum bytes of the decoded answer; default 5 MB. */
  maxBytes?: number;
  onTooLong?: "fail" | "cut";
  /** Maximum number of redirects; default 5. */
  maxRedirects?: number;
  /** Maximum time from the first lookup to the last byte; default 15 s. */
  timeoutMs?: number;
  signal?: AbortSignal;
  /**
   * Called with the URL of an answer that could not be used, because the error may contain text from that
   * server.
   */
  onLost?: (url: string) => void;
};

export type GuardedAnswer = EgressAnswer;

export type EgressNetwork = { lookup: Lookup; dial: Dial; holes: () => readonly string[]; record?: Keep };

export const systemNetwork: EgressNetwork = {
  lookup,
  dial: dialAddress,
  holes: () => env().EASEL_EGRESS_ALLOW,
};

/**
 * Fetches a URL chosen by an agent, a page or the user's text. Every URL, including redirects, is resolved,
 * checked to be public, connected to at the checked address, and recorded in the audit. Sends no cookies, URL
 * credentials or referrer, and after a redirect to another origin no header that could contain a key. Throws
 * an AppError.
 */
export const guardedFetch = makeGuardedFetch(systemNetwork);

export function makeGuardedFetch(network: EgressNetwork) {
  return async function guardedFetch(url: string | URL, options: GuardedOptions): Promise<GuardedAnswer> {
    const { timeoutMs = 15_000, signal = new AbortController().signal } = options;
    try {
      return await withDeadline(signal, timeoutMs, (own) => follow(String(url), options, network, own));
    } catch (error) {
      throw signal.aborted ? signal.reason : egressFailure(error, url);
    }
  };
}

async function follow(
  first: string,
  options: GuardedOptions,
  { lookup, dial, holes, record }: EgressNetwork,
  signal: AbortSignal,
): Promise<EgressAnswer> {
  const { caller, maxBytes = 5_000_000, onTooLong = "fail", maxRedirects = 5 } = options;
  let { method = "GET", body } = options;
  let from = first;
  let isElsewhere = false;
  let answeredBy: string | undefined;
  for (let hops = 0; hops <= maxRedirects; hops++) {
    const visit = new RequestAudit({ caller, via: "fetch", method, url: from }, record);
    try {
      const target = await findTarget(from, { lookup, holes: holes(), signal, visit });
      // Never reset to false: if a redirect leads back to the first origin, dropped headers are not sent
      // again.
      isElsewhere ||= target.url.origin !== new URL(first).origin;
      const headers = requestHeaders(options.headers, {
        isElsewhere,
        hasBody: body !== undefined,
        isInner: target.isInner,
      });
      const question = { method, body, headers, maxBytes, onTooLong };
      const answer = await exchange(target, question, { dial, signal, visit });
      visit.end();
      if (!("location" in answer)) return answer;
      answeredBy = from;
      const { status, location } = answer;
      if (leavesBody(status, method)) {
        method = "GET";
        body = undefined;
      }
      from = URL.canParse(location, target.url) ? new URL(location, target.url).href : location;
    } catch (error) {
      if (visit.isAnswered) answeredBy = from;
      if (answeredBy !== undefined) options.onLost?.(answeredBy);
      const isStopped = signal.aborted && !(signal.reason instanceof Late);
      const failure = isStopped ? STOPPED : egressFailure(signal.aborted ? signal.reason : error, from);
      visit.end(failure);
      throw signal.aborted ? error : hops > 0 ? ledOn(from, failure) : failure;
    }
  }
  throw new AppError("unavailable", `The address redirects more than ${maxRedirects} times.`);
}

/** Adds the redirect's target to an error, because the caller does not know it. */
const ledOn = (to: string, { code, message, cause }: AppError) =>
  new AppError(code, `The address redirects to ${shownUrl(to).slice(0, 200)}. ${message}`, { cause });

const STOPPED = new AppError("unavailable", "The request was stopped before it was answered.");

/** As in the Fetch Standard. */
const leavesBody = (status: number, method: string) =>
  status === 303 ? method !== "GET" && method !== "HEAD" : status < 303 && method === "POST";
