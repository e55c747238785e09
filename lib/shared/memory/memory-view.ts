import * as z from "zod/mini";

/* Responses of the memory routes. Times are ISO times, characters are UTF-16 units. */

const permission = z.enum(["read_only", "append", "partner", "human", "read_write", "admin"]);
const sharer = z.object({ agent: z.string(), name: z.string() });

const blockShare = z.extend(sharer, { permission });
type BlockShare = z.infer<typeof blockShare>;

const blockView = z.object({
  label: z.string(),
  kind: z.enum(["core", "working", "archival"]),
  text: z.string(),
  description: z.string(),
  permission,
  charLimit: z.number(),
  version: z.number(),
  origins: z.array(z.string()),
  pinnedAt: z.nullable(z.string()),
  /** When the agent last read the block from the archive. */
  lastUsedAt: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  /**
   * The agent that shares this block; missing for an own block. `permission` is then the permission of the
   * share.
   */
  sharedBy: z.optional(sharer),
});
/** A block in the prompt and one in the archive can have the same label. */
export type BlockView = z.infer<typeof blockView> & {
  isArchival: boolean;
  shares?: BlockShare[];
};
export const blockList = z.object({ blocks: z.array(blockView), nextCursor: z.optional(z.string()) });
export const blockAnswer = z.object({ block: blockView, shares: z.optional(z.array(blockShare)) });

/**
 * The source of a fact. Without a conversation, the user has written the fact. `title` is null if the
 * conversation was deleted.
 */
export const factOrigin = z.object({
  conversationId: z.optional(z.string()),
  messageId: z.optional(z.string()),
  title: z.nullable(z.string()),
  job: z.nullable(z.object({ id: z.string(), name: z.string() })),
  files: z.array(z.object({ name: z.nullable(z.string()), url: z.string() })),
  pages: z.array(z.string()),
});
export type FactOrigin = z.infer<typeof factOrigin>;

export const factView = z.object({
  id: z.string(),
  layer: z.enum(["long", "mid", "short", "session"]),
  content: z.string(),
  category: z.nullable(z.string()),
  /** Certainty of the fact, from 0 to 1. */
  certainty: z.number(),
  source: z.nullable(factOrigin),
  origins: z.array(z.string()),
  version: z.number(),
  /** When the fact expires; null if it never does. */
  expiresAt: z.nullable(z.string()),
  lastRecalledAt: z.nullable(z.string()),
  recalls: z.number(),
  pinnedAt: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type FactView = z.infer<typeof factView>;
export const factList = z.object({ memories: z.array(factView), nextCursor: z.optional(z.string()) });
/** `pinned` facts are included in `facts`. */
export const memoryCounts = z.object({
  counts: z.object({ facts: z.number(), pinned: z.number(), archive: z.number() }),
});
export const factAnswer = z.object({ memory: factView });
