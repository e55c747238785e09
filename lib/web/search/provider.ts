import type { SearchProviderId } from "@/lib/shared/search";

export const SEARCH_TYPES = ["web", "news"] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

/** `most`: results that are wanted. */
export type SearchQuestion = { query: string; type: SearchType; most: number };

/** How a provider is reached: the key where there is one, and the address without a slash at its end. */
export type SearchAccess = { apiKey?: string; baseUrl: string };

export type SearchRequest = { url: string; method?: string; headers: Record<string, string>; body?: string };

/** One result as a provider sent it: nothing of it is trusted. */
export type Hit = { title?: string; url?: string; snippet?: string; date?: string };

/** Why a provider gave no results. */
export type SearchRefusal =
  | "key"
  | "plan"
  | "quota"
  | "rate"
  | "limiter"
  | "format"
  | "question"
  | "address"
  | "down";

/** One way to search the web. Adding one is a file that exports this, a line in `providers.ts` and its name in shared. */
export type SearchProvider = {
  id: SearchProviderId;
  /** The name for people. */
  title: string;
  /** Set up by its key; without it by its address. */
  needsKey: boolean;
  defaultUrl?: string;
  request(question: SearchQuestion, access: SearchAccess): SearchRequest;
  /** What was found, in the provider's order; null where the answer is none of this provider. Throws in words. */
  hits(body: unknown, question: SearchQuestion): Hit[] | null;
  /** What an answer with an error means, where its status alone does not say it. */
  refusal(status: number, body: unknown): SearchRefusal | undefined;
  /** The provider's own words on an error. */
  said(body: unknown): string | undefined;
  /** Milliseconds to wait after too many requests, where the answer says it in a way of its own. */
  waitMs?(headers: Headers): number | undefined;
};
