import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";
import { boardSharing } from "@/lib/shared/members/members";
import { changeBoardSharing, readBoardSharing } from "@/lib/store/members/board-sharing";

const params = z.object({ id: uuid });

/** Members who may see or edit the board without a right on its agent. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "own", params }, async ({ agentId, params: { id } }) => ({
    sharing: await readBoardSharing({ agentId, id }),
  })),
  PUT: route(
    { agent: true, right: "own", params, body: boardSharing, fromPage: true },
    async ({ agentId, member, params: { id }, body }) => {
      await changeBoardSharing({ agentId, id }, member.id, body);
      return { sharing: await readBoardSharing({ agentId, id }) };
    },
  ),
});
