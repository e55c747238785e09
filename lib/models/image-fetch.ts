import type { Caller } from "@/lib/egress/caller";
import { guardedFetch } from "@/lib/egress/guarded-fetch";
import { modelFetch } from "./model-fetch";

const MOST_BYTES = 25_000_000;
const LONGEST_MS = 60_000;

/**
 * Fetch for servers that may answer with the address of a picture in place of the picture: their own address is asked
 * like any model's, and every other one by the way that is taken to addresses of strangers.
 */
export const imageFetch =
  (baseUrl: string, caller: Caller): typeof fetch =>
  async (input, init) => {
    const url = input instanceof Request ? input.url : input;
    if (new URL(url).origin === new URL(baseUrl).origin) return modelFetch(input, init);
    const { status, headers, bytes } = await guardedFetch(url, {
      caller,
      maxBytes: MOST_BYTES,
      timeoutMs: LONGEST_MS,
      signal: init?.signal ?? undefined,
    });
    // The bytes come unpacked.
    headers.delete("content-encoding");
    headers.delete("content-length");
    return new Response(status === 204 || status === 304 ? null : bytes, { status, headers });
  };
