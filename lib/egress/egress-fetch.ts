import { lookup as systemLookup } from "node:dns/promises";
import { Client, type Dispatcher } from "undici";
import { env } from "@/lib/env";
import { withDeadline } from "@/lib/shared/abort";
import { AppError } from "@/lib/shared/errors";
import { boundedBody, tooLarge } from "./bounded-body";
import { type Dial, dial as dialAddress } from "./dial";
import { egressFailure } from "./failure";
import { requestHeaders } from "./request-headers";
import { findTarget, type Lookup, type Target } from "./target";

export type EgressOptions = {
  method?: string;
  headers?: HeadersInit;
  body?: string | Uint8Array;
  /** Of the answer, unpacked: 5 MB unless told otherwise. */
  maxBytes?: number;
  /** From the first look-up to the last byte: 15 s unless told otherwise. */
  timeoutMs?: number;
  signal?: AbortSignal;
};

export type EgressAnswer = {
  status: number;
  headers: Headers;
  /** Where the answer came from, after all redirects. */
  url: string;
  bytes: Uint8Array<ArrayBuffer>;
};

export type Ways = { lookup: Lookup; dial: Dial; holes: () => readonly string[] };

const MOST_REDIRECTS = 5;
const MOST_HEADER_BYTES = 16_384;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * The one way out to the network for what an agent, a page or a person's text names. Every address, and every one that it
 * redirects to, is looked up, checked to be public, and dialled as it was checked. Sends no cookies, no credentials of the
 * address and no referrer. Throws an AppError in words that say what is wrong with the address or the answer.
 */
export const egressFetch = makeEgress({
  lookup: (hostname) => systemLookup(hostname, { all: true }),
  dial: dialAddress,
  holes: () => env().EASEL_EGRESS_ALLOW,
});

export function makeEgress(ways: Ways) {
  return async function egressFetch(url: string | URL, options: EgressOptions = {}): Promise<EgressAnswer> {
    const { timeoutMs = 15_000, signal = new AbortController().signal } = options;
    try {
      return await withDeadline(signal, timeoutMs, (own) => follow(url, options, { ...ways, signal: own }));
    } catch (error) {
      throw signal.aborted ? signal.reason : egressFailure(error, url);
    }
  };
}

type Way = Ways & { signal: AbortSignal };

async function follow(first: string | URL, options: EgressOptions, way: Way): Promise<EgressAnswer> {
  let { method = "GET", body } = options;
  let from = first;
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    const target = await findTarget(from, { ...way, holes: way.holes() });
    const isElsewhere = target.url.origin !== new URL(first).origin;
    const { maxBytes = 5_000_000 } = options;
    const headers = requestHeaders(options.headers, isElsewhere, body !== undefined);
    const answer = await ask(target, { method, body, headers, maxBytes }, way);
    if (!("location" in answer)) return answer;
    const { status, location } = answer;
    if (status === 303 || (status < 303 && method === "POST")) {
      method = method === "HEAD" ? "HEAD" : "GET";
      body = undefined;
    }
    from = resolved(location, target.url);
  }
  throw new AppError(
    "unavailable",
    `The address leads on more than ${MOST_REDIRECTS} times, so it was given up.`,
  );
}

type Question = {
  method: string;
  body?: string | Uint8Array;
  headers: Record<string, string>;
  maxBytes: number;
};

async function ask(
  target: Target,
  { maxBytes, ...question }: Question,
  { dial, signal }: Way,
): Promise<EgressAnswer | { status: number; location: string }> {
  const { url } = target;
  // One connection for one question: what was checked is what is dialled, and nothing lies around for the next one.
  const client = new Client(url.origin, {
    connect: dial(target),
    pipelining: 0,
    maxHeaderSize: MOST_HEADER_BYTES,
    // The whole has its own deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    const { statusCode, headers, body } = await client.request({
      ...question,
      method: question.method as Dispatcher.HttpMethod,
      path: url.pathname + url.search,
      signal,
    });
    const location = headers.location;
    if (REDIRECTS.has(statusCode) && typeof location === "string") return { status: statusCode, location };
    if (question.method === "HEAD") body.destroy();
    else if (Number(headers["content-length"] ?? 0) > maxBytes) throw tooLarge(maxBytes);
    const pieces: Uint8Array[] = [];
    if (question.method !== "HEAD") {
      const encoding = String(headers["content-encoding"] ?? "");
      for await (const piece of boundedBody(body, encoding, maxBytes)) pieces.push(piece);
    }
    return { status: statusCode, headers: asHeaders(headers), url: url.href, bytes: join(pieces) };
  } finally {
    void client.destroy().catch(() => {});
  }
}

function resolved(location: string, base: URL): URL {
  if (!URL.canParse(location, base))
    throw new AppError("unavailable", "The address leads on to one that is none.");
  return new URL(location, base);
}

/** Cookies stay behind: they would be nobody's. */
function asHeaders(given: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    if (name === "set-cookie" || value === undefined) continue;
    for (const each of [value].flat()) headers.append(name, each);
  }
  return headers;
}

function join(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.byteLength;
  }
  return all;
}
