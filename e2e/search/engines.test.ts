import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeGuardedFetch, systemNetwork } from "@/lib/platform/egress/guarded-fetch";
import { SEARCH_PROVIDERS, type SearchProviderId } from "@/lib/shared/search";
import type { SearchType } from "@/lib/web/search/provider";
import { searchProviders } from "@/lib/web/search/providers";
import { searchWeb } from "@/lib/web/search/search";
import { type Engines, KEY, startEngines } from "./engines";
import { formatOff, limited } from "./searxng";
import type { Page } from "./wire";

const PAGES: Page[] = [
  {
    title: "Ferries & fares",
    url: "https://ferries.example/fares?class=2&day=1",
    text: "What a crossing by ferry costs in 'low' season: < 20 €, with a car more.",
    published: "2025-12-01T21:29:54Z",
  },
  { title: "The harbour", url: "https://harbour.example/", text: "Where the ferry lies." },
  { title: "The same harbour", url: "https://harbour.example#quay", text: "Where the ferry lies." },
  { title: "A script", url: "javascript:alert(1)", text: "No page at all." },
  { title: "Timetable", url: "http://times.example/ferry", text: "Every hour." },
];

let engines: Engines;
let elsewhere: Engines;
beforeAll(async () => {
  [engines, elsewhere] = await Promise.all([startEngines(PAGES), startEngines(PAGES)]);
});
beforeEach(() => {
  engines.requests.length = 0;
});
afterAll(() => Promise.all([engines.close(), elsewhere.close()]));

const throughHole = (hole: string) =>
  makeGuardedFetch({ ...systemNetwork, holes: () => [hole], record: () => {} });
const open = throughHole("localhost");

type SearchOptions = {
  type?: SearchType;
  most?: number;
  query?: string;
  apiKey?: string;
  fetch?: typeof open;
};

const search = (
  id: SearchProviderId,
  { type = "web", most = 5, query = "ferry", apiKey = KEY, fetch = open }: SearchOptions = {},
) =>
  searchWeb(
    searchProviders[id],
    { query, type, maxResults: most },
    { apiKey, baseUrl: engines.urls[id] },
    { caller: { agentId: "a" }, fetch },
  );
const errorMessage = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "nothing was wrong",
    (error: Error) => error.message,
  );

describe.each(SEARCH_PROVIDERS)("%s", (id) => {
  const { title } = searchProviders[id];

  test("returns results as plain text, without duplicates and entries that are not web pages", async () => {
    expect(await search(id)).toEqual([
      {
        title: "Ferries & fares",
        url: "https://ferries.example/fares?class=2&day=1",
        snippet: "What a crossing by ferry costs in 'low' season: < 20 €, with a car more.",
        ...(id !== "tavily" && { date: "2025-12-01T21:29:54Z" }),
      },
      { title: "The harbour", url: "https://harbour.example/", snippet: "Where the ferry lies." },
      { title: "Timetable", url: "http://times.example/ferry", snippet: "Every hour." },
    ]);
    expect(engines.requests).toMatchObject([{ engine: id, query: "ferry", type: "web", key: KEY }]);
  });

  test("returns news with dates, limited to the requested number", async () => {
    const [first, ...others] = await search(id, { type: "news", most: 1 });
    expect(first?.date).toBe("2025-12-01T21:29:54Z");
    expect(others).toEqual([]);
    expect(engines.requests).toMatchObject([{ type: "news" }]);
  });

  test("returns an empty list without results", async () => {
    engines.next({ found: [] });
    expect(await search(id)).toEqual([]);
  });

  test("explains errors with a remedy", async () => {
    const messages: string[] = [];
    for (const trouble of ["key", "quota", "question", "down"] as const) {
      engines.next({ trouble });
      messages.push(await errorMessage(search(id)));
    }
    const [key, quota, question, down] = messages;
    expect(key).toMatch(new RegExp(`^${title} refused the key \\(\\d+\\)\\. Check it in Settings → Web\\.$`));
    expect(quota).toMatch(id === "searxng" ? /server error/ : /quota of this key is used up/);
    expect(question).toMatch(/did not accept the search \(4\d\d\): “.+”\. Try other or fewer words/);
    expect(down).toMatch(/has a server error \(500\)/);
    expect(messages.join("")).not.toContain(KEY);
  });

  test("retries once after the requested delay when rate limited", async () => {
    engines.next({ trouble: "rate" });
    expect(await search(id)).toHaveLength(3);
    expect(engines.requests).toHaveLength(2);
    engines.next({ trouble: "rate" }, { trouble: "rate" });
    await expect(search(id)).rejects.toThrow("429");
    expect(engines.requests).toHaveLength(4);
    const headers = { "retry-after": "60" };
    engines.next({ reply: { status: 429, headers, body: {} } });
    await expect(search(id)).rejects.toThrow(id === "searxng" ? "429" : "Try again in 60 s");
    expect(engines.requests).toHaveLength(5);
  });

  test("does not send the key to another origin on a redirect", async () => {
    const location = elsewhere.urls[id] + searchProviders[id].request(QUESTION, ACCESS).url.slice(1);
    engines.next({ reply: { status: 307, headers: { location }, body: "" } });
    await errorMessage(search(id));
    expect(engines.requests.at(-1)?.key).toBe(KEY);
    const [received] = elsewhere.requests.splice(0);
    expect(received).toMatchObject({ engine: id, query: "ferry" });
    expect(JSON.stringify([received, [...(received?.headers ?? [])]])).not.toContain(KEY);
  });

  test.each([
    ["a page", "<!doctype html><title>Welcome</title>", "is not"],
    ["half an answer", '{"results": [{"title": "Fe', "is not"],
    ["a list", [], "is not"],
    ["nothing", null, "is not"],
    ["wrong types", { results: "many", web: { results: 7 }, type: id === "brave" ? "search" : 9 }, "is not"],
    ["ten megabytes", `{"results": [${" ".repeat(10_000_000)}]}`, "larger than 2 MB"],
  ])("%s instead of results returns a readable error", async (_, body, message) => {
    engines.next({ reply: { status: 200, body } });
    expect(await errorMessage(search(id))).toContain(message);
  });

  test("skips invalid entries", async () => {
    const entries = [
      null,
      7,
      "text",
      [],
      {},
      { title: 7, url: { href: "x" } },
      { title: "No address" },
      { title: ["a"], url: "https://bare.example/", description: {}, content: 7, publishedDate: 3, age: [] },
      { url: "https://user:word@secret.example/" },
      { url: `https://long.example/${"x".repeat(5_000)}` },
      { url: "file:///etc/passwd" },
    ];
    const body = { type: "search", web: { results: entries }, results: entries, unresponsive_engines: 7 };
    engines.next({ reply: { status: 200, body } });
    expect(await search(id)).toEqual([{ title: "bare.example", url: "https://bare.example/", snippet: "" }]);
  });

  test("refuses a local engine until its host is allowed, and names the setting", async () => {
    const message = await errorMessage(search(id, { fetch: throughHole("elsewhere.example") }));
    expect(message).toMatch(/localhost is not on the public internet.*EASEL_EGRESS_ALLOW=localhost/);
    expect(engines.requests).toEqual([]);
  });
});

