import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";
import { readConversationFields } from "@/lib/store/loop/conversations";
import { restoreConversation } from "@/lib/store/loop/deletion";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    { agent: true, right: "use", conversation: ({ params }) => params.id, params: z.object({ id: uuid }) },
    async ({ agentId, params: { id } }) => {
      await restoreConversation(agentId, id);
      return { conversation: await readConversationFields(agentId, id) };
    },
  ),
});
