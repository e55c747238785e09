import { z } from "zod";
import { syncCalendarNow } from "@/lib/agent/background/calendars";
import { route, routes } from "@/lib/platform/http/route";

const params = z.object({ id: z.uuid() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, params }, ({ agentId, params: { id } }) => syncCalendarNow(agentId, id)),
});
