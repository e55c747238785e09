import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { browserInput } from "@/lib/shared/browser/bodies";
import { uuid } from "@/lib/shared/ids";
import { requireConversation } from "@/lib/store/loop/conversations";
import { input } from "@/lib/web/browser/live/input";
import { openBrowser } from "@/lib/web/browser/live/look";

const params = z.object({ conversation: uuid });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    {
      agent: true,
      right: "use",
      scope: "none",
      conversation: ({ params }) => params.conversation,
      params,
      body: browserInput,
    },
    async ({ agentId, params, body }) => {
      await requireConversation(agentId, params.conversation);
      await input(openBrowser(params.conversation), body.events);
    },
  ),
});
