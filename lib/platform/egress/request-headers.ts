import { AppError } from "@/lib/shared/errors";
import { EGRESS_VIA } from "@/lib/shared/own-api";
import { ENCODINGS } from "./bounded-body";

/** Headers that we set ourselves, or that would reveal the caller. */
const NEVER =
  /^(host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive|cookie2?|referer|origin|forwarded|via|x-forwarded-.*|proxy-.*|sec-.*|accept-encoding)$/;
/** Headers that cannot contain a key; only these are sent to another origin after a redirect. */
const HARMLESS =
  /^(accept|accept-language|cache-control|content-encoding|content-language|content-type|dnt|if-match|if-modified-since|if-none-match|if-range|if-unmodified-since|pragma|priority|range|save-data|user-agent)$/;

const AGENT = "Easel";

/** Returns true if the caller's value of this header is never sent. */
export const isReservedHeader = (name: string): boolean => NEVER.test(name.trim().toLowerCase());

/** Builds headers from user input; the last value of a name wins. Throws an AppError if one is invalid. */
export function writtenHeaders(entries: Iterable<readonly [string, string]>, others?: HeadersInit): Headers {
  const headers = new Headers(others);
  for (const [name, value] of entries) {
    try {
      headers.set(name, value);
    } catch {
      const shown = JSON.stringify(name.slice(0, 100));
      throw new AppError("invalid", `headers[${shown}] is not a valid header. Fix or remove it.`);
    }
  }
  return headers;
}

type Route = {
  /** True if a redirect led to another origin. */
  isElsewhere: boolean;
  hasBody: boolean;
  isInner: boolean;
};

/**
 * Returns the headers to send: without reserved ones, and without keys after a redirect to another origin.
 */
export function requestHeaders(
  init: HeadersInit | undefined,
  { isElsewhere, hasBody, isInner }: Route,
): Record<string, string> {
  const headers = new Headers(init);
  for (const name of [...headers.keys()]) {
    const isOfBody = name.startsWith("content-") && !hasBody;
    if (NEVER.test(name) || isOfBody || (isElsewhere && !HARMLESS.test(name))) headers.delete(name);
  }
  return {
    "user-agent": AGENT,
    accept: "*/*",
    ...Object.fromEntries(headers),
    "accept-encoding": ENCODINGS,
    ...(isInner && { via: EGRESS_VIA }),
  };
}
