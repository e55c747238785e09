import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { tileChange } from "@/lib/shared/boards/fields";
import { unpinBoardTile, updateTile } from "@/lib/tools/boards/boards";

const params = z.object({ id: z.uuid(), tile: z.string().max(40) });
const user = { author: "person", cause: null } as const;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PATCH: route({ agent: true, params, body: tileChange }, ({ agentId, params: { id, tile }, body }) =>
    updateTile(agentId, id, tile, body, user),
  ),
  DELETE: route({ agent: true, params }, ({ agentId, params: { id, tile } }) =>
    unpinBoardTile(agentId, id, tile, user),
  ),
});
