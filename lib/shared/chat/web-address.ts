import { plain } from "@/lib/shared/text/plain";

/**
 * Returns the URL if it is http(s), so that it is safe to link to. The input is any value that a model or web
 * page wrote.
 */
export function webAddress(text: unknown): URL | undefined {
  const url = typeof text === "string" ? URL.parse(text) : null;
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url : undefined;
}

/** Returns the host without a leading "www.". */
export const hostOf = (text: unknown): string | undefined => webAddress(text)?.host.replace(/^www\./, "");

/** Returns untrusted text as one truncated line. */
export function lineOf(text: string | undefined, max = 80): string {
  const line = plain(text ?? "");
  return line.length > max ? `${line.slice(0, max - 1).trimEnd()}…`.toWellFormed() : line;
}
