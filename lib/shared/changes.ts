import * as z from "zod/mini";
import { KINDS } from "./kinds";

/**
 * A change of one item by a message of the agent, with one sentence about it. Consecutive versions of an item
 * are one change. Each operation on a collection is a separate change.
 */
export const change = z.object({
  /** Id of the newest version of the change, which identifies the change. */
  id: z.string(),
  /** Id of the first version of the change. */
  from: z.string(),
  kind: z.enum(KINDS),
  name: z.string(),
  /** A sentence such as "Dentist: 1 Dec 10:00 → 2 Dec 14:00", from `changeWords`. */
  words: z.string(),
  /** Whether the change created the item, or deleted it. */
  isNew: z.boolean(),
  isDeleted: z.boolean(),
  /**
   * `done`: can be undone. `undone`: can be redone. `outdated`: the item changed again since, so that undoing
   * would also revert later changes.
   */
  state: z.enum(["done", "undone", "outdated"]),
  conversationId: z.string(),
  messageId: z.string(),
  toolCallId: z.string(),
  createdAt: z.string(),
});
export type Change = z.infer<typeof change>;
export const changeList = z.object({ changes: z.array(change) });

/** Response of `POST /api/history/{id}/undo`. `revisionId` is the version that it wrote, or the live one. */
export const undoAnswer = z.object({ state: z.enum(["done", "undone"]), revisionId: z.string() });
export type UndoAnswer = z.infer<typeof undoAnswer>;
