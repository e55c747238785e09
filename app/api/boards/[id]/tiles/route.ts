import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { newTile } from "@/lib/shared/boards/fields";
import { pinTile } from "@/lib/tools/boards/boards";

const params = z.object({ id: z.uuid() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    {
      agent: true,
      readable: true,
      conversation: ({ body }) => ("sheet" in body ? body.sheet?.conversation : undefined),
      params,
      body: newTile,
    },
    ({ agentId, params: { id }, body }) => pinTile(agentId, id, body, { author: "person", cause: null }),
  ),
});
