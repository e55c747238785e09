import { escaped, type Page, type Reply, type Wire } from "./wire.ts";

const failed = (status: number, code: string, detail: string, meta: object, headers = {}): Reply => ({
  status,
  headers,
  body: {
    type: "ErrorResponse",
    error: { id: "5d832250-9396-4f6e-b84a-2a1fe524cd7d", status, code, detail, meta },
    time: 1_773_685_964,
  },
});

const limits = (remaining: string, reset: string) => ({
  "x-ratelimit-limit": "1, 2000",
  "x-ratelimit-policy": "1;w=1, 2000;w=2592000",
  "x-ratelimit-remaining": remaining,
  "x-ratelimit-reset": reset,
});

const plan = { plan: "Free", rate_limit: 1, quota_limit: 2000, component: "rate_limiter" };

export const brave: Wire = {
  paths: ["/web/search", "/news/search"],
  method: "GET",
  needsKey: true,

  read: (path, search, headers) => ({
    query: search.get("q") ?? "",
    type: path.startsWith("/news") ? "news" : "web",
    most: Number(search.get("count") ?? 20),
    key: headers.get("x-subscription-token"),
  }),

  found(pages, { query, type }) {
    const asked = { original: query, show_strict_warning: false, spellcheck_off: false };
    const results = pages.map((page) => result(page, query, type));
    if (type === "news") return { type: "news", query: asked, results };
    const mixed = {
      type: "mixed",
      main: results.map((_, index) => ({ type: "web", index, all: false })),
      top: [],
    };
    const web = { type: "search", results, family_friendly: true };
    return { query: asked, mixed, type: "search", ...(results.length > 0 && { web }) };
  },

  troubles: {
    key: failed(422, "SUBSCRIPTION_TOKEN_INVALID", "The provided subscription token is invalid.", {
      component: "authentication",
    }),
    quota: failed(
      429,
      "QUOTA_LIMITED",
      "Request quota limit exceeded for plan.",
      plan,
      limits("1, 0", "1, 389223"),
    ),
    rate: failed(
      429,
      "RATE_LIMITED",
      "Request rate limit exceeded for plan",
      plan,
      limits("0, 1977", "0, 389223"),
    ),
    question: failed(422, "VALIDATION", "Unable to validate request parameter(s)", {
      errors: [
        { type: "string_too_long", loc: ["query", "q"], msg: "String should have at most 400 characters" },
      ],
    }),
    down: failed(500, "INTERNAL", "Internal server error", {}),
  },
};

function result({ title, url, text, published }: Page, query: string, type: string) {
  const { protocol, hostname, host, pathname } = new URL(url, "https://example.com");
  return {
    title: escaped(title),
    url,
    is_source_local: false,
    is_source_both: false,
    description: escaped(text).replaceAll(query, `<strong>${query}</strong>`),
    ...(published && { page_age: published.replace(/Z$/, ""), age: "4 days ago" }),
    profile: { name: hostname, url, long_name: hostname, img: "https://imgs.search.brave.com/icon" },
    language: "en",
    family_friendly: true,
    type: type === "news" ? "news_result" : "search_result",
    subtype: "generic",
    meta_url: { scheme: protocol.slice(0, -1), netloc: host, hostname, favicon: "", path: `› ${pathname}` },
  };
}
