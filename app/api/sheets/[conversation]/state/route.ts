import { z } from "zod";
import { examineFailure } from "@/lib/agent/surfaces/failure";
import { route, routes } from "@/lib/platform/http/route";
import { label, uuid } from "@/lib/shared/ids";
import { openHome } from "@/lib/store/conversations/library-surfaces";
import { changeSurface, readSurfaceState } from "@/lib/store/conversations/surfaces";

const params = z.object({ conversation: uuid });
const call = { messageId: label, toolCallId: label };
const key = z.string().min(1).max(600, "The key of an entry has at most 600 characters");

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
    ({ agentId, params, query }) =>
      readSurfaceState({ agentId, conversationId: params.conversation, ...query }),
  ),
  PATCH: route(
    {
      agent: true,
      right: "use",
      scope: "none",
      conversation: ({ params }) => params.conversation,
      params,
      body: z.strictObject({
        ...call,
        entries: z.record(key, z.unknown()).optional(),
        isClosed: z.boolean().optional(),
        hasFailed: z.boolean().optional(),
      }),
    },
    async ({ agentId, params, body: { messageId, toolCallId, ...change } }) => {
      const id = { agentId, conversationId: params.conversation, messageId, toolCallId };
      await openHome(id);
      const version = await changeSurface(id, change);
      if (change.hasFailed) void examineFailure(id);
      return { version };
    },
  ),
});
