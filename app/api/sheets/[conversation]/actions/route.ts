import { z } from "zod";
import { runRowAction } from "@/lib/agent/surfaces/row-action";
import { route, routes } from "@/lib/platform/http/route";
import { toolName } from "@/lib/shared/components/access";
import { label, uuid } from "@/lib/shared/ids";

const params = z.object({ conversation: uuid });
const query = z.object({ messageId: label, toolCallId: label });
const body = z.strictObject({
  tool: toolName,
  row: z.record(z.string(), z.unknown()),
  /** Token of the user's approval for exactly this call. */
  allowed: z.string().max(100).optional(),
  remember: z.literal("always").optional(),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    {
      agent: true,
      right: "use",
      scope: "none",
      conversation: ({ params }) => params.conversation,
      params,
      query,
      body,
    },
    ({ agentId, params: { conversation: conversationId }, query, body, request }) =>
      runRowAction({ agentId, conversationId, ...query }, body, request.signal),
  ),
});
