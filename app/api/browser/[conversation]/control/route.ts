import { z } from "zod";
import { runAgent } from "@/lib/agent/loop/run";
import { closeBrowser } from "@/lib/agent/loop/takeover";
import { route, routes } from "@/lib/platform/http/route";
import { browserControl } from "@/lib/shared/browser/bodies";
import { uuid } from "@/lib/shared/ids";
import { requireConversation } from "@/lib/store/loop/conversations";
import { lookOfBrowser } from "@/lib/web/browser/live/look";

const params = z.object({ conversation: uuid });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    {
      agent: true,
      right: "use",
      scope: "none",
      conversation: ({ params }) => params.conversation,
      params,
      body: browserControl,
    },
    async ({ agentId, params, body }) => {
      const where = { agentId, conversationId: params.conversation };
      await requireConversation(agentId, params.conversation);
      if (body.action === "close") await closeBrowser(where);
      else if (body.action === "take") await runAgent({ ...where, input: { browser: "take" } });
      else await runAgent({ ...where, input: { browser: "return", text: body.text } });
      return { browser: lookOfBrowser(params.conversation) };
    },
  ),
});
