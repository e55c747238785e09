import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { AppError } from "@/lib/shared/errors";
import { uuid } from "@/lib/shared/ids";
import { revokeToken } from "@/lib/store/agents/mcp-tokens";

const params = z.object({ id: uuid });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  DELETE: route({ agent: true, right: "use", scope: "none", params }, async ({ agentId, params: { id } }) => {
    if (await revokeToken(agentId, id)) return;
    throw new AppError("not_found", "This token does not exist or was revoked already.");
  }),
});
