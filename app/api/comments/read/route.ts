import { route, routes } from "@/lib/platform/http/route";
import { commentTarget, conversationOfTarget } from "@/lib/shared/comments/target";
import { markCommentsRead } from "@/lib/store/comments/comments";

/** The member has seen the comments. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    {
      agent: true,
      right: "use",
      query: commentTarget,
      readable: true,
      conversation: ({ query }) => conversationOfTarget(query),
    },
    ({ agentId, query, member }) => markCommentsRead(agentId, query, member.id),
  ),
});
