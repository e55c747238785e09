import type { BrowserTakeover } from "@/lib/shared/browser/takeover";

/**
 * Describes a browser takeover or return for the model. Includes only the origin of the page and not its
 * title, because the message counts as the user's own text and a page's title is not trusted.
 */
export function takeoverText({ event, url, text }: BrowserTakeover): string {
  const at = originOf(url);
  const notice =
    event === "taken"
      ? `(The user took over the browser${at}. Your browser calls wait until they hand it back.)`
      : `(The user handed the browser back${at}. The page may have changed: read it before you continue.)`;
  return text ? `${notice}\n\n${text}` : notice;
}

function originOf(url: string): string {
  const origin = URL.canParse(url) ? new URL(url).origin : "null";
  return origin === "null" ? "" : ` at ${origin}`;
}
