import { z } from "zod";
import { AppError } from "@/lib/shared/errors";
import { listOf, text } from "./lenient";
import type { SearchProvider, SearchQuestion, SearchRefusal } from "./provider";

const answer = z.object({
  results: listOf(z.object({ title: text, url: text, content: text, publishedDate: text, pubdate: text })),
  /** Pairs of an engine's name and the reason why it did not respond. */
  unresponsive_engines: listOf(z.tuple([z.string(), z.string()]))
    .optional()
    .catch([]),
});

const REFUSALS: Record<number, SearchRefusal> = { 400: "question", 403: "format", 429: "limiter" };

const failure = z.object({ error: z.string() });

export const searxng: SearchProvider = {
  id: "searxng",
  title: "SearXNG",
  needsKey: false,

  request({ query, type }: SearchQuestion, { baseUrl, apiKey }) {
    const categories = type === "news" ? "news" : "general";
    const asked = new URLSearchParams({ q: query, format: "json", categories });
    return {
      // Some users paste the address of the search endpoint itself.
      url: `${baseUrl.replace(/\/search$/, "")}/search?${asked}`,
      headers: { accept: "application/json", ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
    };
  },

  hits(body) {
    const { results, unresponsive_engines: silent = [] } = answer.safeParse(body).data ?? {};
    // If engines did not respond, an empty list does not mean that there are no results.
    if (results?.length === 0 && silent.length > 0) throw noneAnswered(silent);
    return (
      results?.map(({ title, url, content, publishedDate, pubdate }) => ({
        title,
        url,
        snippet: content,
        date: publishedDate ?? pubdate,
      })) ?? null
    );
  },

  refusal: (status) => REFUSALS[status],

  errorMessage: (body) => failure.safeParse(body).data?.error,
};

const noneAnswered = (silent: [string, string][]) => {
  const engines = silent.slice(0, 4).map(([name, why]) => `${name.slice(0, 40)} (${why.slice(0, 60)})`);
  return new AppError(
    "unavailable",
    `SearXNG found nothing, and some of its search engines did not respond: ${engines.join(", ")}. Try again in a minute, or with other words.`,
  );
};
