import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { browserSeen } from "@/lib/shared/browser/bodies";
import { uuid } from "@/lib/shared/ids";
import { requireConversation } from "@/lib/store/loop/conversations";
import { findSession } from "@/lib/web/browser/sessions";

const params = z.object({ conversation: uuid });

/** Whether the person sees the picture now: said every other second, and it counts for five. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, params, body: browserSeen }, async ({ agentId, params, body }) => {
    await requireConversation(agentId, params.conversation);
    // Where it was closed meanwhile, there is nothing to be seen.
    findSession(params.conversation)?.see(body.seen);
  }),
});
