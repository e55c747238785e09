import { z } from "zod";
import { listOf, text } from "./lenient";
import type { Hit, SearchProvider, SearchQuestion } from "./provider";

const MAX_WORDS = 50;
const MAX_RESULTS = 20;

const found = listOf(z.object({ title: text, url: text, description: text, page_age: text, age: text }));
/** A response has `type`, results or both. The part for results is missing if there are none. */
const webAnswer = z
  .object({ type: z.literal("search").optional(), web: z.object({ results: found.nullish() }).nullish() })
  .refine(({ type, web }) => type || web)
  .transform(({ web }) => web?.results ?? []);
const newsAnswer = z
  .object({ type: z.literal("news").optional(), results: found.nullish() })
  .refine(({ type, results }) => type || results)
  .transform(({ results }) => results ?? []);

const problem = z.object({ code: text, detail: text });
/** Actual responses contain `error`, but the API reference says `errors`. */
const failure = z.object({ error: problem.optional(), errors: z.array(problem).optional() });

export const brave: SearchProvider = {
  id: "brave",
  title: "Brave Search",
  needsKey: true,
  defaultUrl: "https://api.search.brave.com/res/v1",

  request({ query, type, maxResults }: SearchQuestion, { baseUrl, apiKey = "" }) {
    const asked = new URLSearchParams({
      // Brave rejects longer queries.
      q: query.split(/\s+/).slice(0, MAX_WORDS).join(" "),
      count: String(Math.min(maxResults, MAX_RESULTS)),
      text_decorations: "false",
      ...(type === "web" && { result_filter: "web" }),
    });
    return {
      url: `${apiOf(baseUrl)}/${type}/search?${asked}`,
      headers: { accept: "application/json", "x-subscription-token": apiKey },
    };
  },

  hits: (body, { type }) =>
    (type === "news" ? newsAnswer : webAnswer).safeParse(body).data?.map(asHit) ?? null,

  refusal(status, body) {
    const code = first(body)?.code ?? "";
    if (/^SUBSCRIPTION_(TOKEN|NOT_FOUND)/.test(code)) return "key";
    if (/^(QUOTA|USAGE_LIMIT)/.test(code)) return "quota";
    if (/NOT_IN_PLAN/.test(code)) return "plan";
    return status === 422 ? "question" : undefined;
  },

  errorMessage: (body) => first(body)?.detail,

  /**
   * The headers list a value for each limit, the shortest limit first: the remaining requests ("0, 1977"), and
   * the seconds until the reset ("1, 1419704").
   */
  waitMs(headers) {
    const left = numbersOf(headers.get("x-ratelimit-remaining"));
    const resets = numbersOf(headers.get("x-ratelimit-reset"));
    const spent = resets.filter((_, index) => left[index] === 0);
    const seconds = spent.length > 0 ? Math.max(...spent) : resets[0];
    return seconds === undefined ? undefined : seconds * 1_000;
  },
};

/**
 * Returns the base address of the API. Some users enter only the host, or the address of the search endpoint
 * itself.
 */
const apiOf = (baseUrl: string) =>
  /^https?:\/\/[^/]+$/i.test(baseUrl) ? `${baseUrl}/res/v1` : baseUrl.replace(/\/(web|news)\/search$/, "");

const asHit = ({ title, url, description, page_age, age }: z.output<typeof found>[number]): Hit => ({
  title,
  url,
  snippet: description,
  date: page_age ?? age,
});

function first(body: unknown) {
  const { error, errors } = failure.safeParse(body).data ?? {};
  return error ?? errors?.[0];
}

const numbersOf = (list: string | null) =>
  (list ?? "").split(",").map(Number.parseFloat).filter(Number.isFinite);
