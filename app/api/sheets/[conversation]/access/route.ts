import { z } from "zod";
import { accessOf, changeAccess, componentOnSurface } from "@/lib/agent/surfaces/access";
import { route, routes } from "@/lib/platform/http/route";
import { use } from "@/lib/shared/components/access";
import { label, uuid } from "@/lib/shared/ids";

const params = z.object({ conversation: uuid });
const call = { messageId: label, toolCallId: label };
const uses = z.array(use).max(100).optional();

/** GET returns the component's access to the database, tools and files. POST grants or revokes access. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    {
      agent: true,
      right: "use",
      scope: "none",
      conversation: ({ params }) => params.conversation,
      readable: true,
      params,
      query: z.object(call),
    },
    async ({ agentId, params, query }) => ({
      access: await accessOf(
        await componentOnSurface({ agentId, conversationId: params.conversation, ...query }),
      ),
    }),
  ),
  POST: route(
    {
      agent: true,
      right: "use",
      scope: "none",
      conversation: ({ params }) => params.conversation,
      params,
      body: z.strictObject({ ...call, grant: uses, revoke: uses }),
      fromPage: true,
    },
    async ({ agentId, params, body: { messageId, toolCallId, ...change } }) => {
      const id = { agentId, conversationId: params.conversation, messageId, toolCallId };
      return { access: await changeAccess(await componentOnSurface(id), change) };
    },
  ),
});
