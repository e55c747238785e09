import { z } from "zod";
import { sse } from "@/lib/browser/live/sse";
import { watch } from "@/lib/browser/live/watch";
import { route, routes } from "@/lib/http/route";
import { uuid } from "@/lib/shared/ids";
import { requireConversation } from "@/lib/store/conversations";

const params = z.object({ conversation: uuid });

/** The browser of a conversation as it is worked on, in state and pictures; also while there is none yet. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, params }, async ({ request, agentId, params: { conversation } }) => {
    await requireConversation(agentId, conversation);
    return sse(request, (left) => watch(conversation, left));
  }),
});
