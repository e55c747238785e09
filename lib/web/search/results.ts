import { dateOfResult } from "./dates";
import { textOfHtml } from "./plain-text";
import type { Hit } from "./provider";

export type SearchResult = { title: string; url: string; snippet: string; date?: string };

const LONGEST_URL = 2_000;
const LONGEST_TITLE = 200;
const LONGEST_SNIPPET = 400;

/** Sanitizes results: only web addresses, without duplicates, with plain text. */
export function tidyResults(hits: readonly Hit[], most: number, now: Date): SearchResult[] {
  const results = new Map<string, SearchResult>();
  for (const { title = "", url: given = "", snippet = "", date } of hits) {
    if (results.size >= most) break;
    const url = URL.parse(given.trim().slice(0, LONGEST_URL + 1));
    if (!url || !isPage(url) || results.has(sameness(url))) continue;
    const iso = dateOfResult(date, now);
    results.set(sameness(url), {
      title: textOfHtml(title, LONGEST_TITLE) || url.hostname,
      url: url.href,
      snippet: textOfHtml(snippet, LONGEST_SNIPPET),
      ...(iso && { date: iso }),
    });
  }
  return [...results.values()];
}

const isPage = ({ protocol, username, password, href }: URL) =>
  (protocol === "http:" || protocol === "https:") && !username && !password && href.length <= LONGEST_URL;

const sameness = ({ host, pathname, search }: URL) => host + pathname.replace(/\/$/, "") + search;
