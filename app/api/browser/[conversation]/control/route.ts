import { z } from "zod";
import { closeBrowser, handBack, takeOver } from "@/lib/agent/hand";
import { look } from "@/lib/browser/live/look";
import { route, routes } from "@/lib/http/route";
import { browserControl } from "@/lib/shared/browser/bodies";
import { uuid } from "@/lib/shared/ids";
import { requireConversation } from "@/lib/store/conversations";

const params = z.object({ conversation: uuid });

/** Takes the browser over, hands it back, or closes it. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, params, body: browserControl }, async ({ agentId, params, body }) => {
    const where = { agentId, conversationId: params.conversation };
    await requireConversation(agentId, params.conversation);
    if (body.action === "take") await takeOver(where);
    else if (body.action === "return") await handBack(where, body.text);
    else await closeBrowser(where);
    return { browser: look(params.conversation) };
  }),
});
