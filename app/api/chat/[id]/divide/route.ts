import { z } from "zod";
import { newSession } from "@/lib/agent/loop/divide";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";
import { readConversation } from "@/lib/store/loop/conversations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  /** Ends the session: what is said next begins another conversation. Where something runs or waits, it ends after that. */
  POST: route({ agent: true, params: z.object({ id: uuid }) }, async ({ agentId, params: { id } }) => {
    await newSession({ agentId, conversationId: id });
    return { conversation: (await readConversation(agentId, id, { last: 0 }))?.conversation };
  }),
});
