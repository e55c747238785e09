import { z } from "zod";
import { accept } from "@/lib/agent/rehearsals/accept";
import { route, routes } from "@/lib/platform/http/route";
import { acceptance } from "@/lib/shared/rehearsal-requests";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    { agent: true, right: "own", params: z.object({ id: z.uuid() }), body: acceptance },
    async ({ agentId, params: { id }, body }) => ({ accepted: await accept(agentId, id, body) }),
  ),
});
