import { z } from "zod";
import { listOf, text } from "./lenient";
import type { SearchProvider, SearchQuestion, SearchRefusal } from "./provider";

const MAX_RESULTS = 20;

const answer = z.object({
  results: listOf(z.object({ title: text, url: text, content: text, published_date: text })),
});

/** `detail` has one message, or a list of messages for invalid input. */
const failure = z.object({
  detail: z.union([
    z.object({ error: z.string() }),
    z.array(z.object({ msg: z.string() })).min(1),
    z.string(),
  ]),
});

const REFUSALS: Record<number, SearchRefusal> = {
  400: "question",
  422: "question",
  432: "quota",
  433: "quota",
};

export const tavily: SearchProvider = {
  id: "tavily",
  title: "Tavily",
  needsKey: true,
  defaultUrl: "https://api.tavily.com",

  request: ({ query, type, maxResults }: SearchQuestion, { baseUrl, apiKey = "" }) => ({
    // Some users enter the address of the search endpoint itself.
    url: `${baseUrl.replace(/\/search$/, "")}/search`,
    method: "POST",
    headers: {
      accept: "application/json",
      "content-type": "application/json",
      authorization: `Bearer ${apiKey}`,
    },
    body: JSON.stringify({
      query,
      topic: type === "news" ? "news" : "general",
      search_depth: "basic",
      max_results: Math.min(maxResults, MAX_RESULTS),
    }),
  }),

  hits(body) {
    const { results } = answer.safeParse(body).data ?? {};
    return (
      results?.map(({ title, url, content, published_date }) => ({
        title,
        url,
        snippet: content,
        date: published_date,
      })) ?? null
    );
  },

  refusal: (status) => REFUSALS[status],

  errorMessage(body) {
    const { detail } = failure.safeParse(body).data ?? {};
    if (Array.isArray(detail)) return detail[0]?.msg;
    return typeof detail === "object" ? detail.error : detail;
  },
};
