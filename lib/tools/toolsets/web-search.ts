import { z } from "zod";
import { AppError } from "@/lib/shared/errors";
import { readSettings } from "@/lib/store/agents/settings";
import { SEARCH_TYPES } from "@/lib/web/search/provider";
import { searchLacks, usedSearch } from "@/lib/web/search/reach";
import { searchWeb } from "@/lib/web/search/search";
import { callerOf } from "./caller";
import { defineTool } from "./define";

/** Maximum characters of a query, because search engines reject longer ones. */
const MAX_QUERY_CHARS = 400;

/** The search service, whichever the user has chosen. */
const SERVICE = "search service";
const TYPE = "web";
const RESULTS = 5;

export const webSearch = defineTool({
  title: "Search the web",
  help: "Finds pages, with the search service of the settings.",
  description: "Searches the web. Returns { results: [{ title, url, snippet, date? }] }.",
  input: z.object({
    query: z.string().overwrite(oneLine).min(1, "Say what to search for").max(MAX_QUERY_CHARS),
    type: z.enum(SEARCH_TYPES).default(TYPE),
    max_results: z.int().min(1).max(10).default(RESULTS),
  }),
  hints: { reads: ["web"], idempotent: true },
  afterWeb: async ({ query, type, max_results: max }, { guard }) =>
    !(await guard.mayCall(SERVICE, [query, type === TYPE ? "" : type, max === RESULTS ? "" : max].join(" "))),
  covers: (_, { guard }) => guard.covers(SERVICE),
  receiver: SERVICE,
  quotesWeb: true,
  isForContacts: true,
  lacks(settings) {
    const text = searchLacks(settings);
    return text === null ? null : { text, ...(!usedSearch(settings) && { code: "noSearchEngine" }) };
  },
  refuses: null,
  sources: async (_, agentId) => [usedSearch(await readSettings(agentId))?.baseUrl ?? []].flat(),
  execute: async ({ query, type, max_results: maxResults }, context) => {
    const settings = await readSettings(context.agentId);
    const used = usedSearch(settings);
    const lack = searchLacks(settings);
    if (lack || !used?.baseUrl) throw new AppError("unavailable", `The web cannot be searched: ${lack}`);
    const { provider, apiKey, baseUrl } = used;
    const asking = { caller: callerOf(context), signal: context.signal };
    const results = await searchWeb(provider, { query, type, maxResults }, { apiKey, baseUrl }, asking);
    for (const { url } of results) context.readWeb(url);
    return { results };
  },
});

/** Replaces control characters and line breaks, which search engines ignore. */
function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
}
