import { z } from "zod";
import {
  accountChange,
  accountRemoval,
  changeCalendarAccount,
  removeCalendarAccount,
} from "@/lib/data/calendars/accounts";
import { route, routes } from "@/lib/platform/http/route";

const params = z.object({ id: z.uuid() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PATCH: route(
    { agent: true, params, body: accountChange, fromPage: true },
    ({ agentId, params: { id }, body }) => changeCalendarAccount(agentId, id, body),
  ),
  DELETE: route({ agent: true, params, query: accountRemoval }, ({ agentId, params: { id }, query }) =>
    removeCalendarAccount(agentId, id, query.keep === "true"),
  ),
});
