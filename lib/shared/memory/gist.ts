import * as z from "zod/mini";
import { KINDS } from "@/lib/shared/kinds";

/** What `GET /api/history/gists` and `/api/history/things` send: what a list of revisions says beside their facts. */

export const gist = z.object({
  id: z.string(),
  /** Lines since the version before; null where they are too many to be counted. */
  added: z.nullable(z.number()),
  removed: z.nullable(z.number()),
  /** What changed, in words; empty where nothing can be said. */
  words: z.string(),
  /** The call that wrote it, as far as it is still there. */
  tool: z.nullable(z.string()),
  /** The title of its conversation, unless that was deleted. */
  conversation: z.nullable(z.string()),
  /** What the person had said last before it. */
  said: z.nullable(z.string()),
});
export type Gist = z.infer<typeof gist>;
export const gistList = z.object({ gists: z.array(gist) });

/** Something that has revisions, and how it stands. */
export const thing = z.object({
  kind: z.enum(KINDS),
  name: z.string(),
  /** Title, for things with an id as their name. */
  title: z.optional(z.string()),
  version: z.number(),
  deleted: z.boolean(),
});
export type ThingSummary = z.infer<typeof thing>;
export const thingList = z.object({ things: z.array(thing) });
