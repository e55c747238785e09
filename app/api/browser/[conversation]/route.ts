import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";
import { requireConversation } from "@/lib/store/loop/conversations";
import { lookOfBrowser } from "@/lib/web/browser/live/look";

const params = z.object({ conversation: uuid });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    { agent: true, right: "use", scope: "none", conversation: ({ params }) => params.conversation, params },
    async ({ agentId, params: { conversation } }) => {
      await requireConversation(agentId, conversation);
      return { browser: lookOfBrowser(conversation) };
    },
  ),
});
