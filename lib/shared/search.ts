import { z } from "zod";
import { apiKey, webAddress } from "./connection";

/** What the settings of web search take and give. */

/** In the order in which the first that is set up is used. */
export const SEARCH_PROVIDERS = ["brave", "searxng", "tavily"] as const;
export const searchProviderId = z.enum(SEARCH_PROVIDERS);
export type SearchProviderId = z.infer<typeof searchProviderId>;

const baseUrl = webAddress("http://localhost:8080");

/** What is not named stays; null takes away. */
const connection = z.strictObject({
  apiKey: apiKey.nullable().optional(),
  baseUrl: baseUrl.nullable().optional(),
});

export const searchChange = z.partialRecord(searchProviderId, connection);
export type SearchChange = z.infer<typeof searchChange>;

export const searchProviderView = z.object({
  id: searchProviderId,
  title: z.string(),
  /** By its key, or else by its address it is set up. */
  needsKey: z.boolean(),
  /** Where the key comes from; the key itself never leaves the server. */
  keyFrom: z.enum(["settings"]).nullable(),
  /** What the person has set; `defaultUrl` is used otherwise. */
  baseUrl: z.string().nullable(),
  defaultUrl: z.string().nullable(),
  /** Why it cannot be used although it is set up, in words. */
  problem: z.string().nullable(),
});
export type SearchProviderView = z.infer<typeof searchProviderView>;

export const searchView = z.object({
  /** The one that the person has chosen; null takes the first that is set up. */
  searchProvider: searchProviderId.nullable(),
  /** The one that is asked now; null where none is set up. */
  searchUsed: searchProviderId.nullable(),
  search: z.array(searchProviderView),
  /** What of the home or company network tools may reach: host names, addresses, CIDR ranges. */
  egressAllow: z.array(z.string()),
});
export type SearchView = z.infer<typeof searchView>;

/** Tries what is given, and what is stored for the rest. */
export const searchTest = z.strictObject({
  provider: searchProviderId,
  apiKey: apiKey.optional(),
  baseUrl: baseUrl.optional(),
});
export type SearchTest = z.infer<typeof searchTest>;

export const searchTestResult = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), results: z.number(), milliseconds: z.number() }),
  z.object({ ok: z.literal(false), code: z.string(), message: z.string() }),
]);
export type SearchTestResult = z.infer<typeof searchTestResult>;
