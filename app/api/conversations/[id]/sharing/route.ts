import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";
import { conversationSharing } from "@/lib/shared/members/members";
import { requireConversation } from "@/lib/store/loop/conversations";
import { changeConversationSharing, readConversationSharing } from "@/lib/store/members/sharing";

const params = z.object({ id: uuid });
const ofParams = ({ params: { id } }: { params: { id: string } }) => id;

/** Members who may read the conversation besides its author. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    { agent: true, right: "use", params, conversation: ofParams },
    async ({ agentId, params: { id } }) => {
      await requireConversation(agentId, id);
      return { sharing: await readConversationSharing(id) };
    },
  ),
  PUT: route(
    { agent: true, right: "use", params, conversation: ofParams, body: conversationSharing, fromPage: true },
    async ({ agentId, params: { id }, body }) => {
      await changeConversationSharing({ agentId, conversationId: id }, body);
      return { sharing: await readConversationSharing(id) };
    },
  ),
});
