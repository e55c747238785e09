import * as z from "zod/mini";
import { KINDS } from "@/lib/shared/kinds";

/*
 * Items of `GET /api/history/summaries` and `/api/history/items`, which add summaries to a list of revisions.
 */

export const summary = z.object({
  id: z.string(),
  /** Changed lines since the previous version; null if there are too many to count. */
  added: z.nullable(z.number()),
  removed: z.nullable(z.number()),
  /** Summary of the change; empty if none can be given. */
  words: z.string(),
  /** Tool of the call that wrote the version; null if the call is gone. */
  tool: z.nullable(z.string()),
  /** Title of the conversation; null if it was deleted. */
  conversation: z.nullable(z.string()),
  said: z.nullable(z.string()),
});
export type Summary = z.infer<typeof summary>;
export const summaryList = z.object({ summaries: z.array(summary) });

export const item = z.object({
  kind: z.enum(KINDS),
  name: z.string(),
  title: z.optional(z.string()),
  version: z.number(),
  deleted: z.boolean(),
});
export type ItemSummary = z.infer<typeof item>;
export const itemList = z.object({ items: z.array(item) });
