import * as z from "zod/mini";
import { KINDS } from "@/lib/shared/kinds";

/**
 * Items of `GET /api/history/gists` and `/api/history/things`, which add summaries to a list of revisions.
 */

export const gist = z.object({
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
export type Gist = z.infer<typeof gist>;
export const gistList = z.object({ gists: z.array(gist) });

export const thing = z.object({
  kind: z.enum(KINDS),
  name: z.string(),
  title: z.optional(z.string()),
  version: z.number(),
  deleted: z.boolean(),
});
export type ThingSummary = z.infer<typeof thing>;
export const thingList = z.object({ things: z.array(thing) });
