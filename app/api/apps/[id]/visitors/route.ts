import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { ownApp } from "@/lib/store/apps/apps";
import { listVisitors } from "@/lib/store/apps/visitors";

const params = z.object({ id: z.uuid() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "own", params }, async ({ agentId, params: { id } }) => ({
    visitors: await listVisitors((await ownApp(agentId, id)).id),
  })),
});
