import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { boardChange } from "@/lib/shared/boards/fields";
import { deleteBoard } from "@/lib/store/agents/boards";
import { arrangeTiles, showBoard } from "@/lib/tools/boards/boards";

const params = z.object({ id: z.uuid() });
const user = { author: "person", cause: null } as const;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "use", params }, async ({ agentId, params: { id } }) => ({
    board: await showBoard(agentId, id),
  })),
  PATCH: route({ agent: true, params, body: boardChange }, ({ agentId, params: { id }, body }) =>
    arrangeTiles(agentId, id, body, user),
  ),
  DELETE: route({ agent: true, params }, async ({ agentId, params: { id } }) => {
    await deleteBoard(agentId, id, user);
    return { deleted: true };
  }),
});
