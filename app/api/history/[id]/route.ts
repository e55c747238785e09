import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";
import { readRevision } from "@/lib/store/revisions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, params: z.object({ id: uuid }) }, ({ agentId, params: { id } }) =>
    readRevision(agentId, id),
  ),
});
