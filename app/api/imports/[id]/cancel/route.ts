import { z } from "zod";
import { cancelImport } from "@/lib/agent/background/history-imports";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";

const params = z.object({ id: uuid });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, params }, async ({ agentId, params: { id } }) => ({
    import: await cancelImport(agentId, id),
  })),
});
