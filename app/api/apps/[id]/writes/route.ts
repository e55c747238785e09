import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { ownApp } from "@/lib/store/apps/apps";
import { listWrites } from "@/lib/store/apps/writes";

const params = z.object({ id: z.uuid() });
const query = z.object({ visitor: z.uuid() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    { agent: true, right: "own", params, query },
    async ({ agentId, params: { id }, query: { visitor } }) => ({
      writes: await listWrites((await ownApp(agentId, id)).id, visitor),
    }),
  ),
});
