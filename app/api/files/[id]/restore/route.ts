import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";
import { restore, toClient } from "@/lib/store/data/files";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, params: z.object({ id: uuid }) }, async ({ agentId, params: { id } }) => ({
    file: toClient(await restore(agentId, id)),
  })),
});
