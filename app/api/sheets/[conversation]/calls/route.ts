import { z } from "zod";
import { componentOnSurface } from "@/lib/agent/surfaces/access";
import { callFromSurface } from "@/lib/agent/surfaces/call";
import { route, routes } from "@/lib/platform/http/route";
import { componentCall } from "@/lib/shared/components/call";
import { label, uuid } from "@/lib/shared/ids";

const params = z.object({ conversation: uuid });
const query = z.object({ messageId: label, toolCallId: label });
/** SQLite text may contain characters that Postgres rejects. */
const large = { maxBytes: 2_000_000, limits: { depth: 50, values: 100_000, anyText: true } };

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    {
      agent: true,
      right: "use",
      scope: "none",
      conversation: ({ params }) => params.conversation,
      params,
      query,
      body: componentCall,
      ...large,
    },
    async ({ agentId, params, query, body, request }) => {
      const surface = await componentOnSurface({ agentId, conversationId: params.conversation, ...query });
      return callFromSurface(surface, body, request.signal);
    },
  ),
});
