import type { Page, Reply, Wire } from "./wire.ts";

const page = (status: number, title: string, text: string): Reply => ({
  status,
  headers: { "content-type": "text/html; charset=utf-8" },
  body: `<!doctype html>\n<html lang=en>\n<title>${status} ${title}</title>\n<h1>${title}</h1>\n<p>${text}</p>\n`,
});

export const searxng: Wire = {
  paths: ["/search"],
  method: "GET",
  needsKey: false,

  read: (_, search, headers) => ({
    query: search.get("q") ?? "",
    type: search.get("categories") === "news" ? "news" : "web",
    // SearXNG has no parameter for the number of results.
    most: 100,
    key: headers.get("authorization")?.replace(/^Bearer /, "") ?? null,
  }),

  found: (pages, { query, type }) => ({
    query,
    number_of_results: 0,
    results: pages.map((each, index) => result(each, index, type === "news" ? "news" : "general")),
    answers: [],
    corrections: [],
    infoboxes: [],
    suggestions: ["another way to say it"],
    unresponsive_engines: pages.length > 0 ? [["google", "Suspended: access denied"]] : [],
  }),

  troubles: {
    key: page(401, "Unauthorized", "The server could not verify that you are authorized."),
    quota: page(503, "Service Unavailable", "The server is temporarily unable to service your request."),
    rate: {
      status: 429,
      headers: { "content-type": "text/html", "retry-after": "0" },
      body: "Too Many Requests",
    },
    question: { status: 400, body: { error: "No query" } },
    down: page(500, "Internal Server Error", "The server encountered an internal error."),
  },
};

/** Response of an instance whose `formats` setting does not include json. */
export const formatOff = page(
  403,
  "Forbidden",
  "You don&#39;t have permission to access the requested resource. It is either read-protected or not readable by the server.",
);

/** Response of an instance whose limiter takes the program for a bot. */
export const limited: Reply = {
  status: 429,
  headers: { "content-type": "text/html" },
  body: "Too Many Requests",
};

function result({ title, url, text, published }: Page, index: number, category: string) {
  const { protocol, host, pathname, search } = new URL(url, "https://example.com");
  const date = published ? published.replace(/Z$/, "") : null;
  return {
    url,
    title,
    content: text,
    publishedDate: date,
    pubdate: date?.replace("T", " ") ?? null,
    thumbnail: null,
    engine: "duckduckgo",
    template: "default.html",
    parsed_url: [protocol.slice(0, -1), host, pathname, "", search.slice(1), ""],
    img_src: "",
    priority: "",
    engines: ["duckduckgo", "brave"],
    positions: [index + 1],
    score: 1 / (index + 1),
    category,
  };
}
