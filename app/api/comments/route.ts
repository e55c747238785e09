import { assertTarget } from "@/lib/agent/surfaces/comment-target";
import { route, routes } from "@/lib/platform/http/route";
import { commentTarget, conversationOfTarget, newComment } from "@/lib/shared/comments/target";
import { addComment, listComments } from "@/lib/store/comments/comments";

/** Members who may read the conversation, or use the agent of the board or app, comment. */
const of = {
  agent: true,
  right: "use",
  query: commentTarget,
  readable: true,
  conversation: ({ query }: { query: Parameters<typeof conversationOfTarget>[0] }) =>
    conversationOfTarget(query),
} as const;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(of, async ({ agentId, query, member }) => ({
    comments: await listComments(agentId, query, { memberId: member.id }),
  })),
  POST: route({ ...of, body: newComment }, async ({ agentId, query, body, member }) => {
    await assertTarget(agentId, member.id, query);
    return { id: await addComment(agentId, query, { memberId: member.id, name: member.name }, body) };
  }),
});
