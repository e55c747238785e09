import type { Caller } from "@/lib/egress/caller";
import { guardedFetch } from "@/lib/egress/guarded-fetch";
import { isKeptBack } from "@/lib/egress/request-headers";
import { AppError } from "@/lib/shared/errors";
import { plainAddress } from "./address";
import { type Asking, requestOf } from "./asking";
import { contentOf } from "./content";
import { find, keep, type Read } from "./kept";
import { pageOf } from "./page-of";
import { prepare } from "./readable";
import { type Told, told } from "./told";

const MAX_BYTES = 5_000_000;
const LONGEST_MS = 30_000;

type Way = {
  caller: Caller & { conversationId: string };
  signal: AbortSignal;
  /** Told where an answer came from that is no result, but may be in the error. */
  onLost?: (url: string) => void;
  fetch?: typeof guardedFetch;
};

/**
 * What is at an address, or the next page of it: `from` is where it came from, after all redirects. Throws an AppError in
 * words where it cannot be reached.
 */
export async function fetchUrl(asking: Asking, way: Way): Promise<{ from: string; told: Told }> {
  const { offset = 0, method = "GET" } = asking;
  const kept = offset > 0 ? find(way.caller, asking) : undefined;
  if (offset > 0 && !kept && method !== "GET")
    throw new AppError(
      "not_found",
      `That answer is not kept any more, and a ${method} is not repeated by itself. Call again without offset.`,
    );
  const read = kept ?? (await fetched(asking, way));
  const isAnew = offset > 0 && !kept;
  return { from: read.url, told: told(read, asking, isAnew) };
}

async function fetched(asking: Asking, { caller, signal, onLost, fetch = guardedFetch }: Way): Promise<Read> {
  if (!asking.raw && asking.method !== "HEAD") prepare();
  const answer = await fetch(asking.url, {
    ...requestOf(asking),
    ...{ caller, signal, onLost, maxBytes: MAX_BYTES, timeoutMs: LONGEST_MS, onTooLong: "cut" },
  });
  const { status, headers, url, bytes, isCut } = answer;
  const given = {
    bytes,
    contentType: headers.get("content-type"),
    url,
    isCut,
    isRaw: asking.raw === true,
  };
  const content = await contentOf(given, signal);
  const unsent = Object.keys(asking.headers ?? {})
    .filter(isKeptBack)
    .join(", ");
  const read: Read = {
    ...content,
    ...{ status, headers: Object.fromEntries(headers), url: plainAddress(url) },
    note: [
      content.note,
      isCut && "Only the first 5 MB were read.",
      unsent && `Headers that are never sent: ${unsent.slice(0, 200)}.`,
    ]
      .filter(Boolean)
      .join(" "),
  };
  if (pageOf(read.markdown ?? read.body, 0).next) keep(caller, asking, read);
  return read;
}
