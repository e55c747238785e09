import { z } from "zod";
import { executionOf } from "@/lib/code/traces/view";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";

const params = z.object({ id: uuid });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "own", params }, async ({ agentId, params: { id } }) => ({
    execution: await executionOf(agentId, id),
  })),
});
