import { assertTarget } from "@/lib/agent/surfaces/comment-target";
import { route, routes } from "@/lib/platform/http/route";
import { newComment, ofTarget } from "@/lib/shared/comments/target";
import { addComment, listComments } from "@/lib/store/comments/comments";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(ofTarget, async ({ agentId, query, member }) => ({
    comments: await listComments(agentId, query, { memberId: member.id }),
  })),
  POST: route({ ...ofTarget, body: newComment }, async ({ agentId, query, body, member }) => {
    await assertTarget(agentId, member.id, query);
    return { id: await addComment(agentId, query, { memberId: member.id, name: member.name }, body) };
  }),
});
