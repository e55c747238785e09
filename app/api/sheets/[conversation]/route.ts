import { z } from "zod";
import { allowDeed, surfaceMay } from "@/lib/agent/calls/surface";
import { route, routes } from "@/lib/platform/http/route";
import { DEEDS } from "@/lib/shared/components/surface";
import { label, uuid } from "@/lib/shared/ids";

const params = z.object({ conversation: uuid });
const call = { messageId: label, toolCallId: label };

/**
 * GET returns what the surface's component may do without asking the user. POST stores another such permission of the
 * user.
 */
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
      sheet: await surfaceMay({ agentId, conversationId: params.conversation, ...query }),
    }),
  ),
  POST: route(
    {
      agent: true,
      right: "use",
      scope: "none",
      conversation: ({ params }) => params.conversation,
      params,
      body: z.strictObject({ ...call, allow: z.enum(DEEDS) }),
      fromPage: true,
    },
    async ({ agentId, params, body: { allow, ...call } }) => ({
      sheet: await allowDeed({ agentId, conversationId: params.conversation, ...call }, allow),
    }),
  ),
});
