import pLimit from "p-limit";
import { z } from "zod";
import type { Caller } from "@/lib/egress/caller";
import { type GuardedAnswer, guardedFetch } from "@/lib/egress/guarded-fetch";

/** The way out, or what stands in for it. */
export type Fetch = typeof guardedFetch;

/** Connections of one call at a time; the others wait. */
const AT_ONCE = 6;
const TIMEOUT_MS = 15_000;
/** What is read of an answer: it has to pass into the sandbox as JSON. */
const MOST_BYTES = 2_000_000;

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
    headers: z.union([z.record(z.string(), text), z.array(z.tuple([z.string(), text]))]).optional(),
    body: text.optional(),
  }),
]);

type Asking = {
  caller: Caller;
  signal?: AbortSignal;
  /** Hears where each answer came from that the code got to see. */
  onRead?: (url: string) => void;
  fetch?: Fetch;
};

/** Asks through the one way out, which refuses whatever is not public. What it cannot do is an AppError. */
export function fetching({ caller, signal, onRead, fetch = guardedFetch }: Asking) {
  const limit = pLimit(AT_ONCE);
  return ([url, { headers, ...options }]: z.output<typeof fetchArgs>) =>
    limit(async () => {
      const given = Array.isArray(headers) ? headers : Object.entries(headers ?? {});
      const limits = { maxBytes: MOST_BYTES, timeoutMs: TIMEOUT_MS, signal };
      const answer = await fetch(url, { caller, ...options, headers: given, ...limits });
      onRead?.(answer.url);
      return told(answer);
    });
}

function told({ status, url, headers, bytes }: GuardedAnswer) {
  const common = { status, url, headers: [...headers] };
  try {
    return { ...common, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    const base64 = Buffer.from(bytes).toString("base64");
    return { ...common, text: new TextDecoder().decode(bytes), base64 };
  }
}
