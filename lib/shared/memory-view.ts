import * as z from "zod/mini";

/** What the routes of memory send and the browser reads. Times are ISO; characters are UTF-16 units. */

export const blockView = z.object({
  label: z.string(),
  kind: z.enum(["core", "working", "archival"]),
  text: z.string(),
  description: z.string(),
  permission: z.enum(["read_only", "append", "partner", "human", "read_write", "admin"]),
  charLimit: z.number(),
  version: z.number(),
  origins: z.array(z.string()),
  pinnedAt: z.nullable(z.string()),
  /** When the agent last read it from the archive. */
  lastUsedAt: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});
/** Of two blocks with one label, one is in the archive. */
export type BlockView = z.infer<typeof blockView> & { isArchival: boolean };
export const blockList = z.object({ blocks: z.array(blockView), nextCursor: z.optional(z.string()) });
export const blockAnswer = z.object({ block: blockView });
