import * as z from "zod/mini";

/** Search scopes. `archival_memory` has the archived memory blocks, `memory` has blocks and facts, `files` their text. */
export const SEARCH_DOMAINS = [
  "archival_memory",
  "conversations",
  "facts",
  "memory",
  "files",
  "all",
] as const;
export const searchDomain = z.enum(SEARCH_DOMAINS);
export type SearchDomain = z.infer<typeof searchDomain>;

/** Maximum characters of a query, and maximum results of a page. */
export const MAX_QUERY = 400;
export const MAX_RESULTS = 50;
/** Maximum wait for the embedding of a query. Loading a local model takes about a second. */
export const MAX_WAIT_MS = 2_500;

/** Why a result matches: words, embedding, neighbouring messages, name, or recency. */
export const FOUND_BY = ["words", "meaning", "neighbours", "name", "recency"] as const;
export const foundBy = z.enum(FOUND_BY);
export type FoundBy = z.infer<typeof foundBy>;

/** A result of `GET /api/memory/search?q=`. */
export const memoryHit = z.object({
  domain: z.enum(["archival_memory", "conversations", "facts", "files"]),
  label: z.optional(z.string()),
  kind: z.optional(z.string()),
  memory_id: z.optional(z.string()),
  /** Set for a message, and for the source of a fact. */
  conversation_id: z.optional(z.string()),
  message_id: z.optional(z.string()),
  title: z.optional(z.string()),
  /** Set for a passage of a file: the place in words, and the address that opens it there. */
  file_id: z.optional(z.string()),
  name: z.optional(z.string()),
  place: z.optional(z.string()),
  link: z.optional(z.string()),
  excerpt: z.string(),
  /** Score of the result, from 0 to 1. */
  score: z.number(),
  created_at: z.string(),
  /** Reasons for the result, strongest first. */
  found_by: z.array(foundBy),
});
export type MemoryHit = z.infer<typeof memoryHit>;

export const memoryHits = z.object({
  results: z.array(memoryHit),
  /** True if embeddings were compared. False if the embedding of the query took too long. */
  by_meaning: z.boolean(),
  /** Number of texts without an embedding yet, counted up to 10,000; null if only words are compared. */
  waiting: z.nullable(z.number()),
});
