import { z } from "zod";
import { appRequest, askForApp } from "@/lib/agent/calls/app-call";
import { route, routes } from "@/lib/platform/http/route";
import { label, uuid } from "@/lib/shared/ids";
import { appSurfaceView } from "@/lib/tools/toolsets/mcp/mcp-app";

const params = z.object({ conversation: uuid });
const call = z.object({ messageId: label, toolCallId: label });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    {
      agent: true,
      right: "use",
      scope: "none",
      conversation: ({ params }) => params.conversation,
      readable: true,
      params,
      query: call,
    },
    ({ agentId, params, query }) =>
      appSurfaceView({ agentId, conversationId: params.conversation, ...query }),
  ),
  POST: route(
    {
      agent: true,
      right: "use",
      scope: "none",
      conversation: ({ params }) => params.conversation,
      params,
      query: call,
      body: appRequest,
    },
    ({ agentId, params, query, body, request }) =>
      askForApp({ agentId, conversationId: params.conversation, ...query }, body, request.signal),
  ),
});
