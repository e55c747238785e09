import { z } from "zod/mini";

/** What the history routes send and the browser reads. */

/** What has revisions. */
export const KINDS = ["component"] as const;
export type Kind = (typeof KINDS)[number];

/** The call by which the agent wrote a version. */
const cause = z.object({
  conversationId: z.string(),
  messageId: z.string(),
  runId: z.string(),
  toolCallId: z.string(),
});
export type Cause = z.infer<typeof cause>;

export const revision = z.object({
  id: z.string(),
  kind: z.enum(KINDS),
  name: z.string(),
  version: z.number(),
  author: z.enum(["agent", "person", "restore"]),
  cause: z.nullable(cause),
  /** Why it was found not to work; such a version is live only if the person accepted it. */
  failure: z.nullable(z.string()),
  createdAt: z.string(),
});
export type Revision = z.infer<typeof revision>;

/** The content of a component's is `componentContent`. */
export const wholeRevision = z.extend(revision, { content: z.unknown() });
export type WholeRevision = z.infer<typeof wholeRevision>;

export const revisionList = z.object({
  revisions: z.array(revision),
  nextCursor: z.optional(z.string()),
});
