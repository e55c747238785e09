import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";
import { restoreAgent } from "@/lib/store/agents/agent-making";
import { readAgent } from "@/lib/store/agents/agents";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ params: z.object({ id: uuid }) }, async ({ params: { id } }) => {
    await restoreAgent(id);
    return readAgent(id);
  }),
});
