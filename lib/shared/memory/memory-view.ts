import * as z from "zod/mini";

/** What the routes of memory send and the browser reads. Times are ISO; characters are UTF-16 units. */

const permission = z.enum(["read_only", "append", "partner", "human", "read_write", "admin"]);
const sharer = z.object({ agent: z.string(), name: z.string() });

/** An agent with which a block is shared, and what it may do with it. */
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
  /** When the agent last read it from the archive. */
  lastUsedAt: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Whose it is, where another agent shares it: then the permission is that of the share. */
  sharedBy: z.optional(sharer),
});
/** Of two blocks with one label, one is in the archive. */
export type BlockView = z.infer<typeof blockView> & {
  isArchival: boolean;
  /** With whom it is shared: of one block that was read by itself. */
  shares?: BlockShare[];
};
export const blockList = z.object({ blocks: z.array(blockView), nextCursor: z.optional(z.string()) });
export const blockAnswer = z.object({ block: blockView, shares: z.optional(z.array(blockShare)) });

/** Where a fact is from. Without a conversation the person wrote it down; one without a title was deleted. */
export const factOrigin = z.object({
  conversationId: z.optional(z.string()),
  messageId: z.optional(z.string()),
  title: z.nullable(z.string()),
  /** The job that had asked. */
  job: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** Files that the person had attached. */
  files: z.array(z.object({ name: z.nullable(z.string()), url: z.string() })),
  /** Origins on the web that were read before. */
  pages: z.array(z.string()),
});
export type FactOrigin = z.infer<typeof factOrigin>;

export const factView = z.object({
  id: z.string(),
  layer: z.enum(["long", "mid", "short", "session"]),
  content: z.string(),
  category: z.nullable(z.string()),
  /** 0 to 1. */
  certainty: z.number(),
  source: z.nullable(factOrigin),
  origins: z.array(z.string()),
  version: z.number(),
  /** Null: never. */
  expiresAt: z.nullable(z.string()),
  lastRecalledAt: z.nullable(z.string()),
  recalls: z.number(),
  pinnedAt: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type FactView = z.infer<typeof factView>;
export const factList = z.object({ memories: z.array(factView), nextCursor: z.optional(z.string()) });
export const factAnswer = z.object({ memory: factView });
