import { z } from "zod";
import { changeCalendarSource, sourceChange } from "@/lib/data/calendars/accounts";
import { route, routes } from "@/lib/platform/http/route";

const params = z.object({ id: z.uuid() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PATCH: route({ agent: true, params, body: sourceChange }, ({ agentId, params: { id }, body }) =>
    changeCalendarSource(agentId, id, body),
  ),
});