const QUESTION = { query: "ferry", type: "web", maxResults: 5 } as const;
const ACCESS = { apiKey: KEY, baseUrl: "/" };

test("tells a wrong key from an invalid query with the same status", async () => {
  expect(await errorMessage(search("brave", { apiKey: "wrong" }))).toContain("refused the key (422)");
});

test.each([
  ["web", { web: { results: [{ url: "https://a.example/" }] } }, 1],
  ["web", { type: "search" }, 0],
  ["web", { type: "search", web: null }, 0],
  ["web", { type: "search", web: { results: null } }, 0],
  ["news", { results: [{ url: "https://a.example/" }] }, 1],
  ["news", { type: "news" }, 0],
] as const)("of Brave's %s answer %j the valid results are returned", async (type, body, count) => {
  engines.next({ reply: { status: 200, body } });
  expect(await search("brave", { type })).toHaveLength(count);
});

test.each([
  ["0, 1977", "0, 389223", "a minute", 2],
  ["1, 0", "1, 389223", "109 h", 1],
  ["0, 7", "600, 389223", "10 min", 1],
])(
  "with %s left of Brave's limits, the error names the wait for the exhausted one",
  async (left, reset, span, asked) => {
    const headers = { "x-ratelimit-remaining": left, "x-ratelimit-reset": reset };
    const reply = { status: 429, headers, body: { error: { code: "RATE_LIMITED" } } };
    engines.next({ reply }, ...(asked === 2 ? [{ reply }] : []));
    expect(await errorMessage(search("brave"))).toContain(`Try again in ${span}, with fewer searches`);
    expect(engines.requests).toHaveLength(asked);
  },
);

test.each([
  ["brave", "https://api.example", "https://api.example/res/v1/web/search"],
  ["brave", "https://api.example/res/v1/web/search", "https://api.example/res/v1/web/search"],
  ["tavily", "https://api.example/search", "https://api.example/search"],
] as const)("%s gets the right request URL for the base URL %s", (id, baseUrl, url) => {
  const [asked] = searchProviders[id].request(QUESTION, { apiKey: KEY, baseUrl }).url.split("?");
  expect(asked).toBe(url);
});

test("limits the query to the number of words that Brave accepts", async () => {
  await search("brave", { query: "word ".repeat(60).trim() });
  expect(engines.requests[0]?.query.split(" ")).toHaveLength(50);
});

test("names the setting to change if SearXNG returns no JSON or its limiter blocks Easel", async () => {
  engines.next({ reply: formatOff });
  expect(await errorMessage(search("searxng"))).toMatch(/as JSON \(403\).*formats: in its settings\.yml/);
  engines.next({ reply: limited });
  expect(await errorMessage(search("searxng"))).toMatch(/bot \(429\).*limiter: false/);
});

test("returns an error, not an empty list, if all of SearXNG's engines failed", async () => {
  const body = { query: "ferry", results: [], unresponsive_engines: [["google", "CAPTCHA"]] };
  engines.next({ reply: { status: 200, body } });
  expect(await errorMessage(search("searxng"))).toContain("google (CAPTCHA)");
});

test("calls SearXNG without a key if none is set, and accepts the URL of its search page", async () => {
  const baseUrl = `${engines.urls.searxng}/search`;
  const caller = { agentId: "a" };
  await searchWeb(searchProviders.searxng, QUESTION, { baseUrl }, { caller, fetch: open });
  expect(engines.requests[0]).toMatchObject({ key: null });
});
