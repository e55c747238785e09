import { STATUS_CODES } from "node:http";
import pLimit from "p-limit";
import { z } from "zod";
import type { Caller } from "@/lib/platform/egress/caller";
import { type GuardedAnswer, guardedFetch } from "@/lib/platform/egress/guarded-fetch";
import { writtenHeaders } from "@/lib/platform/egress/request-headers";
import { AppError, isAppError } from "@/lib/shared/errors";
import type { RecordedAnswer } from "@/lib/shared/executions";
import { type Act, type Guard, toAct } from "@/lib/shared/tools/external-effects";
import { mayChange, needsApproval } from "@/lib/web/pages/fetch-input";
import { recordingFetch } from "./recorded-answers";

export type Fetch = typeof guardedFetch;

/** Maximum concurrent requests of one call. Further requests wait. */
const AT_ONCE = 6;
const TIMEOUT_MS = 15_000;
/** Maximum bytes that are read of a response, which enters the sandbox as JSON. */
const MAX_BYTES = 2_000_000;

const text = z.string().max(1_000_000);

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
    base64: text.regex(/^[A-Za-z\d+/]*={0,2}$/).optional(),
  }),
]);

type Asking = {
  caller: Caller;
  signal?: AbortSignal;
  /**
   * Called with the address of each response of which the code may learn something, even through an error
   * message.
   */
  onRead?: (url: string) => void;
  fetch?: Fetch;
  /** Receives the first small answers. */
  answers?: RecordedAnswer[];
  /** Called before each request. It throws an error to refuse the request. */
  before?: (...asked: z.output<typeof fetchArgs>) => Promise<void>;
};

/**
 * Returns a `fetch` through the egress guard, which refuses addresses that are not public. Failures are
 * AppErrors.
 */
export function fetching({ caller, signal, onRead, fetch = guardedFetch, answers, before }: Asking) {
  const send = answers ? recordingFetch(fetch, answers) : fetch;
  const limit = pLimit(AT_ONCE);
  return ([url, options]: z.output<typeof fetchArgs>) =>
    limit(async () => {
      const { method, headers, body, base64 } = options;
      await before?.(url, options);
      const asked = {
        method,
        headers: writtenHeaders(headers),
        body: base64 === undefined ? body : Buffer.from(base64, "base64"),
      };
      const limits = { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, signal, onLost: onRead };
      const answer = await send(url, { caller, ...asked, ...limits }).catch((error: unknown) => {
        // The code ended without awaiting this request, so the failure is expected and no caller sees it.
        throw signal?.aborted ? new AppError("unavailable", "The code has ended.") : error;
      });
      onRead?.(answer.url);
      return { ...responseFields(answer), redirected: answer.url !== new URL(url).href };
    });
}

/** The name of the error by which code and its execution record recognize a failed connection. */
export const NETWORK_ERROR = "NetworkError";

/**
 * Returns whether a request of `fetching` failed on the network: connection, host, certificate, reset or
 * timeout.
 */
export const isNetworkFailure = (error: unknown): boolean =>
  isAppError(error) && error.code === "unavailable";

/** Calls `hold` for each request that the guard does not allow, because it may act or sends too much. */
export const guardFetch =
  (guard: Guard, hold: (act: Act, covers?: string) => void) =>
  async (url: string, { method, headers, body, base64 }: z.output<typeof fetchArgs>[1]): Promise<void> => {
    const request = { url, method, headers, body: body ?? base64 };
    if (!(await needsApproval(request, guard))) return;
    const lines = headers.map(([name, value]) => `${name}: ${value}`);
    const act = toAct(`${method ?? "GET"} ${url}`, [...lines, body ?? base64].filter(Boolean).join("\n"));
    hold(act, mayChange(request) ? undefined : guard.covers(url));
  };

function responseFields({ status, url, headers, bytes }: GuardedAnswer) {
  const common = { status, statusText: STATUS_CODES[status] ?? "", url, headers: [...headers] };
  try {
    return { ...common, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { ...common, base64: Buffer.from(bytes).toString("base64") };
  }
}
