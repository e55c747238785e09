import { z } from "zod";
import { listOf, text } from "./lenient";
import type { Hit, Question, SearchProvider } from "./provider";

const MOST_WORDS = 50;
const MOST_RESULTS = 20;

const found = listOf(z.object({ title: text, url: text, description: text, page_age: text, age: text }));
const webAnswer = z.object({ type: z.literal("search"), web: z.object({ results: found }).optional() });
const newsAnswer = z.object({ type: z.literal("news"), results: found });

const problem = z.object({ code: text, detail: text });
/** Answers have `error`, the reference has `errors`. */
const failure = z.object({ error: problem.optional(), errors: z.array(problem).optional() });

export const brave: SearchProvider = {
  id: "brave",
  title: "Brave Search",
  needsKey: true,
  defaultUrl: "https://api.search.brave.com/res/v1",

  request({ query, type, most }: Question, { baseUrl, apiKey = "" }) {
    const asked = new URLSearchParams({
      // More words are refused.
      q: query.split(/\s+/).slice(0, MOST_WORDS).join(" "),
      count: String(Math.min(most, MOST_RESULTS)),
      text_decorations: "false",
      ...(type === "web" && { result_filter: "web" }),
    });
    return {
      url: `${baseUrl}/${type}/search?${asked}`,
      headers: { accept: "application/json", "x-subscription-token": apiKey },
    };
  },

  hits(body, { type }) {
    const parsed =
      type === "news"
        ? newsAnswer.safeParse(body).data?.results
        : withDefault(webAnswer.safeParse(body).data);
    return parsed?.map(asHit) ?? null;
  },

  refusal(status, body) {
    const code = first(body)?.code ?? "";
    if (/^SUBSCRIPTION_(TOKEN|NOT_FOUND)/.test(code)) return "key";
    if (/^(QUOTA|USAGE_LIMIT)/.test(code)) return "quota";
    if (/NOT_IN_PLAN/.test(code)) return "plan";
    return status === 422 ? "question" : undefined;
  },

  said: (body) => first(body)?.detail,

  /** "1, 1419704": seconds until each of the limits begins anew, the shortest first. */
  waitMs(headers) {
    const seconds = Number.parseFloat(headers.get("x-ratelimit-reset") ?? "");
    return Number.isFinite(seconds) ? seconds * 1_000 : undefined;
  },
};

/** Where nothing was found, the part for it is not there. */
const withDefault = (answer: z.infer<typeof webAnswer> | undefined) => answer && (answer.web?.results ?? []);

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
