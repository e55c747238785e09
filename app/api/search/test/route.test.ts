import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { GET, PUT } from "@/app/api/settings/route";
import { type Engines, KEY, startEngines } from "@/e2e/search/engines";
import { closeAll } from "@/lib/ground/base/process";
import { answer, testRequest } from "@/lib/platform/http/test-request";
import type { SearchView } from "@/lib/shared/search";
import { settingsView } from "@/lib/shared/settings";
import { resolveAgent } from "@/lib/store/agents/agents";
import { readSettings } from "@/lib/store/agents/settings";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import type { ToolContext } from "@/lib/tools/toolsets/context";
import { checkedInput } from "@/lib/tools/toolsets/testing/checked-input";
import { webSearch } from "@/lib/tools/toolsets/web-search";
import { POST } from "./route";

const database = await testDatabase();
const FERRY = { title: "Ferry", url: "https://ferry.example/", text: "Goes every hour." };
let engines: Engines;
beforeAll(async () => {
  engines = await startEngines([FERRY]);
});
beforeEach(() => {
  vi.stubEnv("EASEL_SECRET", "correct horse battery");
  vi.stubEnv("EASEL_EGRESS_ALLOW", "localhost, 10.0.0.0/8");
});
afterEach(async () => {
  await sql()`with shared as (delete from workspace_settings) delete from settings`;
  vi.unstubAllEnvs();
  await closeAll();
});
afterAll(() => Promise.all([database.drop(), engines.close()]));

const json = (method: string, body: unknown) => ({ method, body: JSON.stringify(body) });
const get = async (): Promise<SearchView> =>
  settingsView.parse(await (await GET(testRequest("/api/settings"))).json()).settings;
const put = async (body: unknown) => answer(await PUT(testRequest("/api/settings", json("PUT", body))));
const attempt = async (body: unknown) =>
  answer(await POST(testRequest("/api/search/test", json("POST", body))));
const lacks = async () => webSearch.lacks?.(await readSettings(await resolveAgent()));

test("returns the three engines and the allowed private addresses when nothing is configured", async () => {
  const { search, ...others } = await get();
  expect(others).toMatchObject({
    searchProvider: null,
    searchUsed: null,
    egressAllow: ["localhost", "10.0.0.0/8"],
  });
  expect(search.map(({ id }) => id)).toEqual(["brave", "searxng", "tavily"]);
  expect(search[0]).toEqual({
    id: "brave",
    title: "Brave Search",
    needsKey: true,
    keyFrom: null,
    baseUrl: null,
    defaultUrl: "https://api.search.brave.com/res/v1",
    problem: null,
  });
  expect(await lacks()).toEqual({
    code: "noSearchEngine",
    text: "No search engine is set up in Settings → Web.",
  });
});

test("uses the chosen engine while it is configured, otherwise the first configured one", async () => {
  await put({ search: { tavily: { apiKey: KEY } } });
  expect(await get()).toMatchObject({ searchProvider: null, searchUsed: "tavily" });
  await put({ search: { searxng: { baseUrl: "http://localhost:8080/" } } });
  expect(await get()).toMatchObject({ searchUsed: "searxng" });
  await put({ searchProvider: "tavily", titles: "words" });
  expect(await get()).toMatchObject({ searchProvider: "tavily", searchUsed: "tavily" });
  await put({ search: { tavily: { apiKey: null } } });
  expect(await get()).toMatchObject({ searchProvider: "tavily", searchUsed: "searxng" });
  await put({ searchProvider: null, search: { searxng: { baseUrl: null } } });
  expect(await get()).toMatchObject({ searchProvider: null, searchUsed: null });
});

test("encrypts a key, never returns it, and reports it as unreadable after EASEL_SECRET changes", async () => {
  const answers = [
    await put({ search: { brave: { apiKey: ` ${KEY}\n`, baseUrl: engines.urls.brave } } }),
    await get(),
    await attempt({ provider: "brave" }),
  ];
  const stored = JSON.stringify(await sql()`select * from workspace_settings`);
  for (const text of [JSON.stringify(answers), stored]) expect(text).not.toContain(KEY);
  expect(answers[2]).toMatchObject({ ok: true, results: 1 });
  await closeAll();
  vi.stubEnv("EASEL_SECRET", "correct horse batterz");
  expect((await lacks())?.text).toMatch(/^Brave Search: The stored key cannot be read/);
  expect(await attempt({ provider: "brave" })).toMatchObject({ ok: false, code: "invalid" });
});

