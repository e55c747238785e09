import type { MessageMetadata } from "@/lib/shared/chat/metadata";
import { findUntold } from "@/lib/store/hot/channel-messages";
import type { MessageRow, Run } from "@/lib/store/rows";

/** A message of a conversation as a chat tells of it. */
export type ToTell = Pick<MessageRow, "id" | "role" | "parts" | "position"> & {
  metadata: MessageMetadata | null;
};
export type Untold = {
  contact: string | null;
  /** Whether it has begun others, which may ask the person something. */
  hasHelpers: boolean;
  run: Pick<Run, "messageId" | "status" | "attempt"> | null;
  messages: ToTell[];
};

const AT_ONCE = 200;

/** What was said after a position on the branch that is shown, oldest first, and the run that is live. */
export async function readUntold(conversationId: string, after: number): Promise<Untold> {
  const [row] = await findUntold(conversationId, after, AT_ONCE);
  return { ...row, messages: (row.messages ?? []) as ToTell[] };
}
