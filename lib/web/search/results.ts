import { dateOfResult } from "./dates";
import { textOfHtml } from "./plain-text";
import type { Hit } from "./provider";

export type SearchResult = { title: string; url: string; snippet: string; date?: string };

const MAX_URL_CHARS = 2_000;
const MAX_TITLE_CHARS = 200;
const MAX_SNIPPET_CHARS = 400;

/** Removes duplicates and results without a web address, and converts titles and snippets to plain text. */
export function tidyResults(hits: readonly Hit[], maxResults: number, now: Date): SearchResult[] {
  const results = new Map<string, SearchResult>();
  for (const { title = "", url: rawUrl = "", snippet = "", date } of hits) {
    if (results.size >= maxResults) break;
    const url = URL.parse(rawUrl.trim().slice(0, MAX_URL_CHARS + 1));
    if (!url || !isPage(url) || results.has(pageKey(url))) continue;
    const iso = dateOfResult(date, now);
    results.set(pageKey(url), {
      title: textOfHtml(title, MAX_TITLE_CHARS) || url.hostname,
      url: url.href,
      snippet: textOfHtml(snippet, MAX_SNIPPET_CHARS),
      ...(iso && { date: iso }),
    });
  }
  return [...results.values()];
}

const isPage = ({ protocol, username, password, href }: URL) =>
  (protocol === "http:" || protocol === "https:") && !username && !password && href.length <= MAX_URL_CHARS;

const pageKey = ({ host, pathname, search }: URL) => host + pathname.replace(/\/$/, "") + search;
