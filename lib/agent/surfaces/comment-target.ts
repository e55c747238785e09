import type { CommentTarget } from "@/lib/shared/comments/target";
import { AppError } from "@/lib/shared/errors";
import { readBoard } from "@/lib/store/agents/boards";
import { ownApp } from "@/lib/store/apps/apps";
import { openHome } from "@/lib/store/conversations/library-surfaces";
import { readConversationAccess } from "@/lib/store/members/conversations";

/** Throws `not_found` unless the agent has the conversation, board or app of the target. */
export async function assertTarget(agentId: string, memberId: string, target: CommentTarget): Promise<void> {
  if (target.kind === "app") await ownApp(agentId, target.app);
  else if (target.kind === "tile") {
    const { tiles } = await readBoard(agentId, target.board);
    if (!tiles.some(({ id }) => id === target.item))
      throw new AppError("not_found", "There is no such tile.");
  } else {
    const { conversation } = target;
    const [messageId = "", toolCallId = ""] = target.item.split("/");
    await openHome({ agentId, conversationId: conversation, messageId, toolCallId });
    if ((await readConversationAccess(memberId, agentId, conversation)) === "absent")
      throw new AppError("not_found", `There is no conversation ${conversation}.`);
  }
}
