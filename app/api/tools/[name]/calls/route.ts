import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { listToolCalls } from "@/lib/store/loop/tool-calls";

const query = z.object({
  cursor: z.string().max(2_000).optional(),
  message: z.string().max(200).optional(),
  call: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    { agent: true, right: "own", params: z.object({ name: z.string().max(200) }), query },
    ({ agentId, params: { name }, query }) => listToolCalls(agentId, name, query),
  ),
});
