import { plain } from "@/lib/shared/text/plain";

/** An address that a link may lead to. What a model or a page wrote is anything. */
export function webAddress(text: unknown): URL | undefined {
  const url = typeof text === "string" ? URL.parse(text) : null;
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url : undefined;
}

/** "example.com", without the "www." that says nothing. */
export const hostOf = (text: unknown): string | undefined => webAddress(text)?.host.replace(/^www\./, "");

/** One line of what a stranger wrote, in a length that a row can hold. */
export function lineOf(text: string | undefined, most = 80): string {
  const line = plain(text ?? "");
  return line.length > most ? `${line.slice(0, most - 1).trimEnd()}…`.toWellFormed() : line;
}
