import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import type { Dispatcher } from "undici";
import { raceAbort, withDeadline } from "@/lib/shared/abort";
import { decodedBody } from "./bounded-body";
import type { Caller } from "./caller";
import { openClient } from "./exchange";
import { egressFailure, midwayFailure } from "./failure";
import { type EgressNetwork, systemNetwork } from "./guarded-fetch";
import { requestHeaders } from "./request-headers";
import { findTarget } from "./target";
import { RequestAudit } from "./visit";

export type StreamOptions = {
  caller: Caller;
  method?: string;
  headers?: HeadersInit;
  body?: string | Uint8Array;
  /** Time until the headers arrive; default 15 s. The body has no limit. */
  headersMs?: number;
  /** Aborts the request. Once the headers have arrived, aborts the body. */
  signal?: AbortSignal;
  /** Opens this server's own `/mcp`, for servers that the user has added. */
  allowOwnMcp?: boolean;
};

const EMPTY = new Set([204, 205, 304]);

/**
 * Like `guardedFetch`, with the same checks and audit, for an answer read as a stream over its own
 * connection. Redirects are returned to the caller, not followed. Throws an AppError.
 */
export const guardedStream = makeGuardedStream(systemNetwork);

export function makeGuardedStream({ lookup, dial, holes, record }: EgressNetwork) {
  return async function guardedStream(requestedUrl: string | URL, options: StreamOptions): Promise<Response> {
    const { caller, method = "GET", body, headersMs = 15_000, allowOwnMcp } = options;
    const signal = options.signal ?? new AbortController().signal;
    const visit = new RequestAudit({ caller, via: "fetch", method, url: String(requestedUrl) }, record);
    let over = () => {};
    const end = (error?: unknown) => {
      over();
      visit.end(error);
    };
    try {
      return await withDeadline(signal, headersMs, async (own) => {
        const checks = { lookup, holes: holes(), signal: own, visit, allowOwnMcp };
        const target = await findTarget(String(requestedUrl), checks);
        const { url } = target;
        const { client, end: close } = openClient(target, dial, visit);
        over = close;
        const asking = {
          method: method as Dispatcher.HttpMethod,
          path: url.pathname + url.search,
          headers: requestHeaders(options.headers, {
            isElsewhere: false,
            hasBody: body !== undefined,
            isInner: target.isInner,
          }),
          body,
          // The caller's signal instead of `own`, because the deadline applies only until the headers arrive.
          signal,
        };
        const answer = await raceAbort(() => client.request(asking), own);
        visit.note({ status: answer.statusCode });
        const headers = new Headers();
        for (const [name, value] of Object.entries(answer.headers)) {
          if (name === "set-cookie" || name === "content-encoding" || value === undefined) continue;
          for (const each of [value].flat()) headers.append(name, each);
        }
        const encoding = String(answer.headers["content-encoding"] ?? "");
        const pieces = reading(decodedBody(answer.body, encoding), url, end);
        const response = { status: answer.statusCode, headers };
        if (method !== "HEAD" && !EMPTY.has(answer.statusCode))
          return new Response(
            Readable.toWeb(Readable.from(pieces)) as NodeStream as ReadableStream,
            response,
          );
        await answer.body.dump();
        end();
        return new Response(null, response);
      });
    } catch (error) {
      const failure = egressFailure(error, requestedUrl);
      end(failure);
      throw signal.aborted ? signal.reason : failure;
    }
  };
}

/** Yields the body. Calls `end` once, also if the body fails or is not read to its end. */
async function* reading(
  pieces: AsyncIterable<Uint8Array>,
  url: URL,
  end: (error?: unknown) => void,
): AsyncGenerator<Uint8Array> {
  let failure: unknown;
  try {
    yield* pieces;
  } catch (error) {
    failure = midwayFailure(error, url);
    throw failure;
  } finally {
    end(failure);
  }
}
