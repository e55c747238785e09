import { z } from "zod";
import { assertRight } from "@/lib/platform/access/rights";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";
import { restoreAgent } from "@/lib/store/agents/agent-making";
import { readAgent } from "@/lib/store/agents/agents";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ role: "guest", params: z.object({ id: uuid }) }, async ({ params: { id }, member }) => {
    await assertRight(member, id, "own");
    await restoreAgent(id);
    return readAgent(id);
  }),
});
