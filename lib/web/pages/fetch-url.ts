import type { Caller } from "@/lib/platform/egress/caller";
import { guardedFetch } from "@/lib/platform/egress/guarded-fetch";
import { isReservedHeader } from "@/lib/platform/egress/request-headers";
import { AppError } from "@/lib/shared/errors";
import { plainAddress } from "./address";
import { pageContentOf } from "./content";
import { type FetchInput, requestOf } from "./fetch-input";
import { cachePage, findCachedPage, type ReadPage } from "./page-cache";
import { textPageOf } from "./page-of";
import { prepare } from "./readable";

const MAX_BYTES = 5_000_000;
const TIMEOUT_MS = 30_000;

type FetchOptions = {
  caller: Caller & { conversationId: string };
  signal: AbortSignal;
  /** Called with the URL of a response that failed. The error may contain text of that response. */
  onLost?: (url: string) => void;
  fetch?: typeof guardedFetch;
};

/**
 * Fetches an address, or returns a further part of an earlier response. `from` is the URL after all redirects.
 * Throws an AppError with a message if the address cannot be reached.
 */
export async function fetchUrl(
  asking: FetchInput,
  options: FetchOptions,
): Promise<{ from: string; result: FetchResult }> {
  const { offset = 0, method = "GET" } = asking;
  const cached = offset > 0 ? findCachedPage(options.caller, asking) : undefined;
  if (offset > 0 && !cached && method !== "GET")
    throw new AppError(
      "not_found",
      `That response is no longer cached, and a ${method} is not repeated automatically. Call again without offset.`,
    );
  const read = cached ?? (await fetched(asking, options));
  const isRefetched = offset > 0 && !cached;
  return { from: read.url, result: toFetchResult(read, asking, isRefetched) };
}

async function fetched(
  asking: FetchInput,
  { caller, signal, onLost, fetch = guardedFetch }: FetchOptions,
): Promise<ReadPage> {
  if (!asking.raw && asking.method !== "HEAD") prepare();
  const answer = await fetch(asking.url, {
    ...requestOf(asking),
    ...{ caller, signal, onLost, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, onTooLong: "cut" },
  });
  const { status, headers, url, bytes, isCut } = answer;
  const fetchedBody = {
    bytes,
    contentType: headers.get("content-type"),
    url,
    isCut,
    isRaw: asking.raw === true,
  };
  const content = await pageContentOf(fetchedBody, signal);
  const unsent = Object.keys(asking.headers ?? {})
    .filter(isReservedHeader)
    .join(", ");
  const read: ReadPage = {
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
  if (textPageOf(read.markdown ?? read.body, 0).next) cachePage(caller, asking, read);
  return read;
}

type FetchResult = {
  status: number;
  ok: boolean;
  /** The final address, if it differs from the requested address. */
  url?: string;
  headers: Record<string, string>;
  next_offset?: number;
  note?: string;
  markdown?: string;
  body: string;
};

/**
 * In characters: up to `SHORT_SOURCE`, the HTML source is returned next to the markdown. Of a longer source, only
 * the first `START_CHARS` are returned.
 */
const SHORT_SOURCE = 4_000;
const START_CHARS = 1_000;
const MAX_HEADER_CHARS = 1_000;
const MAX_HEADERS = 8_000;

function toFetchResult(read: ReadPage, { url, offset = 0 }: FetchInput, isRefetched: boolean): FetchResult {
  const { status, body, markdown } = read;
  const text = markdown ?? body;
  if (offset > 0 && offset >= text.length)
    throw new AppError(
      "invalid",
      `There is nothing at offset ${offset}: the text has ${text.length} characters.`,
    );
  const page = textPageOf(text, offset);
  const isShort = body.length <= SHORT_SOURCE;
  const notes = [
    isRefetched && "Fetched again, because the cached copy expired: it may have changed.",
    read.note,
    page.next && `${page.next} of ${text.length} characters: continue with offset ${page.next}.`,
    markdown !== undefined && !isShort && offset === 0 && "body is cut; raw returns it.",
  ];
  const source = offset > 0 ? "" : isShort ? body : body.slice(0, START_CHARS).toWellFormed();
  const note = notes.filter(Boolean).join(" ");
  return {
    status,
    ok: status >= 200 && status < 300,
    ...(read.url !== plainAddress(url) && { url: read.url }),
    headers: bounded(read.headers),
    ...(page.next && { next_offset: page.next }),
    ...(note && { note }),
    ...(markdown === undefined ? { body: page.text } : { markdown: page.text, body: source }),
  };
}

function bounded(headers: Record<string, string>): Record<string, string> {
  let left = MAX_HEADERS;
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const text = value.length > MAX_HEADER_CHARS ? `${value.slice(0, MAX_HEADER_CHARS)}…` : value;
      left -= name.length + text.length;
      return left > 0 ? [[name, text]] : [];
    }),
  );
}
