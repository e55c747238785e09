import type { Reply, Wire } from "./wire.ts";

const failed = (status: number, error: string, headers = {}): Reply => ({
  status,
  headers,
  body: { detail: { error } },
});

export const tavily: Wire = {
  paths: ["/search"],
  method: "POST",
  needsKey: true,

  read(_, __, headers, body) {
    const { query = "", topic = "general", max_results = 5 } = JSON.parse(body);
    const key = headers.get("authorization")?.replace(/^Bearer /, "") ?? null;
    return { query, type: topic === "news" ? "news" : "web", most: max_results, key };
  },

  found: (pages, { query, type }) => ({
    query,
    follow_up_questions: null,
    answer: null,
    images: [],
    results: pages.map(({ title, url, text, published }, index) => ({
      url,
      title,
      score: 0.9 - index / 100,
      ...(type === "news" && published && { published_date: new Date(published).toUTCString() }),
      content: text,
      raw_content: null,
    })),
    response_time: 1.09,
    request_id: "123e4567-e89b-12d3-a456-426614174111",
  }),

  troubles: {
    key: failed(401, "Unauthorized: missing or invalid API key."),
    quota: failed(
      432,
      "This request exceeds your plan's set usage limit. Please upgrade your plan or contact support@tavily.com",
    ),
    rate: failed(
      429,
      "Your request has been blocked due to excessive requests. Please reduce rate of requests.",
      {
        "retry-after": "0",
      },
    ),
    question: {
      status: 422,
      body: {
        detail: [
          { type: "string_type", loc: ["body", "query"], msg: "Input should be a valid string", input: [] },
        ],
      },
    },
    down: failed(500, "Internal Server Error"),
  },
};