test("tests the entered values instead of stored ones, and does not store them", async () => {
  const { brave: baseUrl } = engines.urls;
  for (const end of ["", "/"])
    expect(await attempt({ provider: "brave", baseUrl: baseUrl + end, apiKey: KEY })).toMatchObject({
      ok: true,
      results: 1,
    });
  const wrong = await attempt({ provider: "brave", baseUrl, apiKey: "a-wrong-key" });
  expect(wrong).toMatchObject({ status: 200, ok: false, code: "unauthorized" });
  expect(wrong.message).toContain("refused the key");
  expect(JSON.stringify(wrong)).not.toContain("a-wrong-key");
  expect((await get()).search[0]).toMatchObject({ keyFrom: null, baseUrl: null });
});

test("reports a missing key, a missing address and a blocked address", async () => {
  expect(await attempt({ provider: "tavily" })).toMatchObject({ ok: false, message: "Tavily needs a key." });
  expect((await attempt({ provider: "searxng" })).message).toBe("SearXNG needs the address of its server.");
  const closed = await attempt({ provider: "searxng", baseUrl: "http://127.0.0.1:8080" });
  expect(closed).toMatchObject({ ok: false, code: "forbidden" });
  expect(closed.message).toContain("EASEL_EGRESS_ALLOW=127.0.0.1 ");
});

test.each([
  [{ search: { brave: { apiKey: KEY, secret: KEY } } }],
  [{ search: { google: { apiKey: KEY } } }],
  [{ search: { brave: { apiKey: "two words" } } }],
  [{ search: { searxng: { baseUrl: "localhost:8080" } } }],
  [{ search: { searxng: { baseUrl: `http://me:${KEY}@localhost` } } }],
  [{ search: { searxng: { baseUrl: `http://localhost/?key=${KEY}` } } }],
  [{ searchProvider: "google" }],
  [{ searchUsed: "brave" }],
  [{ egressAllow: ["10.0.0.0/8"] }],
])("returns 422 for %j without storing or repeating it", async (body) => {
  const refused = await put(body);
  expect(refused).toMatchObject({ status: 422, error: { code: "invalid" } });
  expect(JSON.stringify(refused)).not.toContain(KEY);
  expect(await sql()`select * from workspace_settings`).toEqual([]);
});

test("returns 422 for an unknown engine or field", async () => {
  for (const body of [{ provider: "google" }, {}, { provider: "brave", query: "x" }])
    expect(await attempt(body)).toMatchObject({ status: 422 });
});

test("the tool returns the results and records their origins", async () => {
  const read: string[] = [];
  const context: ToolContext = {
    agentId: await resolveAgent(),
    conversationId: crypto.randomUUID(),
    messageId: "m",
    runId: crypto.randomUUID(),
    toolCallId: "t",
    toolName: "web_search",
    signal: new AbortController().signal,
    log: () => {},
    readWeb: (url) => read.push(url),
    readStored: () => {},
    origins: () => [],
  };
  if (webSearch.pauses) throw new Error("It waits for nobody");
  await expect(webSearch.execute(checkedInput(webSearch, { query: "ferry" }), context)).rejects.toThrow(
    "No search engine is set up",
  );
  await put({ search: { searxng: { baseUrl: engines.urls.searxng } } });
  expect(await webSearch.execute(checkedInput(webSearch, { query: "ferry" }), context)).toEqual({
    results: [{ title: "Ferry", url: FERRY.url, snippet: FERRY.text }],
  });
  expect(read).toEqual([FERRY.url]);
  expect(webSearch.check({ query: "x", max_results: 11 })).toMatchObject({ ok: false });
  expect(webSearch.check({ query: " \0" })).toMatchObject({ ok: false });
  expect(webSearch.check({ query: "\n ferry\0\u0007  times\ud800" })).toMatchObject({
    value: { query: "ferry times�" },
  });
});
