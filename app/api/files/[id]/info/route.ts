import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";
import { read, toClient } from "@/lib/store/data/files";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, params: z.object({ id: uuid }) }, async ({ agentId, params: { id } }) => ({
    file: toClient(await read(agentId, id)),
  })),
});
