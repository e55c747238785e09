import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { browserSeen } from "@/lib/shared/browser/bodies";
import { uuid } from "@/lib/shared/ids";
import { requireConversation } from "@/lib/store/loop/conversations";
import { findSession } from "@/lib/web/browser/sessions";

const params = z.object({ conversation: uuid });

/** A client reports every 2 s that the user sees the live view. A report is valid for 5 s. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    {
      agent: true,
      right: "use",
      scope: "none",
      conversation: ({ params }) => params.conversation,
      params,
      body: browserSeen,
    },
    async ({ agentId, params, body }) => {
      await requireConversation(agentId, params.conversation);
      // If the browser was closed in the meantime, the report is ignored.
      findSession(params.conversation)?.see(body.seen);
    },
  ),
});
