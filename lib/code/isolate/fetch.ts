import { STATUS_CODES } from "node:http";
import pLimit from "p-limit";
import { z } from "zod";
import type { Caller } from "@/lib/platform/egress/caller";
import { type GuardedAnswer, guardedFetch } from "@/lib/platform/egress/guarded-fetch";
import { writtenHeaders } from "@/lib/platform/egress/request-headers";
import { AppError, isAppError } from "@/lib/shared/errors";
import { type Act, type Guard, toAct } from "@/lib/shared/tools/outside";
import { maySend } from "@/lib/web/pages/asking";

/** The way out, or what stands in for it. */
export type Fetch = typeof guardedFetch;

/** Connections of one call at a time; the others wait. */
const AT_ONCE = 6;
const TIMEOUT_MS = 15_000;
/** What is read of an answer: it has to pass into the sandbox as JSON. */
const MAX_BYTES = 2_000_000;

const text = z.string().max(1_000_000);

/** `fetch(url, { method, headers, body })` in the sandbox. */
export const fetchArgs = z.tuple([
  z.string().max(8_000),
  z.strictObject({
    method: z
      .string()
      .toUpperCase()
      .pipe(z.enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]))
      .optional(),
    headers: z.array(z.tuple([z.string(), text])).default([]),
    body: text.optional(),
    /** The body as bytes. */
    base64: text.regex(/^[A-Za-z\d+/]*={0,2}$/).optional(),
  }),
]);

type Asking = {
  caller: Caller;
  signal?: AbortSignal;
  /** Hears where each answer came from that the code got to see, if only in an error. */
  onRead?: (url: string) => void;
  fetch?: Fetch;
  /** Hears of each request before it is made, and throws where it may not be. */
  before?: (...asked: z.output<typeof fetchArgs>) => void;
};

/** Asks through the one way out, which refuses whatever is not public. What it cannot do is an AppError. */
export function fetching({ caller, signal, onRead, fetch = guardedFetch, before }: Asking) {
  const limit = pLimit(AT_ONCE);
  return ([url, options]: z.output<typeof fetchArgs>) =>
    limit(async () => {
      const { method, headers, body, base64 } = options;
      before?.(url, options);
      const asked = {
        method,
        headers: writtenHeaders(headers),
        body: base64 === undefined ? body : Buffer.from(base64, "base64"),
      };
      const limits = { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, signal, onLost: onRead };
      const answer = await fetch(url, { caller, ...asked, ...limits }).catch((error: unknown) => {
        // Code that ends may leave a request behind: nobody hears of it, and nothing is wrong.
        throw signal?.aborted ? new AppError("unavailable", "The code has ended.") : error;
      });
      onRead?.(answer.url);
      return { ...told(answer), redirected: answer.url !== new URL(url).href };
    });
}

/** The name of an error by which code, and the record of its run, tell a failed connection from their own errors. */
export const NETWORK_ERROR = "NetworkError";

/** Whether a request of `fetching` failed on the network: no connection, no host, no certificate, a reset or a timeout. */
export const isNetworkFailure = (error: unknown): boolean =>
  isAppError(error) && error.code === "unavailable";

/** Tells `hold` of each request that may act, or tells more than was named. */
export const heldFetch =
  (guard: Guard, hold: (act: Act) => void) =>
  (url: string, { method, headers, body, base64 }: z.output<typeof fetchArgs>[1]): void => {
    if (!maySend({ url, method, headers, body: body ?? base64 }, guard)) return;
    const lines = headers.map(([name, value]) => `${name}: ${value}`);
    hold(toAct(`${method ?? "GET"} ${url}`, [...lines, body ?? base64].filter(Boolean).join("\n")));
  };

function told({ status, url, headers, bytes }: GuardedAnswer) {
  const common = { status, statusText: STATUS_CODES[status] ?? "", url, headers: [...headers] };
  try {
    return { ...common, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { ...common, base64: Buffer.from(bytes).toString("base64") };
  }
}
