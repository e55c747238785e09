import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { AppError } from "@/lib/shared/errors";
import { removeShare } from "@/lib/store/conversations/shares";

const params = z.object({ id: z.uuid() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  DELETE: route({ agent: true, right: "own", params }, async ({ agentId, params: { id } }) => {
    if (!(await removeShare(agentId, id))) throw new AppError("not_found", "This link no longer exists.");
    return { revoked: true };
  }),
});
