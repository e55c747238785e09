import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { dismissAway, readAway, visit } from "@/lib/store/activity/away";

const query = z.object({
  since: z.iso.datetime({ offset: true, error: "Give a time such as 2026-05-01T00:00:00Z" }),
});

/** What went on while nobody looked: GET reads it, POST says that somebody looks now, DELETE that it was read. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, query }, ({ agentId, query: { since } }) =>
    readAway(agentId, new Date(since).toISOString()),
  ),
  POST: route({ agent: true }, async ({ agentId }) => ({ since: await visit(agentId) })),
  DELETE: route({ agent: true }, async ({ agentId }) => {
    await dismissAway(agentId);
    return { success: true };
  }),
});
