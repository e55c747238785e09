import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { boardName } from "@/lib/shared/boards/fields";
import { createBoard, listBoards } from "@/lib/store/agents/boards";

const body = z.strictObject({ name: boardName });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "use" }, async ({ agentId }) => ({ boards: await listBoards(agentId) })),
  POST: route({ agent: true, body }, ({ agentId, body: { name } }) =>
    createBoard(agentId, { name, tiles: [] }, { author: "person", cause: null }),
  ),
});
