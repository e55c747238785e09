import type { BrowserTakeover } from "@/lib/shared/browser/takeover";

/**
 * What models read of a take-over or a hand-back. Of the page they are told no more than its origin: this is said in the
 * person's name, and what a page calls itself is not their word.
 */
export function takeoverText({ event, url, text }: BrowserTakeover): string {
  const at = originOf(url);
  const said =
    event === "taken"
      ? `(The person took over the browser${at}. Your calls to it wait until they hand it back.)`
      : `(The person handed the browser back${at}. The page may have changed: look at it before you go on.)`;
  return text ? `${said}\n\n${text}` : said;
}

function originOf(url: string): string {
  const origin = URL.canParse(url) ? new URL(url).origin : "null";
  return origin === "null" ? "" : ` at ${origin}`;
}
