import { z } from "zod";
import { mayUse } from "@/lib/platform/access/rights";
import { route, routes } from "@/lib/platform/http/route";
import { commentChange, ofTarget } from "@/lib/shared/comments/target";
import { uuid } from "@/lib/shared/ids";
import { deleteComment, editComment, resolveComment } from "@/lib/store/comments/comments";

const of = { ...ofTarget, params: z.object({ id: uuid }) } as const;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  /** The author changes the text; everyone who sees a thread can resolve it. */
  PATCH: route(
    { ...of, body: commentChange },
    async ({ agentId, query, member, params: { id }, body: { text, isResolved } }) => {
      if (text !== undefined)
        await editComment(agentId, query, id, { author: { memberId: member.id }, text });
      if (isResolved !== undefined) await resolveComment(agentId, query, id, isResolved);
    },
  ),
  /** The author deletes a comment, and the owner of the agent those on its apps. */
  DELETE: route(of, async ({ agentId, query, member, params: { id } }) => {
    const isModerator = query.kind === "app" && (await mayUse(member.id, agentId, "own"));
    await deleteComment(agentId, query, id, isModerator ? null : { memberId: member.id });
  }),
});
