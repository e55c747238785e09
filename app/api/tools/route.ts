import { z } from "zod";
import { listToolsets } from "@/lib/agent/offer/describe-tools";
import { route, routes } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    { agent: true, right: "use", query: z.object({ all: z.literal("true").optional() }) },
    async ({ agentId, query: { all } }) => ({ toolsets: await listToolsets(agentId, all === "true") }),
  ),
});
