import type { SearchProviderId } from "@/lib/shared/search";

export const SEARCH_TYPES = ["web", "news"] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

export type SearchQuestion = { query: string; type: SearchType; maxResults: number };

/** The API key, if any, and the address without a trailing slash. */
export type SearchAccess = { apiKey?: string; baseUrl: string };

export type SearchRequest = { url: string; method?: string; headers: Record<string, string>; body?: string };

/** A result as the provider sent it, without validation. */
export type Hit = { title?: string; url?: string; snippet?: string; date?: string };

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

/**
 * A search provider. To add one, export it from a new file, list it in `providers.ts`, and add its id in
 * `lib/shared`.
 */
export type SearchProvider = {
  id: SearchProviderId;
  title: string;
  /** True if the provider is set up with a key, false if it is set up with an address. */
  needsKey: boolean;
  defaultUrl?: string;
  request(question: SearchQuestion, access: SearchAccess): SearchRequest;
  /**
   * Returns the results in the provider's order, or null if the body is not a response of this provider.
   * Throws an AppError with a message.
   */
  hits(body: unknown, question: SearchQuestion): Hit[] | null;
  /** Returns what an error response means, if its status alone does not say that. */
  refusal(status: number, body: unknown): SearchRefusal | undefined;
  errorMessage(body: unknown): string | undefined;
  waitMs?(headers: Headers): number | undefined;
};
