import { z } from "zod";
import { unpair } from "@/lib/doors/channels/manage";
import { route, routes } from "@/lib/platform/http/route";

const params = z.object({ id: z.string(), person: z.string().max(100) });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  DELETE: route(
    { agent: true, role: "admin", right: "own", params },
    ({ agentId, params: { id, person: user } }) => unpair(agentId, id, user),
  ),
});
