import type { Socket } from "node:net";
import { Client, type Dispatcher } from "undici";
import { raceAbort } from "@/lib/shared/abort";
import { type Bounds, bodyTooLarge, readBounded } from "./bounded-body";
import type { Dial } from "./dial";
import { midwayFailure } from "./failure";
import type { EgressTarget } from "./target";
import type { RequestAudit } from "./visit";

type Question = Bounds & {
  method: string;
  body?: string | Uint8Array;
  headers: Record<string, string>;
};

export type EgressAnswer = {
  status: number;
  headers: Headers;
  /** URL of the answer after all redirects. */
  url: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** True if the body was truncated at `maxBytes`. */
  isCut: boolean;
};

export type Redirect = { status: number; location: string };

const MAX_HEADER_BYTES = 16_384;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Sends one request over its own connection to the checked addresses. */
export async function exchange(
  target: EgressTarget,
  { maxBytes, onTooLong, ...question }: Question,
  { dial, signal, visit }: { dial: Dial; signal: AbortSignal; visit: RequestAudit },
): Promise<EgressAnswer | Redirect> {
  const { url } = target;
  const { client, end } = openClient(target, dial, visit);
  try {
    const asking = {
      ...question,
      method: question.method as Dispatcher.HttpMethod,
      path: url.pathname + url.search,
      signal,
    };
    // undici ignores the abort of a request that has no connection yet.
    const { statusCode, headers, body } = await raceAbort(() => client.request(asking), signal);
    visit.note({ status: statusCode });
    const { location } = headers;
    if (REDIRECTS.has(statusCode) && typeof location === "string" && location !== "")
      return { status: statusCode, location: asWritten(location) };
    const common = { status: statusCode, headers: asHeaders(headers), url: url.href };
    if (question.method === "HEAD") return { ...common, bytes: new Uint8Array(), isCut: false };
    if (onTooLong === "fail" && Number(headers["content-length"] ?? 0) > maxBytes)
      throw bodyTooLarge(maxBytes);
    const encoding = String(headers["content-encoding"] ?? "");
    const read = readBounded(body, encoding, { maxBytes, onTooLong });
    return {
      ...common,
      ...(await read.catch((error: unknown) => Promise.reject(midwayFailure(error, url)))),
    };
  } finally {
    end();
  }
}

/**
 * Opens a connection to the checked addresses, without a deadline; the caller sets one. `end` closes it and
 * records the bytes.
 */
export function openClient(
  target: EgressTarget,
  dial: Dial,
  visit: RequestAudit,
): { client: Client; end: () => void } {
  let used: Socket | undefined;
  const connect = dial(target);
  const client = new Client(target.url.origin, {
    connect: (options, done) =>
      connect(options, (...[error, socket]) => {
        if (error) return done(error, null);
        used = socket;
        visit.note({ address: socket.remoteAddress });
        done(null, socket);
      }),
    pipelining: 0,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const end = () => {
    visit.note({ sent: used?.bytesWritten, received: used?.bytesRead });
    void client.destroy().catch(() => {});
  };
  return { client, end };
}

/**
 * Decodes a header value as UTF-8 if it is valid UTF-8: headers arrive as Latin-1, but non-ASCII characters
 * in a Location are usually UTF-8.
 */
function asWritten(latin1: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(latin1, "latin1"));
  } catch {
    return latin1;
  }
}

/** Drops cookies, because requests are sent without any. */
function asHeaders(fields: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(fields)) {
    if (name === "set-cookie" || value === undefined) continue;
    for (const each of [value].flat()) headers.append(name, each);
  }
  return headers;
}
