import { z } from "zod";
import { updateSurfaceRoom } from "@/lib/agent/surfaces/room";
import { route, routes } from "@/lib/platform/http/route";
import { label, uuid } from "@/lib/shared/ids";
import { MAX_UPDATE_BYTES, roomUpdate } from "@/lib/shared/rooms/update";

const params = z.object({ conversation: uuid });
const query = z.object({ messageId: label, toolCallId: label });

/** The room of a component: members who may read the conversation are in it, and nothing of it is stored. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    {
      agent: true,
      right: "use",
      scope: "none",
      conversation: ({ params }) => params.conversation,
      readable: true,
      params,
      query,
      body: roomUpdate,
      maxBytes: MAX_UPDATE_BYTES,
    },
    ({ agentId, params, query, body, member }) =>
      updateSurfaceRoom({ agentId, conversationId: params.conversation, ...query }, member, body),
  ),
});
