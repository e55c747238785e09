import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { listOpenAsks } from "@/lib/store/loop/open-asks";

const query = z.object({
  cursor: z.string().max(1_000).optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: "optional", right: "use", query }, ({ agentId, query }) =>
    listOpenAsks({ agentId, ...query }),
  ),
});
