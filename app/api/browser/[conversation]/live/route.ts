import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { CONNECTED, sse, sseEvent } from "@/lib/platform/http/sse";
import { uuid } from "@/lib/shared/ids";
import { requireConversation } from "@/lib/store/loop/conversations";
import { watchBrowser } from "@/lib/web/browser/live/watch";

const params = z.object({ conversation: uuid });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    { agent: true, right: "use", scope: "none", conversation: ({ params }) => params.conversation, params },
    async ({ request, agentId, params: { conversation } }) => {
      await requireConversation(agentId, conversation);
      const failure = "The browser can no longer be watched from a tab";
      return sse((left) => events(conversation, left), { failure, signal: request.signal });
    },
  ),
});

async function* events(conversationId: string, left: AbortSignal): AsyncGenerator<string, void> {
  yield CONNECTED;
  for await (const { event, data } of watchBrowser(conversationId, left))
    yield sseEvent(JSON.stringify(data), event);
}
