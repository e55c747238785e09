import { z } from "zod";
import { assembled } from "@/lib/agent/prompt/assembled";
import { route, routes } from "@/lib/platform/http/route";

const query = z.object({ conversation: z.uuid().optional(), model: z.string().max(200).optional() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    { agent: true, right: "edit", conversation: ({ query }) => query.conversation, readable: true, query },
    ({ agentId, query }) => assembled(agentId, query.conversation, query.model),
  ),
});
