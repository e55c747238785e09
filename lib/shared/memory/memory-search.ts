import * as z from "zod/mini";

/** What is searched: the archive, what was said, facts, or all of it. */
export const SEARCH_DOMAINS = ["archival_memory", "conversations", "facts", "all"] as const;
export const searchDomain = z.enum(SEARCH_DOMAINS);
export type SearchDomain = z.infer<typeof searchDomain>;

/** Characters of a question, and results at a time. */
export const MAX_QUERY = 400;
export const MAX_RESULTS = 50;
/** How long a question waits for its meaning at the most: a model that has to be loaded takes a second. */
export const MAX_WAIT_MS = 2_500;

/** Why something was found: its words, what it means, what was said beside it, its name, or that it is new. */
export const FOUND_BY = ["words", "meaning", "neighbours", "name", "recency"] as const;
export const foundBy = z.enum(FOUND_BY);
export type FoundBy = z.infer<typeof foundBy>;

/** `GET /api/memory/search?q=`. */
export const memoryHit = z.object({
  domain: z.enum(["archival_memory", "conversations", "facts"]),
  /** Of a block. */
  label: z.optional(z.string()),
  /** Of one that stands in the prompt. */
  kind: z.optional(z.string()),
  /** Of a fact. */
  memory_id: z.optional(z.string()),
  /** Of a message; of a fact, where it is from. */
  conversation_id: z.optional(z.string()),
  message_id: z.optional(z.string()),
  /** Of the conversation. */
  title: z.optional(z.string()),
  excerpt: z.string(),
  /** 0 to 1. */
  score: z.number(),
  created_at: z.string(),
  /** The strongest first. */
  found_by: z.array(foundBy),
});
export type MemoryHit = z.infer<typeof memoryHit>;

export const memoryHits = z.object({
  results: z.array(memoryHit),
  /** Whether meanings were compared, too: it may take longer than was waited. */
  by_meaning: z.boolean(),
  /** How much that was written is not yet found by its meaning, up to 10,000; null where words alone are compared. */
  waiting: z.nullable(z.number()),
});
