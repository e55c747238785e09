import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";
import { readImage, viewToClient } from "@/lib/store/data/media";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    { agent: true, right: "use", params: z.object({ id: uuid }) },
    async ({ agentId, params: { id } }) => viewToClient(await readImage(agentId, id)),
  ),
});
