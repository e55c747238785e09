import type { Socket } from "node:net";
import { Client, type Dispatcher } from "undici";
import { raceAbort } from "@/lib/shared/abort";
import { type Bounds, bodyTooLarge, readBounded } from "./bounded-body";
import type { Dial } from "./dial";
import { midway } from "./failure";
import type { EgressTarget } from "./target";
import type { Visit } from "./visit";

type Question = Bounds & {
  method: string;
  body?: string | Uint8Array;
  headers: Record<string, string>;
};

export type EgressAnswer = {
  status: number;
  headers: Headers;
  /** Where the answer came from, after all redirects. */
  url: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Only its beginning is here: it is longer than was wanted. */
  isCut: boolean;
};

export type Redirect = { status: number; location: string };

const MAX_HEADER_BYTES = 16_384;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** One request on a connection of its own: what was checked is what is dialled, and nothing lies around for the next. */
export async function exchange(
  target: EgressTarget,
  { maxBytes, onTooLong, ...question }: Question,
  { dial, signal, visit }: { dial: Dial; signal: AbortSignal; visit: Visit },
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
    // A request that has no connection yet does not hear of the abort.
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
    return { ...common, ...(await read.catch((error: unknown) => Promise.reject(midway(error, url)))) };
  } finally {
    end();
  }
}

/** A connection of its own to what was checked, with no deadline: who asks over it has one. `end` notes what went over it. */
export function openClient(
  target: EgressTarget,
  dial: Dial,
  visit: Visit,
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

/** A header's bytes are given as Latin-1, but most of what is no ASCII in an address is meant as UTF-8. */
function asWritten(latin1: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(latin1, "latin1"));
  } catch {
    return latin1;
  }
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
