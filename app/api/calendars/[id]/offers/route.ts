import { z } from "zod";
import { offersOfAccount } from "@/lib/data/calendars/accounts";
import { route, routes } from "@/lib/platform/http/route";

const params = z.object({ id: z.uuid() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, params }, ({ agentId, params: { id } }) => offersOfAccount(agentId, id)),
});
