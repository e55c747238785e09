import { z } from "zod";
import { whyOf } from "@/lib/agent/why/why";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";
import { whyQuery } from "@/lib/shared/why/query";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    {
      agent: true,
      right: "use",
      conversation: ({ params }) => params.id,
      readable: true,
      params: z.object({ id: uuid }),
      query: whyQuery,
    },
    ({ agentId, params: { id }, query, member }) => whyOf({ agentId, conversationId: id }, query, member.id),
  ),
});
