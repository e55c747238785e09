import { z } from "zod";
import { apiKey, webAddress } from "./connection";

/** Ids of the search providers, by priority: if the user has chosen none, the first that is set up is used. */
export const SEARCH_PROVIDERS = ["brave", "searxng", "tavily"] as const;
export const searchProviderId = z.enum(SEARCH_PROVIDERS);
export type SearchProviderId = z.infer<typeof searchProviderId>;

const baseUrl = webAddress("http://localhost:8080");

/** Missing fields stay unchanged; null removes a value. */
const connection = z.strictObject({
  apiKey: apiKey.nullable().optional(),
  baseUrl: baseUrl.nullable().optional(),
});

export const searchChange = z.partialRecord(searchProviderId, connection);
export type SearchChange = z.infer<typeof searchChange>;

export const searchProviderView = z.object({
  id: searchProviderId,
  title: z.string(),
  /** True if the provider needs a key to be set up. Otherwise it needs a URL. */
  needsKey: z.boolean(),
  /** Source of the key. The key itself never leaves the server. */
  keyFrom: z.enum(["settings"]).nullable(),
  /** URL that the user has set; null to use `defaultUrl`. */
  baseUrl: z.string().nullable(),
  defaultUrl: z.string().nullable(),
  problem: z.string().nullable(),
});
export type SearchProviderView = z.infer<typeof searchProviderView>;

export const searchView = z.object({
  /** The user's choice; null to use the first that is set up. */
  searchProvider: searchProviderId.nullable(),
  searchUsed: searchProviderId.nullable(),
  search: z.array(searchProviderView),
  /** Hosts of the private network that tools may reach: host names, addresses, CIDR ranges. */
  egressAllow: z.array(z.string()),
});
export type SearchView = z.infer<typeof searchView>;

/** Tests the given values. Missing ones are taken from the settings. */
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
