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
import { type Keep, Visit } from "./visit";

export type GuardedOptions = {
  /** On whose behalf, for the audit. */
  caller: Caller;
  method?: string;
  headers?: HeadersInit;
  body?: string | Uint8Array;
  /** Of the answer, unpacked: 5 MB unless told otherwise. */
  maxBytes?: number;
  /** What becomes of a longer one: it is an error, unless its beginning is wanted. */
  onTooLong?: "fail" | "cut";
  /** 5 unless told otherwise. */
  maxRedirects?: number;
  /** From the first look-up to the last byte: 15 s unless told otherwise. */
  timeoutMs?: number;
  signal?: AbortSignal;
  /** Told where an answer came from that came to nothing: the error may hold words of whoever gave it. */
  onLost?: (url: string) => void;
};

export type GuardedAnswer = EgressAnswer;

export type Ways = { lookup: Lookup; dial: Dial; holes: () => readonly string[]; record?: Keep };

/** The network as it is. */
export const openWays: Ways = {
  lookup,
  dial: dialAddress,
  holes: () => env().EASEL_EGRESS_ALLOW,
};

/**
 * The one way out to the network for what an agent, a page or a person's text names. Every address, and every one that it
 * redirects to, is looked up, checked to be public, and dialled as it was checked; each is recorded with what came of it.
 * Sends no cookies, no credentials of the address and no referrer, and after a redirect to another origin no header that
 * could hold a key. Throws an AppError in words that say what is wrong with the address or the answer.
 */
export const guardedFetch = makeGuardedFetch(openWays);

export function makeGuardedFetch(ways: Ways) {
  return async function guardedFetch(url: string | URL, options: GuardedOptions): Promise<GuardedAnswer> {
    const { timeoutMs = 15_000, signal = new AbortController().signal } = options;
    try {
      return await withDeadline(signal, timeoutMs, (own) => follow(String(url), options, ways, own));
    } catch (error) {
      throw signal.aborted ? signal.reason : egressFailure(error, url);
    }
  };
}

async function follow(
  first: string,
  options: GuardedOptions,
  { lookup, dial, holes, record }: Ways,
  signal: AbortSignal,
): Promise<EgressAnswer> {
  const { caller, maxBytes = 5_000_000, onTooLong = "fail", maxRedirects = 5 } = options;
  let { method = "GET", body } = options;
  let from = first;
  let isElsewhere = false;
  let answeredBy: string | undefined;
  for (let hops = 0; hops <= maxRedirects; hops++) {
    const visit = new Visit({ caller, via: "fetch", method, url: from }, record);
    try {
      const target = await findTarget(from, { lookup, holes: holes(), signal, visit });
      // What was left behind once is not given again to a server that another one has led back to.
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
  throw new AppError(
    "unavailable",
    `The address leads on more than ${maxRedirects} times, so it was given up.`,
  );
}

/** Who asked for another address would not know what is spoken of. */
const ledOn = (to: string, { code, message, cause }: AppError) =>
  new AppError(code, `It leads on to ${shownUrl(to).slice(0, 200)}. ${message}`, { cause });

const STOPPED = new AppError("unavailable", "It was stopped before there was an answer.");

/** As the Fetch Standard has it. */
const leavesBody = (status: number, method: string) =>
  status === 303 ? method !== "GET" && method !== "HEAD" : status < 303 && method === "POST";
