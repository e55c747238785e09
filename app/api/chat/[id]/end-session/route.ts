import { z } from "zod";
import { newSession } from "@/lib/agent/loop/end-chat-session";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";
import { readConversationFields } from "@/lib/store/loop/conversations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  /** Ends the session as soon as no run is live. The next message then starts another conversation. */
  POST: route(
    {
      agent: true,
      right: "use",
      scope: "chat",
      conversation: ({ params }) => params.id,
      params: z.object({ id: uuid }),
    },
    async ({ agentId, params: { id } }) => {
      await newSession({ agentId, conversationId: id });
      return { conversation: await readConversationFields(agentId, id) };
    },
  ),
});
