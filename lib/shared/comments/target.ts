import { z } from "zod";
import { point } from "../chat/points";
import { uuid } from "../ids";
import { MAX_COMMENT, MAX_VISITOR_COMMENT } from "./view";

const item = z.string().min(1).max(400);

/** A surface (`item` is `messageId/toolCallId`), a tile of a board, or a published app. In the query of each request. */
export const commentTarget = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("surface"), conversation: uuid, item }),
  z.object({ kind: z.literal("tile"), board: uuid, item }),
  z.object({ kind: z.literal("app"), app: uuid }),
]);
export type CommentTarget = z.infer<typeof commentTarget>;

/** Returns the conversation whose readers may use a target; undefined if the right on the agent decides. */
export const conversationOfTarget = (target: CommentTarget): string | undefined =>
  target.kind === "surface" ? target.conversation : undefined;

/** Options of the routes for comments. They admit readers of the conversation, and users of the agent for boards and apps. */
export const ofTarget = {
  agent: true,
  right: "use",
  query: commentTarget,
  readable: true,
  conversation: ({ query }: { query: CommentTarget }) => conversationOfTarget(query),
} as const;

const text = (max: number) =>
  z.string().trim().min(1, "Write something first").max(max, `A comment has at most ${max} characters`);

export const newComment = z.strictObject({
  text: text(MAX_COMMENT),
  parentId: uuid.optional(),
  point: z.optional(point),
  /** The version of the surface that the point refers to. */
  shown: z.string().max(500).optional(),
});
export type NewComment = z.infer<typeof newComment>;

export const commentChange = z.strictObject({
  text: text(MAX_COMMENT).optional(),
  isResolved: z.boolean().optional(),
});

/** Bodies of `/p/SLUG/comments`. */
export const visitorComment = z.strictObject({
  text: text(MAX_VISITOR_COMMENT),
  parentId: uuid.optional(),
  /** The element that the visitor pointed at. */
  element: z
    .strictObject({ tag: z.string().min(1).max(40), path: z.string().max(300), text: z.string().max(2_000) })
    .optional(),
});
export type VisitorComment = z.infer<typeof visitorComment>;
export const visitorCommentChange = z.strictObject({
  id: uuid,
  /** Null deletes the comment. */
  text: text(MAX_VISITOR_COMMENT).nullable(),
});
