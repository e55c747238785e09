import type { BrowserTakeover } from "@/lib/shared/browser/takeover";
import { hostOf, lineOf } from "./web-address";

/**
 * Returns "You took over the browser at example.com". A handover with a note ends in a colon, before the
 * note.
 */
export function describeTakeover({ event, url, title, text }: BrowserTakeover): string {
  const page = hostOf(url) ?? lineOf(title, 60);
  const where = page && ` at ${page}`;
  if (event === "taken") return `You took over the browser${where}`;
  return `You handed the browser back${where}${text ? ": " : ""}`;
}
